// Package search finds documents and pages by their text. It folds texts and splits them into words itself, and does
// not leave that to the database, so that every database returns the same hits.
//
// # Folding
//
// Texts and queries are folded as follows:
//
//   - Compatibility characters are decomposed (NFKD, Unicode annex 15): ligatures, full-width forms, and symbols that
//     stand for several letters.
//   - Case is folded.
//   - Marks that people often omit are removed: those with the canonical combining class of an accent, a vowel point
//     (Hebrew, Arabic, Syriac) or a nukta. Vowel signs and tone marks that belong to the spelling are kept (in scripts of
//     India and Southeast Asia, and the voicing marks of kana).
//   - Digits of all scripts become ASCII digits.
//   - Some letters become what people type instead of them: ß ss, æ ae, œ oe, ø o, ł l, đ d, ð d, þ th, ħ h, ŧ t, and the
//     dotless ı i. The yeh and kaf of Persian become those of Arabic. The alef wasla becomes alef, and the teh marbuta heh.
//   - Layout controls and the tatweel are removed.
//
// # Words
//
// A word is a run of letters, digits and marks. A text that contains an apostrophe, an underscore, a hyphen or a full
// stop is split there, and a query for it becomes a phrase automatically. Superscript digits and symbols such as ™ are
// separate words, so that the number of a footnote does not hide the word before it.
//
// Scripts without spaces between words, and Hangul, in which particles are attached to words, are split into
// overlapping pairs: each letter, with its marks, forms a pair with the next letter. The last letter of a run is a word
// by itself. White space within such a run is ignored, except for an empty line, because lines break anywhere in these
// scripts. A word that is hyphenated at the end of a line is found both in its parts and as a whole.
//
// # Parts of words
//
// The index finds whole words and beginnings of words. A search in one document also finds any part of a word, and
// phrases that begin or end within a word. For that it reads all texts of the document and checks first whether they
// contain the letters of the query at all. 5,000 pages take about 60 ms, and no second index is needed, which would be
// larger than the texts.
//
// A search in one document also considers signs, as in C++, #7 and §: signs directly before the first or after the last
// word of the phrase, and phrases that consist of signs only. Full stops, quotes, brackets and dashes are not signs.
package search

import (
	"context"
	"time"

	"lectern/backend/internal/limiter"
	"lectern/converters/wire"
)

// Store reads the index.
type Store interface {
	// ListMatches returns up to limit pages that have all phrases of a query. Pages of the newest PDFs come first. The
	// argument before excludes the PDF with this number and all newer PDFs.
	ListMatches(ctx context.Context, query *Query, before int64, limit int) ([]Match, error)
	// ListDocumentsOfPDF returns documents that match the filter and show a PDF, newest first. The argument skip is the
	// number of documents that are left out at the beginning. At most limit documents are returned.
	ListDocumentsOfPDF(ctx context.Context, filter *Filter, pdf int64, skip, limit int) ([]Document, error)
	// CountDocumentsOfPDFs returns, for each PDF, how many documents match the filter and show the PDF. It leaves out
	// PDFs without such documents.
	CountDocumentsOfPDFs(ctx context.Context, filter *Filter, pdfs []int64) (map[int64]int, error)
	// FindSource returns the PDF in which a document is searched, or a fault of kind NotFound.
	FindSource(ctx context.Context, document string) (Source, error)
	// CountPages returns the number of pages of a PDF that have all phrases of a query.
	CountPages(ctx context.Context, query *Query, pdf int64) (int, error)
	// ListPages returns the pages of a PDF that have all phrases of a query, in order. The argument after is the number
	// of the page after which the list begins. At most limit pages are returned.
	ListPages(ctx context.Context, query *Query, pdf int64, after, limit int) ([]PageText, error)
	// ListAllPages returns the pages of a PDF that have text, in order. The argument after is the number of the page
	// after which the list begins. At most limit pages are returned.
	ListAllPages(ctx context.Context, pdf int64, after, limit int) ([]PageText, error)
	// FindText returns the text of a page, or "" if there is none.
	FindText(ctx context.Context, pdf int64, page int) (string, error)
}

// Match is a page that has all phrases of a query.
type Match struct {
	PDF   int64 // number of the PDF; newer PDFs have greater numbers
	Page  int   // counted from 1
	Score float64
}

// Source is the PDF in which a document is searched.
type Source struct {
	PDF     int64 // number of the PDF; 0 if there is no PDF yet
	Indexed int   // number of pages, from the first on, whose text is in the index
}

// PageText is the text of a page.
type PageText struct {
	Page int
	Text string
}

// Words returns the words of a document's page with their boxes.
type Words interface {
	Words(ctx context.Context, document string, page int) (wire.Words, error)
}

// Service searches documents.
type Service struct {
	store   Store
	words   Words
	limiter *limiter.Limiter
}

// New returns a service that reads the index from store, and boxes from words.
func New(store Store, words Words) *Service {
	return &Service{store: store, words: words, limiter: newLimiter()}
}

// Document is a document with hits.
type Document struct {
	ID        string
	Name      string
	Status    string
	PageCount int
	CreatedAt time.Time
	Pages     []PageHits // the best pages, best first
}

// PageHits is a page with hits.
type PageHits struct {
	Page    int             `json:"page" doc:"Number of the page, from 1." example:"3"`
	Hits    int             `json:"hits" doc:"Number of hits on the page." example:"2"`
	Snippet []SnippetPart   `json:"snippet,omitempty" nullable:"false" doc:"An excerpt of the page's text around hits, as text pieces."`
	Lines   [][]SnippetPart `json:"lines,omitempty" nullable:"false" doc:"The text around each hit, as text pieces one of which is the hit; at most 20 hits, starting after the number given by skip. Absent unless requested."`
	Boxes   [][]wire.Box    `json:"boxes,omitempty" nullable:"false" doc:"The boxes of the first 1,000 hits. Each hit has a box for every line that it covers: left, top, right, bottom, in points from the top left corner of the page. Absent unless requested, and if the page's words cannot be read at present."`
}

// Limits of the hits that are shown: the number of boxes per page, the number of lines per page, and the number of
// boxes and lines together per response. The last page of a response may exceed the limit of the response.
const (
	maxBoxes = 1000
	maxLines = 20
	maxShown = 1000
)

// SnippetPart is a part of an excerpt: a hit, or the text between hits.
type SnippetPart struct {
	Text string `json:"text" example:"annual"`
	Hit  bool   `json:"hit" doc:"Whether this piece matches the search."`
}

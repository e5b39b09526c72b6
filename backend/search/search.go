// Package search finds documents and pages by their text. How text is folded and cut into
// words is decided here and not by a database, so that every database gives the same hits.
//
// # Folding
//
// Texts and queries are decomposed by compatibility (NFKD, Unicode annex 15: ligatures,
// full-width forms, signs that stand for several letters), case is folded, and marks are
// removed that people leave out: those whose canonical combining class is that of an accent,
// of a vowel point (Hebrew, Arabic, Syriac) or of a nukta. Vowel signs and tone marks that
// belong to the spelling (of India, of Southeast Asia, the voicing of kana) stay. Digits of all
// scripts are those of ASCII. A few letters have the spelling that is typed for them: ß ss, æ
// ae, œ oe, ø o, ł l, đ d, ð d, þ th, ħ h, ŧ t, and the dotless ı is i; the yeh and kaf of
// Persian are those of Arabic, whose joining alef is alef, and whose ta marbuta is ha. Controls of layout and the tatweel are
// nothing.
//
// # Words
//
// A word is a run of letters, digits and marks; what is cut at an apostrophe, an underscore, a
// hyphen or a point is found as a phrase, which a query does by itself. Raised digits and signs
// such as ™ are words of their own, so that a note's number does not hide the word before it.
// Scripts that put no spaces between words, and Hangul, whose words carry their particles, are
// cut into overlapping pairs: each letter, with the marks on it, begins a pair with the next.
// The last of a run stands alone. White space within such a run is nothing, but for an empty
// line: lines end anywhere in it. A word that a hyphen breaks at the end of a line is found
// broken and whole.
//
// # Parts of words
//
// The index has words, and beginnings of them. In one document any part of a word is found, and a
// phrase may begin and end within one: all texts of the document are looked through, first for
// the letters alone. 5,000 pages take some 60 ms, and need no second index, which would be
// larger than the texts.
//
// There signs count, too, as in C++, #7 and §: those that touch the first or the last word of what is
// searched for, and those that are a word of it. Stops, quotes, brackets and dashes do not.
package search

import (
	"context"
	"time"

	"lectern/backend/internal/turns"
	"lectern/converters/wire"
)

// Store reads the index.
type Store interface {
	// ListMatches returns at most limit pages that have all phrases of a query, those of the newest PDFs first, and only of
	// PDFs with a number below before.
	ListMatches(ctx context.Context, query *Query, before int64, limit int) ([]Match, error)
	// ListHolders returns at most limit documents that show a PDF, newest first, without the first skip ones.
	ListHolders(ctx context.Context, pdf int64, skip, limit int) ([]Document, error)
	// FindSource returns the searchable text of a document, or a fault of kind NotFound.
	FindSource(ctx context.Context, document string) (Source, error)
	// CountPages returns the number of pages of a PDF that have all phrases of a query.
	CountPages(ctx context.Context, query *Query, pdf int64) (int, error)
	// ListPages returns at most limit of those pages after a page, in order.
	ListPages(ctx context.Context, query *Query, pdf int64, after, limit int) ([]PageText, error)
	// ListAllPages returns at most limit pages of a PDF after a page that have text, in order.
	ListAllPages(ctx context.Context, pdf int64, after, limit int) ([]PageText, error)
	// FindText returns the text of a page, or "" if there is none.
	FindText(ctx context.Context, pdf int64, page int) (string, error)
}

// Match is a page that has all phrases of a query.
type Match struct {
	PDF   int64 // number of the PDF; newer ones have greater numbers
	Page  int   // counted from 1
	Score float64
}

// Source is the PDF in which a document is searched.
type Source struct {
	PDF     int64 // 0 if there is none yet
	Indexed int   // number of first pages whose text is in the index
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
	store Store
	words Words
	turns *turns.Turns
}

// New returns a service that reads the index from store, and boxes from words.
func New(store Store, words Words) *Service {
	return &Service{store: store, words: words, turns: newTurns()}
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
	Hits    int             `json:"hits" doc:"How often it has something of what is searched for." example:"2"`
	Snippet []SnippetPart   `json:"snippet,omitempty" nullable:"false" doc:"An excerpt of its text around hits, in pieces."`
	Lines   [][]SnippetPart `json:"lines,omitempty" nullable:"false" doc:"Of each hit what stands around it, in pieces, of which one is the hit; of at most 20, from the one that skip names. Absent where it was not asked for."`
	Boxes   [][]wire.Box    `json:"boxes,omitempty" nullable:"false" doc:"Of each hit, of the first 1,000, its boxes, one a line that it stands on, in points from the page's top left corner: left, top, right, bottom. Absent where they were not asked for, and where the page's words cannot be read now."`
}

// Limits of the hits that are shown: of the boxes and lines of a page, and of both in one response, whose last page is complete.
const (
	mostBoxes = 1000
	mostLines = 20
	mostShown = 1000
)

// SnippetPart is a part of an excerpt: a hit, or the text between hits.
type SnippetPart struct {
	Text string `json:"text" example:"annual"`
	Hit  bool   `json:"hit" doc:"Whether it is what was searched for."`
}

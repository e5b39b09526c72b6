package search

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// The default and the maximum number of documents in one response.
const (
	DefaultDocuments = 20
	MaxDocuments     = 100
)

// shownPages is the maximum number of pages that are shown of a document. rankBatch is the number of pages that are
// ranked together.
const (
	shownPages = 3
	rankBatch  = 20_000
)

// LibraryOptions are the options of [Service.Library].
type LibraryOptions struct {
	Filter Filter
	Limit  int    // maximum number of documents; 0 for [DefaultDocuments]
	After  string // value of Next in the previous result
	Boxes  bool
	Count  bool // whether all documents and pages are counted
}

// LibraryHits is the result of [Service.Library].
type LibraryHits struct {
	Documents []Document
	Next      string  // value of After for the next call; empty if there are no more documents
	Totals    *Totals // nil unless [LibraryOptions.Count] is set
}

// Totals are the numbers of documents and pages that a search finds.
type Totals struct {
	Documents int  `json:"documents" doc:"Number of documents with hits." example:"88"`
	Pages     int  `json:"pages" doc:"Number of pages with hits, of all these documents." example:"1204"`
	Partial   bool `json:"partial" doc:"Whether there are more than these, because more than 20,000 pages match."`
}

// Filter selects the documents that are searched. The zero value selects all documents outside the trash.
type Filter struct {
	Family     string   // kind of document, as in [document.Family]; "" for all
	Tags       []string // the document must have all of them
	Collection string   // id; "" for any
	Folder     string   // id; "" for any
	Favorite   bool     // favorites only
}

// isZero reports whether the filter selects all documents.
func (f *Filter) isZero() bool {
	return f.Family == "" && len(f.Tags) == 0 && f.Collection == "" && f.Folder == "" && !f.Favorite
}

// Library finds the documents with pages that have all phrases of a query, ordered by their best page, and then by age
// with the newer PDF first. A page ranks higher if its phrases are rarer, if it contains them more often, and if it is
// shorter (BM25).
//
// Pages are ranked in groups of 20,000 matching pages, the newest group first. Therefore a search for common words
// takes no longer in a larger library, but newer pages precede better ones of an older group.
//
// The error is a fault of kind Invalid for an invalid query or option, and of kind Busy if too many searches are
// running.
func (s *Service) Library(ctx context.Context, text string, o LibraryOptions) (LibraryHits, error) {
	var found LibraryHits
	query, err := Parse(text, Options{})
	if err != nil {
		return found, err
	}
	limit, err := checkLimit(o.Limit, DefaultDocuments, MaxDocuments)
	if err != nil {
		return found, err
	}
	at, err := parseCursor(o.After)
	if err != nil || len(query.Phrases) == 0 {
		return found, err
	}
	release, err := s.acquireTurn(ctx, "")
	if err != nil {
		return found, err
	}
	defer release()
	g := libraryRequest{Service: s, query: query, filter: o.Filter, limit: limit, withBoxes: o.Boxes}
	if o.Count {
		g.totals = &Totals{}
	}
	next, err := g.gather(ctx, at)
	if next != nil {
		found.Next = next.String()
	}
	found.Documents, found.Totals = g.documents, g.totals
	return found, err
}

// libraryRequest is the state of one response to a search of the library.
type libraryRequest struct {
	*Service
	query     *Query
	filter    Filter
	limit     int
	withBoxes bool
	boxCount  int // number of boxes of hits in the response
	documents []Document
	totals    *Totals // nil if nothing is counted
}

// gather collects documents from a position on. It returns the position of the next document, or nil if there is none.
func (g *libraryRequest) gather(ctx context.Context, at cursor) (*cursor, error) {
	for {
		window, older, err := g.window(ctx, &at)
		if err != nil {
			return nil, err
		}
		at.adjust(window)
		for at.pdfs < len(window) {
			if full, err := g.addDocuments(ctx, &window[at.pdfs], &at); err != nil {
				return nil, err
			} else if full {
				at.recordNeighbors(window)
				return &at, nil
			}
			at.pdfs, at.documents = at.pdfs+1, 0
		}
		if older == 0 {
			return nil, nil
		}
		at = cursor{before: older}
	}
}

// foundPDF is a PDF with matching pages.
type foundPDF struct {
	number  int64
	matches []Match // sorted with the best first
}

// window returns the PDFs that are ranked together, best first. If older is not 0, there may be further PDFs, whose
// numbers are less than older. window also sets at.before, so that later responses leave out PDFs that were added in
// the meantime.
func (g *libraryRequest) window(ctx context.Context, at *cursor) (pdfs []foundPDF, older int64, err error) {
	matches, err := g.store.ListMatches(ctx, g.query, at.before, rankBatch)
	if err != nil || len(matches) == 0 {
		return nil, 0, err
	}
	at.before = min(at.before, matches[0].PDF+1) // PDFs that were added after the search has begun are left out
	pdfs = group(matches)
	if len(matches) == rankBatch {
		last := len(pdfs) - 1
		older = pdfs[last].number
		if last > 0 { // the last PDF may have further matching pages
			older++
			pdfs = pdfs[:last]
		}
	}
	if pdfs, err = g.filterPDFs(ctx, pdfs); err != nil {
		return nil, 0, err
	}
	if g.totals != nil {
		g.totals.Partial = older > 0
	}
	slices.SortStableFunc(pdfs, func(a, b foundPDF) int { return cmp.Compare(b.matches[0].Score, a.matches[0].Score) })
	return pdfs, older, nil
}

// filterPDFs removes the PDFs that no document selected by the filter shows, and counts the documents and pages of the
// remaining PDFs. It does nothing if the search has no filter and returns no totals, because the query of filterPDFs
// takes longer than the search itself.
func (g *libraryRequest) filterPDFs(ctx context.Context, pdfs []foundPDF) ([]foundPDF, error) {
	if g.totals == nil && g.filter.isZero() {
		return pdfs, nil
	}
	numbers := make([]int64, len(pdfs))
	for i := range pdfs {
		numbers[i] = pdfs[i].number
	}
	holders, err := g.store.CountDocumentsOfPDFs(ctx, &g.filter, numbers)
	if err != nil {
		return nil, err
	}
	shown := slices.DeleteFunc(pdfs, func(p foundPDF) bool { return holders[p.number] == 0 })
	if g.totals != nil {
		for _, p := range shown {
			g.totals.Documents += holders[p.number]
			g.totals.Pages += holders[p.number] * len(p.matches)
		}
	}
	return shown, nil
}

// group groups sorted pages by their PDFs.
func group(matches []Match) []foundPDF {
	var pdfs []foundPDF
	for start := 0; start < len(matches); {
		end := start
		for end < len(matches) && matches[end].PDF == matches[start].PDF {
			end++
		}
		pages := matches[start:end]
		slices.SortFunc(pages, func(a, b Match) int { return cmp.Or(cmp.Compare(b.Score, a.Score), a.Page-b.Page) })
		pdfs = append(pdfs, foundPDF{matches[start].PDF, pages})
		start = end
	}
	return pdfs
}

// addDocuments adds the documents of a PDF. It reports whether the response is full. In that case, it sets the cursor
// to the next document.
func (g *libraryRequest) addDocuments(ctx context.Context, pdf *foundPDF, at *cursor) (full bool, err error) {
	room := g.remaining()
	holders, err := g.store.ListDocumentsOfPDF(ctx, &g.filter, pdf.number, at.documents, room+1)
	if err != nil || len(holders) == 0 {
		return false, err
	}
	if room == 0 {
		return true, nil
	}
	pages, err := g.pages(ctx, pdf, holders[0].ID)
	if err != nil {
		return false, err
	}
	taken := 0
	for ; taken < len(holders) && g.remaining() > 0; taken++ {
		holders[taken].Pages = pages
		g.documents = append(g.documents, holders[taken])
		for _, page := range pages {
			g.boxCount += len(page.Boxes)
		}
	}
	at.documents += taken
	return len(holders) > taken, nil
}

// remaining returns the number of further documents that fit in the response.
func (g *libraryRequest) remaining() int {
	if g.boxCount >= maxShown {
		return 0
	}
	return g.limit - len(g.documents)
}

// pages returns the best pages of a PDF for a document.
func (g *libraryRequest) pages(ctx context.Context, pdf *foundPDF, document string) ([]PageHits, error) {
	var pages []PageHits
	for _, match := range pdf.matches[:min(shownPages, len(pdf.matches))] {
		text, err := g.store.FindText(ctx, pdf.number, match.Page)
		if err != nil {
			return nil, err
		}
		hits := g.query.Find(ctx, text)
		page := PageHits{Page: match.Page, Hits: len(hits), Snippet: excerpt(text, hits)}
		if g.withBoxes {
			if page.Boxes, err = g.boxes(ctx, g.query, document, match.Page); err != nil {
				return nil, err
			}
		}
		pages = append(pages, page)
	}
	return pages, ctx.Err()
}

// newestCursor returns the cursor of the first response. Its window begins with the newest PDF.
func newestCursor() cursor { return cursor{before: math.MaxInt64} }

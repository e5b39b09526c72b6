package search

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// The number of documents of one answer.
const (
	DefaultDocuments = 20
	MaxDocuments     = 100
)

// The pages that a document is shown with, and the pages that are ranked at once.
const (
	shownPages = 3
	ranked     = 20_000
)

// LibraryOptions say how all documents are searched.
type LibraryOptions struct {
	Limit int    // documents; 0 for [DefaultDocuments]
	After string // the Next of the answer before
	Boxes bool
}

// LibraryHits is an answer of [Service.Library].
type LibraryHits struct {
	Documents []Document
	Next      string // leads to the next ones; empty where there are none
}

// Library finds the documents with pages that have all phrases of a query. The order is that
// of their best page, and among equals, the newer PDF first. A page is better the rarer its
// phrases are, the more often it has them, and the shorter it is (BM25).
//
// Ranked are the 20,000 newest pages that match, then, behind all of these, the 20,000 before
// them, and so on: what is found on more pages than that is found by age first. Otherwise
// common words would take longer the more there is.
//
// A wrong query, limit or after is a fault of kind Invalid.
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
	release, err := s.turn(ctx, "")
	if err != nil {
		return found, err
	}
	defer release()
	g := gathering{Service: s, query: query, limit: limit, withBoxes: o.Boxes}
	next, err := g.gather(ctx, at)
	if next != nil {
		found.Next = next.String()
	}
	found.Documents = g.documents
	return found, err
}

// gathering is the work on one answer.
type gathering struct {
	*Service
	query     *Query
	limit     int
	withBoxes bool
	shown     int // boxes of hits that the answer has
	documents []Document
}

// gather collects documents from a place on. It gives where the next ones are, or nil.
func (g *gathering) gather(ctx context.Context, at cursor) (*cursor, error) {
	for {
		window, older, err := g.window(ctx, &at)
		if err != nil {
			return nil, err
		}
		at.find(window)
		for at.pdfs < len(window) {
			if full, err := g.take(ctx, &window[at.pdfs], &at); err != nil {
				return nil, err
			} else if full {
				at.note(window)
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

// found is a PDF with pages that match.
type foundPDF struct {
	number  int64
	matches []Match // the best first
}

// window gives the PDFs that are ranked together, the best first, and below which number
// there may be more; 0 where there are none. It fixes the window that at is in.
func (g *gathering) window(ctx context.Context, at *cursor) (pdfs []foundPDF, older int64, err error) {
	matches, err := g.store.ListMatches(ctx, g.query, at.before, ranked)
	if err != nil || len(matches) == 0 {
		return nil, 0, err
	}
	at.before = min(at.before, matches[0].PDF+1) // what comes later belongs to no answer that has begun
	pdfs = group(matches)
	if len(matches) == ranked {
		last := len(pdfs) - 1
		older = pdfs[last].number
		if last > 0 { // it may be cut off
			older++
			pdfs = pdfs[:last]
		}
	}
	slices.SortStableFunc(pdfs, func(a, b foundPDF) int { return cmp.Compare(b.matches[0].Score, a.matches[0].Score) })
	return pdfs, older, nil
}

// group groups pages by their PDFs, which are in order.
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

// take adds the documents of a PDF. Full says that there are more than fit: at is where.
func (g *gathering) take(ctx context.Context, pdf *foundPDF, at *cursor) (full bool, err error) {
	room := g.room()
	holders, err := g.store.ListHolders(ctx, pdf.number, at.documents, room+1)
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
	for ; taken < len(holders) && g.room() > 0; taken++ {
		holders[taken].Pages = pages
		g.documents = append(g.documents, holders[taken])
		for _, page := range pages {
			g.shown += len(page.Boxes)
		}
	}
	at.documents += taken
	return len(holders) > taken, nil
}

// room returns how many documents the answer may still have.
func (g *gathering) room() int {
	if g.shown >= mostShown {
		return 0
	}
	return g.limit - len(g.documents)
}

// pages gives the best pages of a PDF, which a document shows.
func (g *gathering) pages(ctx context.Context, pdf *foundPDF, document string) ([]PageHits, error) {
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

// newest is the place at which the first answer begins.
func newest() cursor { return cursor{before: math.MaxInt64} }

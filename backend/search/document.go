package search

import (
	"context"
	"time"

	"lectern/backend/internal/fault"
	"lectern/converters/wire"
)

// The default and the maximum number of pages in one response.
const (
	DefaultPages = 20
	MaxPages     = 100
)

// The maximum number of matching pages on which hits are counted, and the number of texts that are read at a time.
const (
	maxCountedPages = 1000
	textBatch       = 100
)

// DocumentOptions are the options of [Service.Document].
type DocumentOptions struct {
	Options
	Limit     int  // maximum number of pages; 0 for [DefaultPages]
	After     int  // only pages after the page with this number; 0 for all
	Before    int  // only pages before the page with this number; 0 for all
	Uncounted bool // do not count pages and hits
	Text      bool // include an excerpt of each page
	Lines     bool // include the text around each hit
	Skip      int  // number of first hits of each page whose lines are not needed
	Boxes     bool
}

// DocumentHits is the result of [Service.Document].
type DocumentHits struct {
	Total    *int       `json:"total,omitempty" doc:"The number of pages with hits. If more than 1,000 pages may have hits, it is the number of these pages. Absent if hits are not counted, or if counting would search more than 5,000 pages or take too long; search/counts searches all pages." example:"12"`
	Hits     *int       `json:"hits,omitempty" doc:"The number of hits on all these pages; absent if it is larger than 1,000 or unknown, or if hits are not counted." example:"31"`
	Searched int        `json:"searched" doc:"The number of pages, from page 1 on, that were searched: fewer than the document has while it is being processed." example:"40"`
	Pages    []PageHits `json:"pages" nullable:"false" doc:"The pages with hits, in page order."`
	Next     int        `json:"next,omitempty" doc:"Value of the parameter after for the next part; absent if this is the last one."`
}

// Document finds the pages of a document that have all phrases of a query, in order. Parts of words match, unless the
// options require whole words. The error is a fault of kind Invalid for an invalid query or option, of kind NotFound
// for a missing document, and of kind Busy if too many searches are running.
func (s *Service) Document(ctx context.Context, document, text string, o DocumentOptions) (DocumentHits, error) {
	query, err := Parse(text, o.inDocument())
	if err != nil {
		return DocumentHits{}, err
	}
	limit, err := checkLimit(o.Limit, DefaultPages, MaxPages)
	if err == nil {
		err = o.check()
	}
	if err != nil {
		return DocumentHits{}, err
	}
	release, err := s.acquireTurn(ctx, o.Holder)
	if err != nil {
		return DocumentHits{}, err
	}
	defer release()
	source, err := s.store.FindSource(ctx, document)
	if err != nil || source.PDF == 0 || len(query.Phrases) == 0 {
		return DocumentHits{Total: new(int), Hits: new(int), Searched: source.Indexed, Pages: []PageHits{}}, err
	}
	r := documentRequest{Service: s, query: query, document: document, source: source, limit: limit, options: o}
	return r.search(ctx)
}

func (o *DocumentOptions) check() error {
	if o.After < 0 {
		return fault.Field("after", "The parameter after must be a number from 0 on.")
	}
	if o.Before < 0 {
		return fault.Field("before", "The parameter before must be a number from 0 on.")
	}
	if o.Skip < 0 {
		return fault.Field("skip", "The parameter skip must be a number from 0 on.")
	}
	return nil
}

// documentRequest is the state of one response to a search of a document.
type documentRequest struct {
	*Service
	query    *Query
	document string
	source   Source
	limit    int
	options  DocumentOptions
	boxCount int // number of boxes and lines of hits in the response
}

func (r *documentRequest) search(ctx context.Context) (DocumentHits, error) {
	found := DocumentHits{Searched: r.source.Indexed, Pages: []PageHits{}}
	if !r.options.Uncounted {
		total, err := r.countPages(ctx)
		if err != nil {
			return found, err
		}
		if total != nil && *total <= maxCountedPages {
			found.Total, found.Hits = new(int), new(int)
			err = r.visit(ctx, 0, func(page PageText) (bool, error) { return true, r.count(ctx, &found, page) })
			return found, err
		}
		found.Total = total
	}
	err := r.visit(ctx, r.options.After, func(page PageText) (bool, error) {
		if !r.isBefore(page.Page) {
			return false, nil
		}
		hits := r.query.Find(ctx, page.Text)
		if len(hits) == 0 {
			return true, nil
		}
		full, err := r.add(ctx, &found, page, hits)
		return !full, err
	})
	return found, err
}

// countPages returns the number of pages that may have hits, or nil if counting them would take too long.
func (r *documentRequest) countPages(ctx context.Context) (*int, error) {
	if !r.query.matchParts {
		total, err := r.store.CountPages(ctx, r.query, r.source.PDF)
		return &total, err
	}
	total, work := new(int), workLimit{begin: time.Now()}
	err := r.visit(ctx, 0, func(page PageText) (bool, error) {
		if !work.addPage() {
			total = nil
			return false, nil
		}
		if r.query.mayHave(page.Text) {
			*total++
		}
		return true, nil
	})
	return total, err
}

// visit reads the pages that may have hits and that follow the given page. It calls the function visit with each page,
// until the function returns false.
func (r *documentRequest) visit(ctx context.Context, after int, visit func(PageText) (more bool, err error)) error {
	for {
		pages, err := r.list(ctx, after)
		if err != nil {
			return err
		}
		for _, page := range pages {
			more, err := visit(page)
			if err == nil {
				err = ctx.Err()
			}
			if err != nil || !more {
				return err
			}
			after = page.Page
		}
		if len(pages) < textBatch {
			return nil
		}
	}
}

// list returns the next pages that may have hits and that follow the given page. If parts of words match, it returns
// all pages: the index contains only whole words, and reading all texts of a document is fast enough.
func (r *documentRequest) list(ctx context.Context, after int) ([]PageText, error) {
	if r.query.matchParts {
		return r.store.ListAllPages(ctx, r.source.PDF, after, textBatch)
	}
	return r.store.ListPages(ctx, r.query, r.source.PDF, after, textBatch)
}

// count counts the hits on a page. It adds the page to the response if the page is within the requested range.
func (r *documentRequest) count(ctx context.Context, found *DocumentHits, page PageText) error {
	hits := r.query.Find(ctx, page.Text)
	if len(hits) == 0 {
		return nil
	}
	*found.Total++
	*found.Hits += len(hits)
	if page.Page <= r.options.After || !r.isBefore(page.Page) {
		return nil
	}
	_, err := r.add(ctx, found, page, hits)
	return err
}

// isBefore reports whether a page comes before the page that [DocumentOptions.Before] names.
func (r *documentRequest) isBefore(page int) bool {
	return r.options.Before == 0 || page < r.options.Before
}

// add adds a page to the response. It reports whether the response is full.
func (r *documentRequest) add(ctx context.Context, found *DocumentHits, text PageText, hits []Hit) (full bool, err error) {
	if last := len(found.Pages) - 1; len(found.Pages) == r.limit || r.boxCount >= maxShown {
		found.Next = found.Pages[last].Page
		return true, nil
	}
	page := PageHits{Page: text.Page, Hits: len(hits)}
	if r.options.Text {
		page.Snippet = excerpt(text.Text, hits)
	}
	if r.options.Lines {
		page.Lines = lines(text.Text, hits, r.options.Skip)
	}
	if r.options.Boxes {
		page.Boxes, err = r.boxes(ctx, r.query, r.document, text.Page)
	}
	r.boxCount += len(page.Lines) + len(page.Boxes)
	found.Pages = append(found.Pages, page)
	return false, err
}

// boxes returns the boxes of a page's hits, or nil if the words of the page cannot be read at present.
func (s *Service) boxes(ctx context.Context, query *Query, document string, page int) ([][]wire.Box, error) {
	words, err := s.words.Words(ctx, document, page)
	if err != nil {
		return nil, ctx.Err()
	}
	return query.boxes(ctx, &words), ctx.Err()
}

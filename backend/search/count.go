package search

import (
	"context"
	"time"

	"lectern/backend/internal/fault"
)

// Limits of one response of [Service.Counts]: the number of pages, and the time. The next response continues with the
// following page.
const (
	maxSearchedPages = 5000
	maxSearchTime    = 200 * time.Millisecond
)

// workLimit limits the work for one response.
type workLimit struct {
	begin    time.Time
	searched int // pages searched so far
}

// addPage reports whether one more page is within the limits, and counts the page if it is.
func (s *workLimit) addPage() bool {
	if s.searched > 0 && s.searched%textBatch == 0 && (s.searched == maxSearchedPages || time.Since(s.begin) > maxSearchTime) {
		return false
	}
	s.searched++
	return true
}

// CountOptions are the options of [Service.Counts].
type CountOptions struct {
	Options
	After int // only pages after the page with this number; 0 for all
}

// Counts is the result of [Service.Counts].
type Counts struct {
	Pages    int        `json:"pages" doc:"The number of pages with hits among the pages that were searched." example:"3"`
	Hits     int        `json:"hits" doc:"The number of hits on these pages." example:"7"`
	Searched int        `json:"searched" doc:"The number of pages, from page 1 on, that can be searched: fewer than the document has while it is being processed." example:"40"`
	Runs     []CountRun `json:"runs" nullable:"false" doc:"The pages with hits, in page order. Consecutive pages with the same number of hits are combined."`
	Next     int        `json:"next,omitempty" doc:"Value of the parameter after for the next part; absent once all pages were searched."`
}

// CountRun contains the numbers of hits on consecutive pages, all of which have hits.
type CountRun struct {
	Page int   `json:"page" doc:"Number of the first page, from 1." example:"12"`
	Hits []int `json:"hits" nullable:"false" doc:"Number of hits on it and on each following page of the run."`
}

// Counts counts the hits on each page of a document, without their boxes. The errors are those of [Service.Document].
func (s *Service) Counts(ctx context.Context, document, text string, o CountOptions) (Counts, error) {
	query, err := Parse(text, o.inDocument())
	if err == nil && o.After < 0 {
		err = fault.Field("after", "The parameter after must be a number from 0 on.")
	}
	if err != nil {
		return Counts{}, err
	}
	release, err := s.acquireTurn(ctx, o.Holder)
	if err != nil {
		return Counts{}, err
	}
	defer release()
	source, err := s.store.FindSource(ctx, document)
	counts := Counts{Searched: source.Indexed, Runs: []CountRun{}}
	if err != nil || source.PDF == 0 || len(query.Phrases) == 0 {
		return counts, err
	}
	r := documentRequest{Service: s, query: query, document: document, source: source}
	return counts, r.countAll(ctx, &counts, o.After)
}

// countAll counts the hits on the pages that follow the given page, within the limits of one response.
func (r *documentRequest) countAll(ctx context.Context, counts *Counts, after int) error {
	work := workLimit{begin: time.Now()}
	return r.visit(ctx, after, func(page PageText) (bool, error) {
		if !work.addPage() {
			counts.Next = after
			return false, nil
		}
		after = page.Page
		counts.add(page.Page, len(r.query.Find(ctx, page.Text)))
		return true, nil
	})
}

// add adds a page and the number of its hits. The page must follow the pages that were added before. A page without
// hits is ignored.
func (c *Counts) add(page, hits int) {
	if hits == 0 {
		return
	}
	c.Pages++
	c.Hits += hits
	if last := len(c.Runs) - 1; last >= 0 && c.Runs[last].Page+len(c.Runs[last].Hits) == page {
		c.Runs[last].Hits = append(c.Runs[last].Hits, hits)
		return
	}
	c.Runs = append(c.Runs, CountRun{page, []int{hits}})
}

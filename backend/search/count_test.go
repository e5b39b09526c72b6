package search

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"lectern/backend/internal/fault"
	"lectern/converters/wire"
)

// fakePDF is a store of one PDF with the given pages. Its index returns all pages for every query. Reading a page takes
// the time in the field pace.
type fakePDF struct {
	fakeLibrary
	pages []string
	pace  time.Duration
}

func (v *fakePDF) FindSource(context.Context, string) (Source, error) {
	return Source{PDF: 1, Indexed: len(v.pages)}, nil
}

func (v *fakePDF) CountPages(context.Context, *Query, int64) (int, error) { return len(v.pages), nil }

func (v *fakePDF) ListAllPages(ctx context.Context, pdf int64, after, limit int) ([]PageText, error) {
	return v.ListPages(ctx, nil, pdf, after, limit)
}

func (v *fakePDF) ListPages(_ context.Context, _ *Query, _ int64, after, limit int) ([]PageText, error) {
	var pages []PageText
	for page := after + 1; page <= min(len(v.pages), after+limit); page++ {
		time.Sleep(v.pace)
		pages = append(pages, PageText{page, v.pages[page-1]})
	}
	return pages, nil
}

// Words returns the text of a page as one line of words, each one point wide.
func (v *fakePDF) Words(_ context.Context, _ string, page int) (words wire.Words, err error) {
	var line wire.Line
	for i, word := range strings.Fields(v.pages[page-1]) {
		line.Words = append(line.Words, wire.Word{Text: word, Box: wire.Box{float64(i), 0, float64(i + 1), 1}})
	}
	words.Lines = []wire.Line{line}
	return words, nil
}

func TestCounts(t *testing.T) {
	v := &fakePDF{pages: []string{"word", "Word, wording", "", "none", "word", "a word"}}
	for _, test := range []struct {
		query string
		o     CountOptions
		want  Counts
	}{
		{"word", CountOptions{Options: Options{Word: true}}, Counts{Pages: 4, Hits: 4, Runs: []CountRun{{1, []int{1, 1}}, {5, []int{1, 1}}}}},
		{"or", CountOptions{}, Counts{Pages: 4, Hits: 5, Runs: []CountRun{{1, []int{1, 2}}, {5, []int{1, 1}}}}},
		{"word", CountOptions{Options: Options{Case: true, Word: true}}, Counts{Pages: 3, Hits: 3, Runs: []CountRun{{1, []int{1}},
			{5, []int{1, 1}}}}},
		{"word", CountOptions{After: 5}, Counts{Pages: 1, Hits: 1, Runs: []CountRun{{6, []int{1}}}}},
		{"nowhere", CountOptions{}, Counts{Runs: []CountRun{}}},
		{"—", CountOptions{}, Counts{Runs: []CountRun{}}},
	} {
		test.want.Searched = len(v.pages)
		got, err := New(v, v).Counts(t.Context(), "document", test.query, test.o)
		if err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s %+v: %+v %v, not %+v", test.query, test.o, got, err, test.want)
		}
	}
}

// TestCountsGoOn counts hits on more pages than one response covers, and on pages that are slow to read.
func TestCountsGoOn(t *testing.T) {
	for name, v := range map[string]*fakePDF{
		"many": {pages: strings.Fields(strings.Repeat("word ", 2*maxSearchedPages+7))},
		"slow": {pages: strings.Fields(strings.Repeat("word ", 1234)), pace: 10 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				answers, pages := 0, 0
				for after := 0; answers == 0 || after > 0; answers++ {
					counts, err := New(v, v).Counts(t.Context(), "document", "word", CountOptions{After: after})
					if err != nil || counts.Pages == 0 || counts.Runs[0].Page != pages+1 {
						t.Fatalf("after %d: %+v %v", after, counts, err)
					}
					pages, after = pages+counts.Pages, counts.Next
				}
				if pages != len(v.pages) || answers < 3 || answers > 1+len(v.pages)/textBatch {
					t.Errorf("%d of %d pages in %d answers", pages, len(v.pages), answers)
				}
			})
		})
	}
}

// TestTotalOnlyIfInTime checks that a search returns the total number of hits only if one response can cover all
// pages in time.
func TestTotalOnlyIfInTime(t *testing.T) {
	for name, test := range map[string]struct {
		v     *fakePDF
		total bool
		most  time.Duration
	}{
		"as many as may be": {v: &fakePDF{pages: strings.Fields(strings.Repeat("word ", maxSearchedPages))}, total: true},
		"many":              {v: &fakePDF{pages: strings.Fields(strings.Repeat("word ", maxSearchedPages+1))}},
		"slow": {v: &fakePDF{pages: strings.Fields(strings.Repeat("word ", 1234)), pace: 10 * time.Millisecond},
			most: 4 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begin := time.Now()
				found, err := New(test.v, test.v).Document(t.Context(), "document", "word", DocumentOptions{})
				if err != nil || (found.Total != nil) != test.total || found.Hits != nil || len(found.Pages) != DefaultPages ||
					found.Next != DefaultPages {
					t.Errorf("%+v %v", found, err)
				}
				if took := time.Since(begin); took > test.most {
					t.Errorf("it took %v", took)
				}
			})
		})
	}
}

// disconnectingPDF is a fakePDF that simulates a reader who disconnects while the first pages are read: it then calls
// leave.
type disconnectingPDF struct {
	*fakePDF
	leave context.CancelFunc
}

func (l disconnectingPDF) ListAllPages(ctx context.Context, pdf int64, after, limit int) ([]PageText, error) {
	pages, err := l.fakePDF.ListAllPages(ctx, pdf, after, limit)
	l.leave()
	return pages, err
}

func TestSearchEndsWithItsReader(t *testing.T) {
	pages := []string{"word", "word"}
	for name, ask := range map[string]func(context.Context, *Service) error{
		"counted": func(ctx context.Context, s *Service) error {
			_, err := s.Document(ctx, "document", "word", DocumentOptions{})
			return err
		},
		"uncounted": func(ctx context.Context, s *Service) error {
			_, err := s.Document(ctx, "document", "word", DocumentOptions{Uncounted: true})
			return err
		},
		"counts": func(ctx context.Context, s *Service) error {
			_, err := s.Counts(ctx, "document", "word", CountOptions{})
			return err
		},
	} {
		ctx, leave := context.WithCancel(t.Context())
		v := disconnectingPDF{&fakePDF{pages: pages}, leave}
		if err := ask(ctx, New(v, v)); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCountOptions(t *testing.T) {
	v := &fakePDF{pages: []string{"one word of many", "none", "a word and a word", "word"}}
	find := func(o DocumentOptions) DocumentHits {
		t.Helper()
		found, err := New(v, v).Document(t.Context(), "document", "word", o)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if found := find(DocumentOptions{Uncounted: true, After: 1, Before: 4}); found.Hits != nil || found.Total != nil ||
		len(found.Pages) != 1 || found.Next != 0 || !reflect.DeepEqual(found.Pages[0], PageHits{Page: 3, Hits: 2}) {
		t.Errorf("between two pages: %+v", found)
	}
	if found := find(DocumentOptions{Before: 3}); *found.Hits != 4 || *found.Total != 3 || len(found.Pages) != 1 {
		t.Errorf("counted: %+v", found)
	}
	page := find(DocumentOptions{After: 2, Limit: 1, Lines: true}).Pages[0]
	if want := "[[{a  false} {word true} { and a word false}] [{a word and a  false} {word true}]]"; fmt.Sprint(page.Lines) != want {
		t.Errorf("%v, not %s", page.Lines, want)
	}
}

// TestMostShown searches a page with more hits than are marked in a response.
func TestMostShown(t *testing.T) {
	v := &fakePDF{pages: []string{strings.Repeat("word ", maxBoxes+5)}}
	for skip, lines := range map[int]int{0: maxLines, maxLines: maxLines, maxBoxes: 5, maxBoxes + 5: 0, maxBoxes + 6: 0} {
		found, err := New(v, v).Document(t.Context(), "document", "word", DocumentOptions{Lines: true, Boxes: true, Skip: skip})
		if err != nil {
			t.Fatal(err)
		}
		if page := found.Pages[0]; page.Hits != maxBoxes+5 || len(page.Lines) != lines || len(page.Boxes) != maxBoxes {
			t.Errorf("skipping %d: %d hits, %d lines, %d boxes", skip, page.Hits, len(page.Lines), len(page.Boxes))
		}
	}
}

// TestAnswersAreBounded searches pages with many hits each. A response that would become too large ends early, and the
// next response continues where it has ended.
//
// SECURITY.md, promise 46 (bounded requests)
func TestAnswersAreBounded(t *testing.T) {
	const hits = 300
	v := &fakePDF{pages: slices.Repeat([]string{strings.Repeat("word ", hits)}, MaxPages)}
	for _, uncounted := range []bool{true, false} {
		seen := 0
		for after := 0; seen == 0 || after > 0; {
			found, err := New(v, v).Document(t.Context(), "document", "word",
				DocumentOptions{Limit: MaxPages, After: after, Uncounted: uncounted, Text: true, Lines: true, Boxes: true})
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(found)
			if err != nil || len(found.Pages) == 0 || found.Pages[0].Page != seen+1 || len(text) > 256<<10 {
				t.Fatalf("after %d: %d pages in %d bytes %v", after, len(found.Pages), len(text), err)
			}
			seen, after = seen+len(found.Pages), found.Next
		}
		if seen != len(v.pages) {
			t.Errorf("%d pages of %d", seen, len(v.pages))
		}
	}
}

// blockingPDF is a fakePDF whose searches block until end permits them to continue.
type blockingPDF struct {
	*fakePDF
	begun, end chan struct{}
}

func (b blockingPDF) FindSource(ctx context.Context, _ string) (Source, error) {
	b.begun <- struct{}{}
	select {
	case <-b.end:
		return Source{}, nil
	case <-ctx.Done():
		return Source{}, ctx.Err()
	}
}

// TestConcurrentSearchesAreLimited starts more searches for one holder of a key or a session than may run and wait at
// the same time. Other holders can still search.
//
// SECURITY.md, promise 46 (bounded requests)
func TestConcurrentSearchesAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := blockingPDF{&fakePDF{}, make(chan struct{}, 100), make(chan struct{})}
		service := New(b, b)
		errs := make(chan error, 100)
		ask := func(ctx context.Context, holder string) {
			_, err := service.Counts(ctx, "document", "word", CountOptions{Options: Options{Holder: holder}})
			errs <- err
		}
		for range maxRunningPerHolder + maxWaitingPerHolder + 1 {
			go ask(t.Context(), "one")
		}
		synctest.Wait()
		if err := <-errs; !fault.Is(err, fault.Busy) || len(b.begun) != maxRunningPerHolder {
			t.Errorf("%v, and %d run", err, len(b.begun))
		}
		time.Sleep(maxWait)
		synctest.Wait()
		for range maxWaitingPerHolder {
			err := <-errs
			if busy, _ := errors.AsType[*fault.Error](err); !fault.Is(err, fault.Busy) || busy.RetryAfter == 0 {
				t.Errorf("one that waits for long: %v", err)
			}
		}
		go ask(t.Context(), "another")
		gone, leave := context.WithCancel(t.Context())
		go ask(gone, "one")
		synctest.Wait()
		if len(b.begun) != maxRunningPerHolder+1 {
			t.Errorf("%d run", len(b.begun))
		}
		leave()
		if err := <-errs; !errors.Is(err, context.Canceled) {
			t.Errorf("one that nobody waits for: %v", err)
		}
		close(b.end)
		synctest.Wait()
		for range maxRunningPerHolder + 1 {
			if err := <-errs; err != nil {
				t.Error(err)
			}
		}
	})
}

package search

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lectern/backend/internal/fault"
	"lectern/converters/wire"
)

// fakeLibrary is a store of PDFs. The field pages has the number of pages of each PDF. All pages match every query. The
// PDFs are numbered from 1, and the function score returns the score of a page. The function holders returns the number
// of documents that show a PDF; if it is nil, each PDF has one document.
type fakeLibrary struct {
	pages   []int
	score   func(pdf, page int) float64
	holders func(pdf int64) int
}

func (s *fakeLibrary) ListMatches(_ context.Context, _ *Query, before int64, limit int) ([]Match, error) {
	var matches []Match
	for pdf := min(int(before-1), len(s.pages)); pdf >= 1; pdf-- {
		for page := s.pages[pdf-1]; page >= 1; page-- {
			if len(matches) == limit {
				return matches, nil
			}
			matches = append(matches, Match{PDF: int64(pdf), Page: page, Score: s.score(pdf, page)})
		}
	}
	return matches, nil
}

func (s *fakeLibrary) ListDocumentsOfPDF(_ context.Context, _ *Filter, pdf int64, skip, limit int) ([]Document, error) {
	count := 1
	if s.holders != nil {
		count = s.holders(pdf)
	}
	var docs []Document
	for i := skip; i < min(count, skip+limit); i++ {
		docs = append(docs, Document{ID: fmt.Sprintf("%d.%d", pdf, i)})
	}
	return docs, nil
}

func (s *fakeLibrary) CountDocumentsOfPDFs(_ context.Context, f *Filter, pdfs []int64) (map[int64]int, error) {
	counts := map[int64]int{}
	for _, pdf := range pdfs {
		if f.Favorite && pdf%2 == 0 { // only PDFs with odd numbers are favorites
			continue
		}
		if counts[pdf] = 1; s.holders != nil {
			counts[pdf] = s.holders(pdf)
		}
	}
	return counts, nil
}

func (s *fakeLibrary) FindSource(context.Context, string) (Source, error)     { return Source{}, nil }
func (s *fakeLibrary) CountPages(context.Context, *Query, int64) (int, error) { return 0, nil }
func (s *fakeLibrary) FindText(context.Context, int64, int) (string, error)   { return "a word", nil }
func (s *fakeLibrary) Words(context.Context, string, int) (words wire.Words, err error) {
	return words, nil
}
func (s *fakeLibrary) ListAllPages(context.Context, int64, int, int) ([]PageText, error) {
	return nil, nil
}
func (s *fakeLibrary) ListPages(context.Context, *Query, int64, int, int) ([]PageText, error) {
	return nil, nil
}

// walk reads all search results, in responses of up to limit documents, and returns the IDs of the documents.
func walk(t *testing.T, s *fakeLibrary, limit int) []string {
	t.Helper()
	var ids []string
	for after := ""; ; {
		found, err := New(s, s).Library(t.Context(), "word", LibraryOptions{Limit: limit, After: after})
		if err != nil {
			t.Fatal(err)
		}
		if len(found.Documents) > limit || len(found.Documents) < limit && found.Next != "" {
			t.Fatalf("%d documents at a time, and then %q", len(found.Documents), found.Next)
		}
		for _, d := range found.Documents {
			ids = append(ids, d.ID)
		}
		if after = found.Next; after == "" {
			return ids
		}
	}
}

// TestWindows reads search results with more pages than are ranked at once.
func TestWindows(t *testing.T) {
	s := &fakeLibrary{pages: slices.Repeat([]int{700}, 60), score: func(pdf, page int) float64 { return float64(1000*(pdf%3) + page) }}
	ids := walk(t, s, 7)
	var want []string
	for _, window := range [][2]int{{60, 33}, {32, 5}, {4, 1}} { // 28 PDFs of 700 pages have just under 20,000 pages
		for rest := 2; rest >= 0; rest-- {
			for pdf := window[0]; pdf >= window[1]; pdf-- {
				if pdf%3 == rest {
					want = append(want, fmt.Sprintf("%d.0", pdf))
				}
			}
		}
	}
	if !slices.Equal(ids, want) {
		t.Errorf("got  %q\nwant %q", ids, want)
	}
}

// TestWindowOfOnePDF searches PDFs with more pages than are ranked together.
func TestWindowOfOnePDF(t *testing.T) {
	s := &fakeLibrary{pages: []int{3, 2 * rankBatch, rankBatch, 5}, score: func(pdf, _ int) float64 { return float64(-pdf) }}
	if got := strings.Join(walk(t, s, 1), " "); got != "4.0 3.0 2.0 1.0" {
		t.Errorf("got %s", got)
	}
}

// TestPDFsOfSeveralDocuments searches PDFs that are shown by several documents, or by no document.
func TestPDFsOfSeveralDocuments(t *testing.T) {
	s := &fakeLibrary{pages: []int{1, 1, 1}, score: func(pdf, _ int) float64 { return float64(pdf) },
		holders: func(pdf int64) int { return []int{3, 0, 2}[pdf-1] }}
	for limit := 1; limit <= 6; limit++ {
		if got := strings.Join(walk(t, s, limit), " "); got != "3.0 3.1 1.0 1.1 1.2" {
			t.Errorf("%d at a time: %s", limit, got)
		}
	}
}

func TestInvalidCursors(t *testing.T) {
	s := &fakeLibrary{}
	for _, after := range []string{"x", "1", "1-2", "1-2-3-4", "-1-0-0", "1--1-0", "1-0--1", "01-0-0", "99999999999999999999-0-0",
		"1-0-0-0-0 ", "1-0-0--1-0", "1-0-0-0--1"} {
		if _, err := New(s, s).Library(t.Context(), "word", LibraryOptions{After: after}); !fault.Is(err, fault.Invalid) {
			t.Errorf("%q: %v", after, err)
		}
	}
	if found, err := New(s, s).Library(t.Context(), "word", LibraryOptions{After: "9223372036854775807-9-9-0-0"}); err != nil ||
		len(found.Documents) != 0 {
		t.Errorf("%+v, %v", found, err)
	}
}

// TestTotals counts the documents and pages of searches, including searches with more pages than are ranked together.
func TestTotals(t *testing.T) {
	twoEach := func(int64) int { return 2 }
	noneInTrash := func(pdf int64) int { return int(pdf % 2) }
	for _, test := range []struct {
		name    string
		pages   []int
		holders func(int64) int
		filter  Filter
		want    Totals
	}{
		{"each page once", []int{3, 1, 2}, nil, Filter{}, Totals{Documents: 3, Pages: 6}},
		{"each document of a PDF", []int{3, 1}, twoEach, Filter{}, Totals{Documents: 4, Pages: 8}},
		{"not those in the trash", []int{3, 5, 2}, noneInTrash, Filter{}, Totals{Documents: 2, Pages: 5}},
		{"only those of the filter", []int{3, 5, 2, 7}, nil, Filter{Favorite: true}, Totals{Documents: 2, Pages: 5}},
		{"the first part only", slices.Repeat([]int{700}, 60), nil, Filter{}, Totals{Documents: 28, Pages: 28 * 700, Partial: true}},
		{"nothing", nil, nil, Filter{}, Totals{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := &fakeLibrary{pages: test.pages, score: func(int, int) float64 { return 1 }, holders: test.holders}
			found, err := New(s, s).Library(t.Context(), "word", LibraryOptions{Filter: test.filter, Limit: 1, Count: true})
			if err != nil || found.Totals == nil || *found.Totals != test.want {
				t.Errorf("got %+v, %v, want %+v", found.Totals, err, test.want)
			}
		})
	}
}

// TestTotalsOnRequest checks that a search does not count unless it is asked to.
func TestTotalsOnRequest(t *testing.T) {
	s := &fakeLibrary{pages: []int{1}, score: func(int, int) float64 { return 1 }}
	found, err := New(s, s).Library(t.Context(), "word", LibraryOptions{})
	if err != nil || found.Totals != nil {
		t.Errorf("got %+v, %v", found.Totals, err)
	}
}

package pdf_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/pdf"
	"lectern/converters/pdf/pdftest"
)

// slowPages sends requests for images of a page that takes minutes to draw. The argument count is the number of
// requests. slowPages returns when the function begun returns true for the current load. The requests end with ctx.
func slowPages(t *testing.T, ctx context.Context, reader *pdf.Reader, src pdf.Source, count int, begun func(convert.Load) bool) {
	t.Helper()
	done := make(chan error, count)
	for i := range count {
		go func() {
			_, err := reader.Image(ctx, src, 2, float64(i+1))
			done <- err
		}()
	}
	until(t, "they have begun", func() bool { return begun(reader.Load()) })
	t.Cleanup(func() {
		for range count {
			if err := <-done; !errors.Is(err, context.Canceled) && !errors.Is(err, convert.ErrClosed) {
				t.Errorf("one that hangs ended with %v", err)
			}
		}
	})
}

// A reader who scrolls past slow pages can read other pages of the document, whether the slow pages have just started,
// are in the long class, or were preempted.
//
// SECURITY.md, promise 17 (limits of converters)
func TestPDFSlowPagesDoNotBlockOthers(t *testing.T) {
	tests := map[string]struct {
		giveWay time.Duration
		slow    int // number of requests for a page that takes minutes
		begun   func(convert.Load) bool
	}{
		"for a moment":                        {time.Hour, 2, func(l convert.Load) bool { return l.Busy == 2 }},
		"for long":                            {soon, 2, func(l convert.Load) bool { return l.Long == 2 }},
		"more of them than there is room for": {soon, 12, func(l convert.Load) bool { return l.Busy == 7 || l.Waiting > 0 }},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			reader := newPDF(t, func(cfg *convert.Config) { cfg.Workers = 2 })
			reader.PreemptAfter(test.giveWay)
			bomb := source(t, pdftest.Bomb(9))
			wantText(t, reader, bomb, 1, "Harmless")
			slowPages(t, t.Context(), reader, bomb, test.slow, test.begun)
			for range 3 {
				wantText(t, reader, bomb, 1, "Harmless")
			}
			if load := reader.Load(); load.Busy < 2 {
				t.Errorf("the slow pages have ended: %+v", load)
			}
			wantText(t, reader, textSource(t, "Another"), 1, "Another")
		})
	}
}

// After the slow pages of a document have ended, the document does not keep a process for each of them.
func TestPDFSlowPagesLeave(t *testing.T) {
	reader := newPDF(t, func(cfg *convert.Config) { cfg.Workers = 2 })
	link, _ := links.Load(reader)
	ctx, cancel := context.WithCancel(t.Context())
	bomb := source(t, pdftest.Bomb(9))
	slowPages(t, ctx, reader, bomb, 3, func(l convert.Load) bool { return l.Busy == 3 })
	wantText(t, reader, bomb, 1, "Harmless")
	cancel()
	until(t, "they have gone", func() bool { return reader.Load() == convert.Load{} })
	until(t, "two processes for the document are kept, and a spare", func() bool { return len(processes(t, link.(string))) <= 3 })
}

// A batch of texts ends at a page that takes too long, whether that page can be cancelled or its process must be
// killed. Reading can continue after that page.
//
// SECURITY.md, promise 17 (limits of converters)
func TestPDFTextsPassOverSlowPages(t *testing.T) {
	reader := newPDF(t, func(cfg *convert.Config) { cfg.Deadline = 5 * time.Second })
	for name, test := range map[string]struct {
		pdf   []byte
		first string
		next  string
	}{
		"that ends when it is told": {pdftest.Bomb(9), "Harmless\n", ""},
		"that does not":             {pdftest.Stuck(), "One\n", "Three\n"},
	} {
		src := source(t, test.pdf)
		got, err := reader.Texts(t.Context(), src, 1, 9, 20*time.Millisecond)
		if err != nil || !slices.Equal(got.Pages, []string{test.first, ""}) || !slices.Equal(got.Unread, []int{2}) || got.Slow != 2 {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		if test.next == "" {
			continue
		}
		got, err = reader.Texts(t.Context(), src, 3, 9, time.Minute)
		if err != nil || !slices.Equal(got.Pages, []string{test.next}) || len(got.Unread) > 0 {
			t.Errorf("%s, the next page: %+v, %v", name, got, err)
		}
	}
}

// The check of images ends at a page that takes long, even if that page cannot be cancelled, and the next request is
// served.
//
// SECURITY.md, promise 17 (limits of converters)
func TestPDFPicturesEndAtSlowPages(t *testing.T) {
	reader := newPDF(t, nil)
	src := source(t, pdftest.Stuck())
	limited, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if got, err := reader.Pictures(limited, src, 1, 10*time.Millisecond); err == nil {
		t.Errorf("%+v", got)
	}
	got, err := reader.Pictures(t.Context(), src, 3, time.Minute)
	if err != nil || got.Pages != 1 || len(got.Broken) > 0 {
		t.Errorf("page 3: %+v, %v", got, err)
	}
}

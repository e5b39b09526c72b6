package conversion_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	convertpdf "lectern/backend/convert/pdf"
	"lectern/backend/document"
	"lectern/backend/document/pages"
	"lectern/backend/internal/fault"
	"lectern/converters/wire"
)

// heldRenderer blocks each request for a picture until it is released.
type heldRenderer struct {
	fakeRenderer
	begun   chan float64  // scales of the pictures being drawn
	release chan struct{} // one value per picture
}

func (r *heldRenderer) JoinOrSend(ctx context.Context, _ convertpdf.Source, request wire.PDFRequest) (wire.PDFResult, error) {
	r.begun <- request.Scale
	select {
	case <-r.release:
		return wire.PDFResult{Data: fmt.Appendf(nil, "%g", request.Scale)}, nil
	case <-ctx.Done():
		return wire.PDFResult{}, ctx.Err()
	}
}

// TestDrawingInTurns fills the queue of one reader. Requests of another reader are served at once, further requests of
// the first reader are rejected, and cached pages are returned without waiting.
//
// SECURITY.md, promise 46 (bounded requests)
func TestDrawingInTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const atOnce, waiting = 2, 256
		renderer := &heldRenderer{begun: make(chan float64, 1000), release: make(chan struct{})}
		cache, err := pages.New(pages.Config{Renderer: renderer, DrawsPerReader: atOnce, MaxBytes: 1 << 20})
		check(t, err)
		doc := &document.Document{Viewable: true, PageCount: 1, PDF: "a"}
		drawn := make(chan error, 1000)
		ctx, cancel := context.WithCancel(t.Context())
		draw := func(reader string, scale float64) {
			go func() {
				_, err := cache.Render(ctx, reader, doc, pages.Image, 1, scale)
				drawn <- err
			}()
			synctest.Wait()
		}
		for n := range 2*atOnce + waiting {
			draw("one", 1+float64(n)/1000)
		}
		if len(renderer.begun) != atOnce {
			t.Fatalf("%d pages of one reader are drawn at once", len(renderer.begun))
		}
		draw("one", 9)
		refused := <-drawn
		if busy, ok := errors.AsType[*fault.Error](refused); !ok || busy.Kind != fault.Busy || busy.RetryAfter == 0 {
			t.Errorf("one too many: %v", refused)
		}
		draw("other", 5)
		if len(renderer.begun) != atOnce+1 {
			t.Fatal("another reader's page waits")
		}
		for range atOnce {
			<-renderer.begun
		}
		if first := <-renderer.begun; first != 5 {
			t.Errorf("the picture at scale %g is begun", first)
		}
		renderer.release <- struct{}{}
		check(t, <-drawn)
		if len(renderer.begun) > 1 {
			t.Errorf("%d are begun for one that has ended", len(renderer.begun))
		}
		time.Sleep(time.Second) // the pages are slow now, and must not delay others
		synctest.Wait()
		if len(renderer.begun) < atOnce {
			t.Errorf("%d are begun beside slow ones", len(renderer.begun))
		}
		draw("other", 5)
		cancel()
		synctest.Wait()
	})
}

// TestDrawingOfOnePageInTurns lets many viewers of one link request the same page. The page must be drawn once, and
// requests that wait in the queue get the page that was drawn meanwhile.
func TestDrawingOfOnePageInTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const viewers = 20
		renderer := &heldRenderer{begun: make(chan float64, viewers), release: make(chan struct{}, viewers)}
		cache, err := pages.New(pages.Config{Renderer: renderer, DrawsPerReader: 1, MaxBytes: 1 << 20})
		check(t, err)
		doc := &document.Document{Viewable: true, PageCount: 1, PDF: "a"}
		drawn := make(chan error, viewers)
		for range viewers {
			go func() {
				_, err := cache.Render(t.Context(), "one", doc, pages.Image, 1, 1)
				drawn <- err
			}()
		}
		synctest.Wait()
		for range viewers {
			renderer.release <- struct{}{}
		}
		for range viewers {
			check(t, <-drawn)
		}
		if got := len(renderer.begun); got != 1 {
			t.Errorf("the page is drawn %d times for %d viewers", got, viewers)
		}
	})
}

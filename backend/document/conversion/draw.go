package conversion

import (
	"context"
	"time"

	"lectern/backend/convert/pdf"
	"lectern/backend/document"
	"lectern/backend/document/failure"
	"lectern/backend/document/pages"
	"lectern/backend/sentence"
)

// maxFirstDrawing is how long page 1 may take to be drawn before the other pages are shown without it. It is half of
// the time limit of the document if that is less.
const maxFirstDrawing = 5 * time.Second

// drawing draws page 1 in a separate goroutine. A nil drawing has nothing to draw.
type drawing struct {
	done chan struct{} // closed at the end
	err  error
}

// startDrawing starts to draw page 1 of the whole document, unless it is drawn already. The text of the document is
// read meanwhile. Until wait returns, only the drawing may use the report of the attempt.
func (w *Worker) startDrawing(ctx context.Context, a *attempt, whole *wholePDF) *drawing {
	if !whole.undrawn {
		return nil
	}
	src, count, log, d := w.source(a, whole.Key), whole.Pages, a.log, &drawing{done: make(chan struct{})}
	go func() {
		defer close(d.done)
		var deaths failure.Deaths
		for again := true; again; again = deaths.ShouldRetryLogged(ctx, log, d.err) {
			d.err = w.drawFirstPage(ctx, a, src, count, document.StepDrawn)
		}
	}()
	return d
}

// wait waits for the end of the drawing, and returns its error.
func (d *drawing) wait() error {
	if d == nil {
		return nil
	}
	<-d.done
	return d.err
}

// drawFirstPage draws page 1 of a PDF, and records that as a step of the report.
func (w *Worker) drawFirstPage(ctx context.Context, a *attempt, src pdf.Source, count int, step string) error {
	begin := time.Now()
	err := (&pageDrawer{w.pages, &a.report, min(maxFirstDrawing, w.documents.Limits().Time/2)}).drawPage1Or2(ctx, src, count)
	a.report.EndStep(ctx, step, begin, err)
	return err
}

// pageDrawer draws the first pages of a PDF into the cache, each within a limit of time.
type pageDrawer struct {
	cache  *pages.Cache
	report *document.Report // gets the warnings
	limit  time.Duration
}

// drawPage1Or2 draws page 1 of a PDF. If page 1 takes too long or is broken but page 2 can be drawn, the document is
// still shown, with a warning.
func (d *pageDrawer) drawPage1Or2(ctx context.Context, src pdf.Source, count int) error {
	if count == 1 {
		_, err := d.cache.GetOrDraw(ctx, src, pages.SVG, 1, 1)
		return err
	}
	err := d.drawWithin(ctx, src, 1)
	if err == nil || ctx.Err() != nil {
		return err
	}
	switch {
	case failure.IsSlow(err):
		d.report.Warn(sentence.New("first-page-slow", "Page 1 takes very long to draw, so the document is shown before it is "+
			"finished."))
		return nil
	case !failure.IsBroken(err) && !failure.ExceededLimits(err):
		return err
	}
	// A document whose page 2 is broken like its page 1 is damaged as a whole: nothing is shown.
	switch second := d.drawWithin(ctx, src, 2); {
	case second == nil || failure.ExceededLimits(second):
		d.report.Warn(sentence.New("first-page-broken", "{why} The other pages are shown.").
			With("why", failure.Sentence(failure.WithPage(err, 1))))
		return nil
	case failure.IsBroken(second):
		return err
	default:
		return second
	}
}

// drawWithin draws a page within the time limit.
func (d *pageDrawer) drawWithin(ctx context.Context, src pdf.Source, page int) error {
	limited, src, cancel := pages.WithTimeout(ctx, src, d.limit)
	defer cancel()
	_, err := d.cache.GetOrDraw(limited, src, pages.SVG, page, 1)
	return err
}

package document

import (
	"context"
	"errors"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/pdf"
	"lectern/backend/sentence"
)

// firstDrawing is how long page 1 may take to be drawn, or half of what the document has
// if that is less, before the other pages are shown without it.
const firstDrawing = 5 * time.Second

// drawFirst draws page 1 of so many. Where it alone takes too much, or is broken, there is
// something to be shown all the same.
func (r *run) drawFirst(ctx context.Context, src pdf.Source, pages int) error {
	if pages == 1 {
		_, err := r.pages.render(ctx, src, SVG, 1, 1)
		return err
	}
	err := r.drawSoon(ctx, src, 1)
	if err == nil || ctx.Err() != nil {
		return err
	}
	switch {
	case isSlow(err):
		r.made.warn(sentence.New("first-page-slow", "Page 1 takes so much to be drawn that the document is shown without waiting for it."))
		return nil
	case !isBroken(err) && !takesTooMuch(err):
		return err
	}
	// Where page 2 is broken like page 1, the document is damaged all over: nothing is shown.
	switch second := r.drawSoon(ctx, src, 2); {
	case second == nil || takesTooMuch(second):
		r.made.warn(sentence.New("first-page-broken", "{why} The other pages are shown.").With("why", sentenceOf(ofPage(err, 1))))
		return nil
	case isBroken(second):
		return err
	default:
		return second
	}
}

// drawSoon draws a page unless that takes long.
func (r *run) drawSoon(ctx context.Context, src pdf.Source, page int) error {
	limited, src, cancel := within(ctx, src, min(firstDrawing, r.limits.Load().Time/2))
	defer cancel()
	_, err := r.pages.render(limited, src, SVG, page, 1)
	return err
}

// isSlow reports whether a page was not drawn because that takes too long.
func isSlow(err error) bool {
	cause, ok := errors.AsType[*convert.Error](err)
	return errors.Is(err, context.DeadlineExceeded) || ok && cause.Reason == convert.ReasonTimeout
}

// takesTooMuch says of a page that was not drawn whether it was stopped at a limit.
func takesTooMuch(err error) bool {
	cause, ok := errors.AsType[*convert.Error](err)
	return isSlow(err) || ok && cause.Reason == convert.ReasonMemory
}

// isBroken says of a page that was not drawn whether it never will be.
func isBroken(err error) bool {
	cause, ok := errors.AsType[*convert.Error](err)
	return ok && (cause.Reason == convert.ReasonDamaged || cause.Reason == convert.ReasonNesting)
}

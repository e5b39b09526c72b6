package conversion

import (
	"context"
	"errors"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/schedule"
	"lectern/backend/document"
	"lectern/backend/document/content"
)

// wholePDF is the PDF of a whole document.
type wholePDF struct {
	document.PDF
	conversion *document.Conversion // to be recorded for other documents with the same bytes; nil if there is none
	undrawn    bool                 // page 1 is still to be drawn
}

// run converts a document and records the result: the document is ready, has failed, or was preempted by other
// documents and gets another job.
func (w *Worker) run(ctx context.Context, doc document.Document, report document.Report, preempted int) error {
	a := &attempt{log: w.log.With("document", doc.ID), doc: doc, preemptions: preempted, earlierReport: report}
	if content.IsFirstPage(doc.PDF) {
		a.firstPages = []string{doc.PDF}
	}
	defer w.cleanUp(ctx, a)
	err := w.convert(ctx, a)
	if stopped, ok := errors.AsType[*schedule.PreemptedError](err); ok {
		a.beginTry()
		err = w.save(ctx, a, document.Update{AddJob: true, Preemptions: max(stopped.Preemptions, preempted), Report: &a.earlierReport})
	} else {
		err = w.failIfDocumentError(ctx, doc, a.fullReport(), err)
	}
	if errors.Is(err, document.ErrAttemptEnded) {
		return nil // another job has completed the document, or it has a new version
	}
	return err
}

// convert runs the stages of the conversion of a document. The stages until the PDF of the whole document exists
// share the time limit of the document. The time that the document waits for a converter does not count.
func (w *Worker) convert(ctx context.Context, a *attempt) error {
	limited, limit := limitTime(ctx, a, w.documents.Limits().Time)
	defer limit.stop()

	// Stage Identify: the type of the document is determined, and the password that opens it. The next job continues in
	// the queue for documents of this type.
	var err error
	if a.password, err = w.unsealPassword(limited, &a.doc); err != nil {
		return limit.explain(err)
	}
	if a.doc.Type == "" {
		return limit.explain(w.identify(limited, a))
	}

	// Stage Reuse: only one of several documents with the same bytes is converted. The others use its PDF.
	key := w.conversionKey(&a.doc)
	if a.lock, err = w.lockConversion(limited, a, key); err != nil {
		return limit.explain(err)
	}
	whole, lost, err := w.reuse(limited, a, key)
	isReused := whole.Key != ""

	// Stages Guard, Provisional, First page and Whole of an Office document run while a converter works on it, see
	// officeStages. A PDF is only opened.
	switch {
	case err != nil:
	case isReused:
		a.lock.release(nil)
	case a.doc.Type.IsOffice():
		whole, err = w.convertOffice(limited, a, officeStages{guard: w.checkInflation,
			provisional: w.showProvisional, firstPage: w.showFirstPage, whole: w.storeWhole})
	default:
		whole, err = w.openPDF(limited, a)
	}
	if err != nil {
		a.lock.release(sharedFailure(err))
		return limit.explain(err)
	}
	limit.stop()
	if !isReused {
		whole.conversion, a.lostPDF = newConversion(a, key, whole.Key), lost
	}

	// Stage Text: page 1 is drawn, the first batch of texts is read, and the whole document becomes viewable. Then the
	// remaining texts are read.
	ctx, cancel := context.WithCancel(ctx)
	drawing := w.startDrawing(ctx, a, &whole)
	defer func() {
		cancel()
		_ = drawing.wait() // its error has been returned already, or another error is returned
	}()
	reader := &textReader{renderer: w.renderer, source: w.source(a, whole.Key), pages: whole.Pages, limit: w.documents.Limits().Time,
		log: w.log}
	ahead, err := w.startReading(ctx, reader, drawing)
	if err != nil {
		return err
	}
	if err := w.showWhole(ctx, a, &whole, drawing); err != nil {
		return err
	}
	begin := time.Now()
	textLock, err := w.locks.acquire(ctx, "text "+whole.Key, false)
	if err != nil {
		return err
	}
	defer textLock.release(nil)
	texts, err := w.readTexts(ctx, a, reader, ahead)
	if err == nil {
		err = drawing.wait()
	}
	if err != nil {
		return err
	}

	// Stage Record: store the report and the texts that have not been stored yet, and set the status of the document to
	// ready.
	return w.recordReady(ctx, a, &whole, texts, begin)
}

// timeLimit ends the context of a conversion that takes too long.
type timeLimit struct {
	outer, limited context.Context
	cancel         context.CancelCauseFunc
	exceeded       error // error of a conversion that takes too long
}

// limitTime returns a context that ends when the conversion has taken too long. Only the time in which a converter
// works on the document counts.
func limitTime(ctx context.Context, a *attempt, limit time.Duration) (context.Context, *timeLimit) {
	exceeded := &convert.Error{Reason: convert.ReasonTimeout, Limit: limit}
	limited, cancel := context.WithCancelCause(ctx)
	a.clock = schedule.NewClock(limit, func() { cancel(exceeded) })
	return limited, &timeLimit{outer: ctx, limited: limited, cancel: cancel, exceeded: exceeded}
}

// explain returns the error “time limit exceeded” if err is a consequence of the time limit. Otherwise it returns err.
func (l *timeLimit) explain(err error) error {
	if err != nil && l.outer.Err() == nil && l.limited.Err() != nil {
		return l.exceeded
	}
	return err
}

func (l *timeLimit) stop() { l.cancel(nil) }

package conversion

import (
	"context"
	"errors"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/office"
	"lectern/backend/convert/pdf"
	"lectern/backend/document"
	"lectern/backend/document/failure"
)

// openPDF returns a posted PDF as it is, or a copy without encryption if the password is needed to open it. It draws
// page 1.
func (w *Worker) openPDF(ctx context.Context, a *attempt) (whole wholePDF, err error) {
	var deaths failure.Deaths
	for again := true; again; again = deaths.ShouldRetryLogged(ctx, a.log, err) {
		whole.PDF, err = w.openPDFOnce(ctx, a)
	}
	return whole, err
}

func (w *Worker) openPDFOnce(ctx context.Context, a *attempt) (document.PDF, error) {
	a.beginTry()
	w.documents.NoteProgress(&a.doc, document.Progress{Stage: document.Converting})
	whole, err := w.readAndDraw(ctx, a, w.source(a, a.doc.Original), document.StepOpened, document.StepDrawn)
	cause, ok := errors.AsType[*convert.Error](err)
	switch {
	case ok && cause.Reason == convert.ReasonProtected && a.password != "":
		return w.openDecrypted(ctx, a)
	case ok && (cause.Reason == convert.ReasonProtected || cause.Reason == convert.ReasonEncryption):
		a.report.AddFact(document.FactEncrypted, "")
	}
	return whole, err
}

// openDecrypted returns a copy of the PDF without encryption.
func (w *Worker) openDecrypted(ctx context.Context, a *attempt) (document.PDF, error) {
	a.report = document.Report{Facts: []office.Fact{{Name: document.FactEncrypted}}}
	begin := time.Now()
	key, err := w.decrypt(ctx, a)
	a.report.EndStep(ctx, document.StepDecrypted, begin, err)
	if err != nil {
		return document.PDF{}, err
	}
	w.holdPDF(ctx, a, key)
	return w.readAndDraw(ctx, a, w.source(a, key), document.StepOpened, document.StepDrawn)
}

// readAndDraw reads the properties of a PDF, and draws its page 1, so that the first reader finds it in the cache. The
// last two arguments are the names of these steps in the report.
func (w *Worker) readAndDraw(ctx context.Context, a *attempt, src pdf.Source, readStep, drawStep string) (document.PDF, error) {
	read, err := w.readPDF(ctx, a, src, readStep)
	if err != nil {
		return read, err
	}
	return read, w.drawFirstPage(ctx, a, src, read.Pages, drawStep)
}

// readPDF returns the properties of a PDF, such as its pages and their sizes. The argument step is the name of this
// step in the report.
func (w *Worker) readPDF(ctx context.Context, a *attempt, src pdf.Source, step string) (document.PDF, error) {
	begin := time.Now()
	info, err := w.renderer.Info(ctx, src)
	if err == nil && info.Pages < 1 {
		err = &convert.Error{Reason: convert.ReasonEmpty}
	}
	a.report.EndStep(ctx, step, begin, err)
	if err != nil {
		return document.PDF{}, err
	}
	a.report.Renderer = w.renderer.Version()
	if info.Encrypted {
		a.report.AddFact(document.FactEncrypted, "")
	}
	return document.PDF{Key: src.Key, Pages: info.Pages, Sizes: document.Sizes(info.Sizes)}, nil
}

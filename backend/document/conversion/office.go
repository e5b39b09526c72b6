package conversion

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sync/errgroup"

	"lectern/backend/convert"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/office"
	"lectern/backend/convert/pdf"
	"lectern/backend/document"
	"lectern/backend/document/content"
	"lectern/backend/document/failure"
)

// officeStages are the stages of an Office document that run while a converter works on it.
type officeStages struct {
	guard       func(ctx context.Context, a *attempt, original *os.File) error // runs before the converter reads the document
	provisional func(ctx context.Context, a *attempt, pdf *os.File) error      // receives the beginning of a long document
	firstPage   func(ctx context.Context, a *attempt, pdf *os.File) error      // receives page 1; not called for some short documents
	// whole receives the PDF of the whole document.
	whole func(ctx context.Context, a *attempt, pdf *os.File) (wholePDF, error)
}

// convertOffice converts an Office document to PDF. It tries the possible types of an encrypted document one after the
// other.
func (w *Worker) convertOffice(ctx context.Context, a *attempt, stages officeStages) (whole wholePDF, err error) {
	for _, kind := range possibleTypes(a) {
		var deaths failure.Deaths
		for again := true; again; again = deaths.ShouldRetryLogged(ctx, a.log, err) {
			whole, err = w.convertOfficeAs(ctx, a, kind, stages)
		}
		if cause, ok := errors.AsType[*convert.Error](err); !ok || cause.Reason != convert.ReasonDamaged {
			return whole, err
		}
	}
	return whole, cmp.Or(w.checkLengths(ctx, a), err)
}

// convertOfficeAs converts an Office document, interpreted as a file of a type, and returns the result of the last stage.
func (w *Worker) convertOfficeAs(ctx context.Context, a *attempt, kind filetype.Type, stages officeStages) (wholePDF, error) {
	original, err := w.content.Open(ctx, a.doc.Original)
	if err != nil {
		return wholePDF{}, err
	}
	defer original.Close()
	a.beginTry()
	receiver := &stageReceiver{officeStages: stages, worker: w, attempt: a, original: original, begin: time.Now()}
	order := office.Order{In: original, Kind: kind, Password: a.password, Clock: a.clock, Preemptions: a.preemptions}
	report, err := w.converter.Convert(ctx, order, receiver)
	a.report.AddConversion(report)
	if err == nil && receiver.result.Key == "" {
		// Without this check the document would become ready without pages.
		err = &convert.Error{Reason: convert.ReasonCrashed, Detail: "success without a PDF"}
	}
	return receiver.result, err
}

// stageReceiver runs the stages of an Office document when the converter has reached them, and notes their times.
type stageReceiver struct {
	officeStages
	worker   *Worker
	attempt  *attempt
	original *os.File
	begin    time.Time // start of waiting for a converter, then start of the conversion
	result   wholePDF
}

// Begin implements [office.Receiver].
func (r *stageReceiver) Begin(ctx context.Context) error {
	a := r.attempt
	a.earlierReport.AddQueueTime(time.Since(r.begin))
	r.worker.documents.NoteProgress(&a.doc, document.Progress{Stage: document.Converting})
	r.begin = time.Now()
	err := r.guard(ctx, a, r.original)
	if err != nil {
		a.report.EndStep(ctx, document.StepMeasured, r.begin, err)
	}
	return err
}

// Receive implements [office.Receiver].
func (r *stageReceiver) Receive(ctx context.Context, completeness office.Completeness, pdf *os.File) (err error) {
	a := r.attempt
	switch completeness {
	case office.Provisional:
		return r.provisional(ctx, a, pdf)
	case office.FirstPage:
		a.report.AddStep(ctx, document.StepFirst, r.begin)
		r.worker.documents.NoteProgress(&a.doc, document.Progress{Stage: document.Converting, Done: 1})
		return r.firstPage(ctx, a, pdf)
	}
	a.report.AddStep(ctx, document.StepWhole, r.begin)
	r.result, err = r.whole(ctx, a, pdf)
	return err
}

// possibleTypes returns the types that the document may be of.
func possibleTypes(a *attempt) []filetype.Type {
	if a.password != "" {
		return a.doc.Type.TypesWhenEncrypted()
	}
	return []filetype.Type{a.doc.Type}
}

// checkInflation rejects a package whose unpacked size exceeds the limit, before a converter reads the package.
func (w *Worker) checkInflation(ctx context.Context, a *attempt, original *os.File) error {
	return filetype.CheckFile(ctx, original, a.doc.Type, w.documents.Limits().Inflation, filetype.CheckInflation)
}

// checkLengths is called for a package that could not be read. It returns an error if the lengths in the directory of
// the package are wrong.
func (w *Worker) checkLengths(ctx context.Context, a *attempt) error {
	original, err := w.content.Open(ctx, a.doc.Original)
	if err != nil {
		return err
	}
	defer original.Close()
	return filetype.CheckFile(ctx, original, a.doc.Type, w.documents.Limits().Inflation, filetype.CheckLengths)
}

// storeWhole stores the PDF of the whole document, and meanwhile reads the sizes of its pages. It does not draw page 1.
func (w *Worker) storeWhole(ctx context.Context, a *attempt, file *os.File) (wholePDF, error) {
	key, err := content.KeyOf(file)
	if err != nil {
		return wholePDF{}, fmt.Errorf("store converted document: %w", err)
	}
	var storing errgroup.Group
	storing.Go(func() error { return w.content.Put(ctx, key, file) })
	reopen := func(context.Context) (*os.File, error) { return os.Open(file.Name()) }
	read, readErr := w.readPDF(ctx, a, pdf.Source{Key: key, Open: reopen}, document.StepOpened)
	if err := storing.Wait(); err != nil {
		return wholePDF{}, fmt.Errorf("store converted document: %w", err)
	}
	w.holdPDF(ctx, a, key)
	return wholePDF{PDF: read, undrawn: true}, readErr
}

package conversion

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
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

// officeStages are the stages of the conversion of an Office document, in their order. Provisional and firstPage may not
// be called for a short document.
type officeStages struct {
	guard       func(ctx context.Context, a *attempt, original *os.File) error
	provisional func(ctx context.Context, a *attempt, file *os.File) error
	firstPage   func(ctx context.Context, a *attempt, file *os.File) error
	whole       func(ctx context.Context, a *attempt, file *os.File) (wholePDF, error)
}

// convertOffice converts an Office document to PDF. An encrypted document is tried as each of the types that it may be of.
func (w *Worker) convertOffice(ctx context.Context, a *attempt, stages officeStages) (whole wholePDF, err error) {
	for _, kind := range possibleTypes(a) {
		err = failure.RetryLogged(ctx, a.log, func() (err error) {
			whole, err = w.convertOfficeAs(ctx, a, kind, stages)
			return err
		})
		if cause, ok := errors.AsType[*convert.Error](err); !ok || cause.Reason != convert.ReasonDamaged {
			return whole, err
		}
	}
	return whole, cmp.Or(w.checkLengths(ctx, a), err)
}

// possibleTypes returns the types that the document may be of.
func possibleTypes(a *attempt) []filetype.Type {
	if a.password != "" {
		return a.doc.Type.WhenEncrypted()
	}
	return []filetype.Type{a.doc.Type}
}

// convertOfficeAs converts the document as one of a type. The guard runs when a converter is free, and the other stages while
// it works.
func (w *Worker) convertOfficeAs(ctx context.Context, a *attempt, kind filetype.Type, stages officeStages) (whole wholePDF, err error) {
	original, err := w.content.Open(ctx, a.doc.Original)
	if err != nil {
		return whole, err
	}
	defer original.Close()
	begin := time.Now()
	a.beginTry()
	order := office.Order{In: original, Kind: kind, Password: a.password, Clock: a.clock, Stopped: a.preempted, Begin: func() error {
		a.earlier.AddQueueTime(time.Since(begin))
		w.documents.NoteProgress(&a.doc, document.Progress{Stage: document.Converting})
		begin = time.Now()
		err := stages.guard(ctx, a, original)
		if err != nil {
			a.report.EndStep(ctx, document.StepMeasured, begin, err)
		}
		return err
	}}
	report, err := w.converter.Convert(ctx, order, func(stage office.Stage, file *os.File) (err error) {
		switch stage {
		case office.Provisional:
			return stages.provisional(ctx, a, file)
		case office.FirstPage:
			a.report.AddStep(ctx, document.StepFirst, begin)
			w.documents.NoteProgress(&a.doc, document.Progress{Stage: document.Converting, Done: 1})
			return stages.firstPage(ctx, a, file)
		}
		a.report.AddStep(ctx, document.StepWhole, begin)
		whole, err = stages.whole(ctx, a, file)
		return err
	})
	a.report.AddConversion(report)
	if err == nil && whole.Key == "" {
		// Without this check the document would become ready without pages.
		err = &convert.Error{Reason: convert.ReasonCrashed, Detail: "success without a PDF"}
	}
	return whole, err
}

// checkInflation rejects a package that would unpack to too much, before a converter reads it.
func (w *Worker) checkInflation(ctx context.Context, a *attempt, original *os.File) error {
	return checkPackage(ctx, a.doc.Type, original, w.documents.Limits().Inflation, filetype.CheckInflation)
}

// checkLengths rejects a package that could not be read and whose directory has wrong lengths.
func (w *Worker) checkLengths(ctx context.Context, a *attempt) error {
	original, err := w.content.Open(ctx, a.doc.Original)
	if err != nil {
		return err
	}
	defer original.Close()
	return checkPackage(ctx, a.doc.Type, original, w.documents.Limits().Inflation, filetype.CheckLengths)
}

// checkPackage calls check for an Office Open XML document, with the limit of what it may unpack to.
func checkPackage(ctx context.Context, kind filetype.Type, original *os.File, limit int64,
	check func(ctx context.Context, original io.ReaderAt, size, limit int64) error) error {
	if !kind.OpenXML() {
		return nil
	}
	info, err := original.Stat()
	if err != nil {
		return err
	}
	return check(ctx, original, info.Size(), cmp.Or(limit, filetype.DefaultMaxInflation))
}

// storeWhole stores the PDF of the whole document, and reads its pages meanwhile. Its page 1 is drawn later.
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

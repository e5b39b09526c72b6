package conversion

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"lectern/backend/convert"
	"lectern/backend/document"
	"lectern/backend/document/failure"
)

// recordReady sets the status of the document to ready. It also stores the report and, unless texts is nil, the last
// texts. The argument begin is when reading these texts began. recordReady removes the original if the original must
// not be kept.
func (w *Worker) recordReady(ctx context.Context, a *attempt, whole *wholePDF, texts *document.Texts, begin time.Time) (err error) {
	original, report := a.doc.Original, a.fullReport()
	report.AddStep(ctx, document.StepIndexed, begin)
	update := document.Update{Texts: texts, Conversion: whole.conversion, Report: report, Change: func(d *document.Document) error {
		if d.Status, d.Password = document.Ready, nil; !d.OriginalSaved {
			d.Original = ""
		}
		return nil
	}}
	if a.doc.PDF == whole.Key {
		err = w.save(ctx, a, update)
	} else {
		err = w.show(ctx, a, whole.PDF, update)
	}
	if err == nil && a.doc.Original == "" {
		w.content.Forget(ctx, original)
	}
	return err
}

// failIfDocumentError records that the document has failed with err, if [failure.IsDocumentError] is true for err.
// Otherwise it returns err.
func (w *Worker) failIfDocumentError(ctx context.Context, doc document.Document, report *document.Report, err error) error {
	if err == nil || ctx.Err() != nil || !failure.IsDocumentError(err) {
		return err
	}
	return w.fail(ctx, doc, report, err)
}

// fail records that a document has failed with err, and its report, if that is not nil.
func (w *Worker) fail(ctx context.Context, doc document.Document, report *document.Report, err error) error {
	w.log.InfoContext(ctx, "the processing of a document failed", "document", doc.ID, slog.Any("error", err))
	if conversion, ok := errors.AsType[*convert.Error](err); ok && conversion.Detail != "" {
		w.log.InfoContext(ctx, "the converter reported why a document failed", "document", doc.ID, "detail", conversion.Detail)
	}
	_, err = w.documents.Update(ctx, doc.ID, document.Update{RequireAttempt: true, Attempt: doc.Attempt, Started: doc.Started, Report: report,
		Change: func(d *document.Document) error {
			d.Failure = failure.Sentence(err)
			d.Status, d.Message, d.Reason, d.Password = document.Failed, d.Failure.String(), failure.ReasonOf(err), nil
			return nil
		}})
	return err
}

package conversion

import (
	"context"
	"log/slog"
	"slices"

	"lectern/backend/convert/pdf"
	"lectern/backend/convert/schedule"
	"lectern/backend/document"
	"lectern/backend/internal/fault"
)

// attempt is one attempt to convert a document. Only the goroutine of its job uses it. The exception is the report,
// which the goroutine that draws page 1 uses while that goroutine runs.
type attempt struct {
	log         *slog.Logger      // logs with the id of the document
	doc         document.Document // as this attempt has loaded or last saved it
	password    string            // opens the document; empty if there is none
	preemptions int               // number of earlier attempts that were preempted
	clock       *schedule.Clock   // limits the time of the conversion
	lock        *heldLock         // keeps other jobs from converting the same bytes; nil until it is acquired

	earlierReport document.Report // report of everything before the current try
	report        document.Report // report of the current try

	firstPages []string // keys of the first pages that the attempt has stored, and of one that was shown when it began
	heldPDF    string   // key of the PDF that the attempt holds until a record needs it; empty if there is none
	lostPDF    string   // key of a missing or damaged PDF that this conversion replaces; empty if there is none
}

// beginTry begins another try to convert. The steps of the previous try are moved to the report in earlierReport.
func (a *attempt) beginTry() {
	a.earlierReport.Steps = append(a.earlierReport.Steps, a.report.Steps...)
	a.report = document.Report{}
}

// fullReport returns the report of all tries to convert the document so far.
func (a *attempt) fullReport() *document.Report { return a.earlierReport.Append(a.report) }

// source returns the source of stored content for the PDF processes. A request for a posted PDF may be preempted, which
// ends the attempt. A request for a PDF that was just converted is never preempted.
func (w *Worker) source(a *attempt, key string) pdf.Source {
	src := pdf.Source{Key: key, Open: w.content.Opener(key), Clock: a.clock}
	if !a.doc.Type.IsOffice() {
		src.Undrawn, src.EndsWhenPreempted, src.Preemptions = true, true, a.preemptions
	}
	return src
}

// holdPDF passes the caller's hold of content to the attempt. The content becomes the PDF of the whole document.
func (w *Worker) holdPDF(ctx context.Context, a *attempt, key string) {
	if a.heldPDF != "" {
		w.content.Release(ctx, a.heldPDF) // from an earlier try
	}
	a.heldPDF = key
}

// save stores a change of the document, if this attempt is still the current one. A power loss may undo the change;
// then the next attempt repeats it.
func (w *Worker) save(ctx context.Context, a *attempt, u document.Update) error {
	u.SkipSync, u.RequireAttempt, u.Attempt, u.Started = true, true, a.doc.Attempt, a.doc.Started
	doc, err := w.documents.Update(ctx, a.doc.ID, u)
	if err == nil {
		a.doc = doc
	}
	return err
}

// show makes the document viewable with a PDF, and stores the other changes in the update.
func (w *Worker) show(ctx context.Context, a *attempt, pdf document.PDF, u document.Update) error {
	u.PDF, u.Show = &pdf, true
	return w.save(ctx, a, u)
}

// cleanUp releases the content that the attempt holds.
func (w *Worker) cleanUp(ctx context.Context, a *attempt) {
	if a.lock.release(nil); a.heldPDF != "" {
		w.content.Release(ctx, a.heldPDF)
	}
	if a.lostPDF != "" {
		w.content.ReleaseUnheld(ctx, a.lostPDF)
	}
	if err := w.removeFirstPages(context.WithoutCancel(ctx), a); err != nil {
		w.content.NoteLeftovers()
		w.log.WarnContext(ctx, "a first page was not removed", "document", a.doc.ID, slog.Any("error", err))
	}
}

// removeFirstPages removes the PDFs of page 1 that the attempt has stored, except the PDF that is shown.
func (w *Worker) removeFirstPages(ctx context.Context, a *attempt) error {
	if len(a.firstPages) == 0 {
		return nil
	}
	doc, err := w.store.FindDocument(ctx, a.doc.ID)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	unused := slices.DeleteFunc(a.firstPages, func(key string) bool { return key == doc.PDF })
	return w.content.RemoveFirstPages(ctx, unused...)
}

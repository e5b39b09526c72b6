package conversion

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	"lectern/backend/document"
	"lectern/backend/document/content"
	"lectern/backend/internal/id"
)

// newFirstPageKey returns a new key for a first page. The keys of all first pages differ, so that caches do not return
// an earlier first page.
func (a *attempt) newFirstPageKey(suffix string) string {
	key := fmt.Sprintf("%s%s-%d-%s%s", content.FirstPages, a.doc.ID, a.doc.Attempt, id.New(), suffix)
	a.firstPages = append(a.firstPages, key)
	return key
}

// showProvisional makes the document viewable with a PDF of the beginning of the document. The PDF of a text document
// must have a page after page 1, because otherwise page 1 may be incomplete.
func (w *Worker) showProvisional(ctx context.Context, a *attempt, file *os.File) error {
	if a.doc.Viewable {
		return nil // an earlier try has shown it
	}
	key := a.newFirstPageKey(document.ProvisionalEnding)
	made, err := w.storeFirstPage(ctx, a, key, file, document.StepProvisionalOpen, document.StepProvisionalDraw)
	if err != nil {
		return err
	}
	if made.Pages < 2 && a.doc.Type.IsText() {
		return w.content.RemoveFirstPages(ctx, key)
	}
	return w.show(ctx, a, onlyFirstPage(made), document.Update{})
}

// storeFirstPage stores a first page, reads it and draws it. A first page that cannot be read is removed.
func (w *Worker) storeFirstPage(ctx context.Context, a *attempt, key string, file *os.File,
	readStep, drawStep string) (document.PDF, error) {
	if err := w.content.PutFirstPage(ctx, key, file); err != nil {
		return document.PDF{}, err
	}
	made, err := w.readAndDraw(ctx, a, w.source(a, key), readStep, drawStep)
	if err != nil {
		err = errors.Join(err, w.content.RemoveFirstPages(context.WithoutCancel(ctx), key))
	}
	return made, err
}

// showFirstPage makes the document viewable while the rest is converted, or replaces a provisional page that looks
// different.
func (w *Worker) showFirstPage(ctx context.Context, a *attempt, file *os.File) error {
	provisional := a.doc.IsProvisional()
	if a.doc.Viewable && !provisional {
		return nil // an earlier try has shown it
	}
	key := a.newFirstPageKey("")
	made, err := w.storeFirstPage(ctx, a, key, file, document.StepFirstOpen, document.StepFirstDraw)
	if err != nil {
		return err
	}
	if provisional {
		same, err := w.firstPagesMatch(ctx, a, key, a.doc.PDF)
		if err != nil {
			return errors.Join(err, w.content.RemoveFirstPages(context.WithoutCancel(ctx), key))
		}
		if same {
			return w.confirmFirstPage(ctx, a, made)
		}
		a.report.AddFact(document.FactReplaced, "")
	}
	return w.show(ctx, a, made, document.Update{})
}

// confirmFirstPage replaces the provisional page by a final page that looks the same. Viewers are notified that the
// page is final, and do not reload it.
func (w *Worker) confirmFirstPage(ctx context.Context, a *attempt, firstPage document.PDF) error {
	return w.save(ctx, a, document.Update{PDF: &firstPage, Change: func(d *document.Document) error {
		d.PDF = firstPage.Key
		return nil
	}})
}

// compareScale is the scale, in pixels per point, at which two pages are compared.
const compareScale = 1

// firstPagesMatch reports whether the first pages of two PDFs look the same.
func (w *Worker) firstPagesMatch(ctx context.Context, a *attempt, one, other string) (bool, error) {
	first, err := w.renderer.Image(ctx, w.source(a, one), 1, compareScale)
	if err != nil {
		return false, err
	}
	second, err := w.renderer.Image(ctx, w.source(a, other), 1, compareScale)
	return bytes.Equal(first.Data, second.Data), err
}

// onlyFirstPage returns the record of a PDF, reduced to its page 1.
func onlyFirstPage(pdf document.PDF) document.PDF {
	if pdf.Pages > 1 {
		pdf.Pages = 1
		pdf.Sizes = document.Sizes{{1, pdf.Sizes[0][1], pdf.Sizes[0][2]}}
	}
	return pdf
}

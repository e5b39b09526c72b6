package conversion

import (
	"context"

	"lectern/backend/document"
	"lectern/backend/internal/fault"
)

// startReading begins to read the first batch of texts that is not stored yet, once page 1 is drawn. It returns nil if
// all texts are stored.
func (w *Worker) startReading(ctx context.Context, reader *textReader, drawn *drawing) (*reading, error) {
	stored, err := countStoredTexts(ctx, w.store, reader.source.Key)
	if err != nil || stored >= reader.pages {
		return nil, err
	}
	return reader.start(ctx, stored+1, drawn), nil
}

// showWhole makes the document viewable with all its pages, after page 1 is drawn, and shares its conversion with
// documents of the same bytes. If the document is short and page 1 is already viewable, showWhole does nothing: all its
// pages become viewable in the transaction that makes the document ready.
func (w *Worker) showWhole(ctx context.Context, a *attempt, whole *wholePDF, drawn *drawing) error {
	if a.doc.Viewable && whole.Pages <= textBatch {
		return nil
	}
	if err := drawn.wait(); err != nil { // documents that reuse the conversion do not draw page 1
		return err
	}
	if err := w.show(ctx, a, whole.PDF, document.Update{Conversion: whole.conversion}); err != nil {
		return err
	}
	whole.conversion = nil
	a.lock.release(nil)
	return nil
}

// readTexts reads the texts that are not stored yet. It stores them except for the last batch. It returns this batch,
// so that the caller can store it in the transaction that makes the document ready, or nil if all texts are stored.
func (w *Worker) readTexts(ctx context.Context, a *attempt, reader *textReader, prefetched *reading) (*document.Texts, error) {
	key := reader.source.Key
	stored, err := countStoredTexts(ctx, w.store, key)
	if err != nil {
		return nil, err
	}
	for stored < reader.pages {
		w.documents.NoteProgress(&a.doc, document.Progress{Stage: document.Reading, Done: int64(stored), Total: int64(reader.pages)})
		texts, err := prefetched.wait()
		if err == nil && texts.First != stored+1 {
			texts, err = reader.read(ctx, stored+1)
		}
		if err != nil {
			return nil, err
		}
		stored += texts.Count
		if stored >= reader.pages {
			return &texts, nil
		}
		prefetched = reader.start(ctx, stored+1, nil)
		if err := w.store.AddTexts(ctx, key, texts); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// countStoredTexts returns the number of pages whose text is stored.
func countStoredTexts(ctx context.Context, store Store, key string) (int, error) {
	pdf, err := store.FindPDF(ctx, key)
	if fault.Is(err, fault.NotFound) {
		return 0, nil // the PDF is recorded together with its texts
	}
	return pdf.Indexed, err
}

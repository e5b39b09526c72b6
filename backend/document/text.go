package document

import (
	"context"
	"time"

	"lectern/backend/internal/fault"
)

// finish has the text of the whole document stored, and makes it ready. What small
// documents need is in as few transactions as can be: they decide how soon a post is
// ready.
func (r *run) finish(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	drawn := r.beginDrawing(ctx)
	defer func() {
		cancel()
		_ = drawn() // asked for before, where all went well
	}()
	reader := newTextReader(r.pages.renderer, r.source(r.whole.Key), r.whole.Pages, r.limits.Load().Time, r.log)
	stored, err := r.indexed(ctx)
	if err != nil {
		return err
	}
	ahead := none
	if stored < r.whole.Pages {
		ahead = reader.begin(ctx, stored+1, drawn)
	}
	if !r.doc.Viewable || r.whole.Pages > textBatch {
		// A conversion is kept for other documents, which do not draw page 1 again, once that is drawn.
		if err := drawn(); err != nil {
			return err
		}
		if err := r.show(ctx, r.whole, Update{Conversion: r.conversion}); err != nil {
			return err
		}
		r.conversion = nil
		r.leave(nil) // the next one in line finds it
	}
	begin := time.Now()
	leave, err := r.locks.take(ctx, "text "+r.whole.Key, false)
	if err != nil {
		return err
	}
	defer leave(nil)
	texts, err := r.index(ctx, reader, ahead)
	if err == nil {
		err = drawn()
	}
	if err != nil {
		return err
	}
	return r.ready(ctx, texts, begin)
}

// nothing is what a reading waits for that begins at once.
func nothing() error { return nil }

// none stands for a reading that was not begun.
func none() (Texts, error) { return Texts{}, nil }

// index stores the texts that are missing, but for the last ones, which it gives: they
// are stored with what makes the document ready.
func (r *run) index(ctx context.Context, reader *textReader, ahead func() (Texts, error)) (*Texts, error) {
	stored, err := r.indexed(ctx)
	if err != nil {
		return nil, err
	}
	for stored < r.whole.Pages {
		r.noteProgress(&r.doc, Progress{Stage: Reading, Done: int64(stored), Total: int64(r.whole.Pages)})
		texts, err := ahead()
		if err == nil && texts.First != stored+1 {
			texts, err = reader.read(ctx, stored+1)
		}
		if err != nil {
			return nil, err
		}
		stored += texts.Count
		if stored >= r.whole.Pages {
			return &texts, nil
		}
		ahead = reader.begin(ctx, stored+1, nothing)
		if err := r.store.AddTexts(ctx, r.whole.Key, texts); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// indexed gives the number of pages whose text is stored.
func (r *run) indexed(ctx context.Context) (int, error) {
	pdf, err := r.store.FindPDF(ctx, r.whole.Key)
	if fault.Is(err, fault.NotFound) {
		return 0, nil // it will be recorded with them
	}
	return pdf.Indexed, err
}

// ready makes the document ready, with its last texts, where they are not nil; the
// work on them began at a time.
func (r *run) ready(ctx context.Context, texts *Texts, begin time.Time) (err error) {
	original, report := r.doc.Original, r.before.with(r.made)
	report.done(ctx, stepIndexed, begin)
	update := Update{Texts: texts, Conversion: r.conversion, Report: report, Change: func(d *Document) error {
		if d.Status, d.Password = Ready, nil; !d.OriginalSaved {
			d.Original = ""
		}
		return nil
	}}
	if r.doc.PDF == r.whole.Key {
		err = r.save(ctx, update)
	} else {
		err = r.show(ctx, r.whole, update)
	}
	if err == nil && r.doc.Original == "" {
		r.content.Forget(ctx, original)
	}
	return err
}

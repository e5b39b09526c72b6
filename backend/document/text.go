package document

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"lectern/backend/convert"
	"lectern/backend/fault"
	"lectern/converters/wire"
)

// textBatch is how many pages' text is read and stored at once: so few that readers
// and other writers get their turn in between, and the server's memory stays small.
const textBatch = 64

// The bounds of what is spent on pages whose text cannot be read. A page that is not
// drawn hurts who looks at it; one that is not searchable must not hold up the rest.
const (
	batchTime = 5 * time.Second
	pageTime  = 2 * time.Second
	maxUnread = 8
)

// Texts are the texts of pages that follow on each other.
type Texts struct {
	First int // page, counted from 1
	Count int // pages
	// Pages are the texts of the first of them; the rest has none.
	Pages []string
	// Unread counts those of which the text could not be read.
	Unread int
	// Unseen are the characters that are not seen on these pages, unless they had to be
	// read one by one.
	Unseen []wire.Unseen
}

// textReader reads the text of a PDF. Pages that cannot be read it passes over, and
// when there are too many, all that follow.
type textReader struct {
	renderer Renderer
	source   convert.Source
	pages    int
	unread   int
	log      *slog.Logger
}

// read gives the texts of some pages from first on. Its errors are the server's own.
func (t *textReader) read(ctx context.Context, first int) (Texts, error) {
	if t.unread >= maxUnread {
		rest := t.pages - first + 1
		return Texts{First: first, Count: rest, Unread: rest}, nil
	}
	limited, source, cancel := within(ctx, t.source, batchTime)
	defer cancel()
	texts, err := t.renderer.Texts(limited, source, first, min(textBatch, t.pages-first+1))
	if err == nil && len(texts.Pages) > 0 {
		return Texts{First: first, Count: len(texts.Pages), Pages: texts.Pages, Unseen: texts.Unseen}, nil
	}
	if err != nil && !t.readable(ctx, err) {
		return Texts{}, err
	}
	return t.readSingly(ctx, first)
}

// readSingly gives the texts of a batch page by page, up to where it gives up.
func (t *textReader) readSingly(ctx context.Context, first int) (Texts, error) {
	texts := Texts{First: first}
	for page := first; page <= min(first+textBatch-1, t.pages) && t.unread < maxUnread; page++ {
		text, err := t.readPage(ctx, page)
		if err != nil {
			if !t.readable(ctx, err) {
				return Texts{}, err
			}
			t.log.WarnContext(ctx, "text not read", "content", t.source.Key, "page", page, slog.Any("error", err))
			texts.Unread++
			t.unread++
		}
		texts.Count++
		texts.Pages = append(texts.Pages, text)
	}
	return texts, nil
}

func (t *textReader) readPage(ctx context.Context, page int) (string, error) {
	limited, source, cancel := within(ctx, t.source, pageTime)
	defer cancel()
	return t.renderer.Text(limited, source, page)
}

// readable says of an error whether the rest of the document can be read all the same.
func (t *textReader) readable(ctx context.Context, err error) bool {
	return ctx.Err() == nil && (isCause(err) || errors.Is(err, context.DeadlineExceeded))
}

// begin reads on from a page, when ready returns, while others do their part. The result
// comes with next.
func (t *textReader) begin(ctx context.Context, first int, ready func() error) (next func() (Texts, error)) {
	type result struct {
		texts Texts
		err   error
	}
	done := make(chan result, 1)
	go func() {
		var texts Texts
		err := ready()
		if err == nil {
			texts, err = t.read(ctx, first)
		}
		done <- result{texts, err}
	}()
	return func() (Texts, error) {
		r := <-done
		return r.texts, r.err
	}
}

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
	reader := &textReader{renderer: r.pages.renderer, source: r.source(r.whole.Key), pages: r.whole.Pages, log: r.log}
	stored, err := r.indexed(ctx)
	if err != nil {
		return err
	}
	ahead := none
	if stored < r.whole.Pages {
		ahead = reader.begin(ctx, stored+1, drawn)
	}
	if !r.doc.Viewable || r.whole.Pages > textBatch {
		if err := r.show(ctx, r.whole, Update{Conversion: r.conversion}); err != nil {
			return err
		}
		r.conversion = nil
		r.leave(nil) // the next one in line finds it
	}
	begin := time.Now()
	leave, err := r.turns.take(ctx, "text "+r.whole.Key)
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
	report := r.before.with(r.made)
	report.done(stepIndexed, begin)
	update := Update{Texts: texts, Conversion: r.conversion, Report: report, Change: func(d *Document) error {
		d.Status, d.Password = Ready, nil
		return nil
	}}
	if r.doc.PDF == r.whole.Key {
		err = r.save(ctx, update)
	} else {
		err = r.show(ctx, r.whole, update)
	}
	if err != nil || !r.partial {
		return err
	}
	return r.dropFirstPages(ctx)
}

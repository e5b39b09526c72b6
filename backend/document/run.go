package document

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"lectern/backend/convert"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/office"
	"lectern/backend/convert/pdf"
	"lectern/backend/convert/schedule"
	"lectern/backend/document/content"
)

// run is one attempt to bring a stored document to its end.
type run struct {
	*Service
	doc      Document // as it was when the attempt began, and as this one has changed it
	password string   // opens the document; empty where there is none
	stopped  int      // how often it was stopped for others before this attempt

	whole      PDF             // of all pages; without a key until it is there
	conversion *Conversion     // to be kept; nil where there is none, or when it is
	firsts     []string        // first pages that were made, or shown when the attempt began
	held       string          // content on its way into a record
	lost       string          // content of the PDF that the conversion replaces, as it is missing or damaged
	undrawn    bool            // page 1 of the whole is still to be drawn
	leave      func(error)     // ends this attempt's turn at its conversion, with what those have who wait for it
	clock      *schedule.Clock // of the time that the conversion may take

	before Report // what came before this attempt
	made   Report // of the conversion
}

// end gives back what the attempt has taken.
func (r *run) end(ctx context.Context) {
	if r.leave(nil); r.held != "" {
		r.content.Release(ctx, r.held)
	}
	if r.lost != "" {
		r.content.Hold(r.lost)
		r.content.Release(ctx, r.lost)
	}
	if err := r.dropFirstPages(context.WithoutCancel(ctx)); err != nil {
		r.content.NoteLeftovers()
		r.log.WarnContext(ctx, "a first page is left", "document", r.doc.ID, slog.Any("error", err))
	}
}

// convert makes the PDF of the whole document, or finds the one that was made of the
// same bytes before. Of those with the same bytes one is converted at a time, so that
// the others find its result.
func (r *run) convert(ctx context.Context) (err error) {
	if r.password, err = r.unseal(ctx, &r.doc); err != nil {
		return err
	}
	if r.doc.Type == "" {
		return r.identify(ctx)
	}
	key, shared := r.conversionKey(&r.doc)
	if !shared {
		return r.alone(ctx, "document "+r.doc.ID, r.make)
	}
	return r.alone(ctx, fmt.Sprint("convert ", key), func(ctx context.Context) error { return r.convertOnce(ctx, key) })
}

// convertOnce makes the PDF within a turn at its key, unless it is found.
func (r *run) convertOnce(ctx context.Context, key ConversionKey) error {
	done, whole, found, err := r.reuse(ctx, key)
	if err != nil {
		return err
	}
	if found {
		r.whole, r.made = whole, done.Report.reused()
		r.leave(nil)
		return nil
	}
	if err := r.make(ctx); err != nil {
		return err
	}
	r.lost = done.PDF
	r.conversion = &Conversion{ConversionKey: key, PDF: r.whole.Key, Report: r.made}
	return nil
}

// identify finds out of which type the document is. Where it is of none that is
// supported, the error says so. A password that every program tries is taken for the
// document's own.
func (r *run) identify(ctx context.Context) error {
	begin := time.Now()
	kind, err := r.detect(ctx, r.doc.Original, r.doc.Name)
	r.before.done(ctx, stepDetected, begin)
	sealed := r.doc.Password
	if protected, ok := errors.AsType[*filetype.ProtectedError](err); ok {
		r.before.add(FactEncrypted, "")
		if protected.Password != "" {
			sealed, err = r.seal(protected.Password, r.doc.ID)
		}
		if len(sealed) > 0 {
			kind, err = protected.Kind, nil
		}
	}
	if _, ok := errors.AsType[*filetype.EncryptionError](err); ok {
		r.before.add(FactEncrypted, "")
	}
	if err != nil {
		return err
	}
	return r.save(ctx, Update{Next: true, Report: &r.before, Change: to(func(d *Document) {
		d.setType(kind)
		d.Password = sealed
	})})
}

// make converts the document.
func (r *run) make(ctx context.Context) error {
	if !r.doc.Type.Office() {
		return retryCrash(ctx, r.named(), func() error { return r.makePDF(ctx) })
	}
	var err error
	for _, kind := range r.kinds() {
		err = retryCrash(ctx, r.named(), func() error { return r.convertOffice(ctx, kind) })
		if cause, ok := errors.AsType[*convert.Error](err); !ok || cause.Reason != convert.ReasonDamaged {
			return err
		}
	}
	return cmp.Or(r.checkLengths(ctx), err)
}

// checkInflation refuses what would unpack to too much, before a converter sees it.
func (r *run) checkInflation(ctx context.Context, original *os.File) error {
	return r.checkPackage(ctx, original, filetype.CheckInflation)
}

// checkLengths looks for what a package that cannot be read says wrongly of itself.
func (r *run) checkLengths(ctx context.Context) error {
	original, err := r.content.Open(ctx, r.doc.Original)
	if err != nil {
		return err
	}
	defer original.Close()
	return r.checkPackage(ctx, original, filetype.CheckLengths)
}

// checkPackage has a package looked into, within the limit of what it may unpack to.
func (r *run) checkPackage(ctx context.Context, original *os.File, look func(context.Context, io.ReaderAt, int64, int64) error) error {
	if !r.doc.Type.OpenXML() {
		return nil
	}
	info, err := original.Stat()
	if err != nil {
		return err
	}
	return look(ctx, original, info.Size(), cmp.Or(r.limits.Load().Inflation, filetype.DefaultMaxInflation))
}

// kinds gives what to take the document for, in turn.
func (r *run) kinds() []filetype.Type {
	if r.password != "" {
		return r.doc.Type.WhenEncrypted()
	}
	return []filetype.Type{r.doc.Type}
}

// makePDF takes a PDF as it is, or, where it takes the password to open it, a copy
// without encryption.
func (r *run) makePDF(ctx context.Context) (err error) {
	r.beginAnew()
	r.noteProgress(&r.doc, Progress{Stage: Converting})
	r.whole, err = r.open(ctx, r.doc.Original)
	cause, ok := errors.AsType[*convert.Error](err)
	switch {
	case ok && cause.Reason == convert.ReasonProtected && r.password != "":
		return r.makeDecrypted(ctx)
	case ok && (cause.Reason == convert.ReasonProtected || cause.Reason == convert.ReasonEncryption):
		r.made.add(FactEncrypted, "")
	}
	return err
}

// makeDecrypted takes a copy without encryption.
func (r *run) makeDecrypted(ctx context.Context) error {
	r.made = Report{Facts: []office.Fact{{Name: FactEncrypted}}}
	begin := time.Now()
	key, err := r.decrypt(ctx)
	r.made.ended(ctx, stepDecrypted, begin, err)
	if err != nil {
		return err
	}
	r.take(ctx, key)
	r.whole, err = r.open(ctx, key)
	return err
}

// beginAnew takes the report of a try that has failed as what came before.
func (r *run) beginAnew() {
	r.before.Steps = append(r.before.Steps, r.made.Steps...)
	r.made = Report{}
}

// named is the log, with the document's id.
func (r *run) named() *slog.Logger { return r.log.With("document", r.doc.ID) }

func (r *run) convertOffice(ctx context.Context, kind filetype.Type) error {
	original, err := r.content.Open(ctx, r.doc.Original)
	if err != nil {
		return err
	}
	defer original.Close()
	begin := time.Now()
	r.beginAnew()
	order := office.Order{In: original, Kind: kind, Password: r.password, Clock: r.clock, Stopped: r.stopped, Begin: func() error {
		r.before.waited(time.Since(begin))
		r.noteProgress(&r.doc, Progress{Stage: Converting})
		begin = time.Now()
		err := r.checkInflation(ctx, original)
		if err != nil {
			r.made.ended(ctx, stepMeasured, begin, err)
		}
		return err
	}}
	report, err := r.converter.Convert(ctx, order, func(stage office.Stage, pdf *os.File) error {
		switch stage {
		case office.Provisional:
			return r.saveProvisional(ctx, pdf)
		case office.FirstPage:
			r.made.done(ctx, stepFirst, begin)
			r.noteProgress(&r.doc, Progress{Stage: Converting, Done: 1})
			return r.saveFirstPage(ctx, pdf)
		}
		r.made.done(ctx, stepWhole, begin)
		return r.saveWhole(ctx, pdf)
	})
	r.made.converted(report)
	return err
}

// saveWhole takes a file for the PDF of the whole. It is read while it is stored; its
// page 1 is drawn when it can be asked for.
func (r *run) saveWhole(ctx context.Context, file *os.File) error {
	key, err := content.KeyOf(file)
	if err != nil {
		return fmt.Errorf("store converted document: %w", err)
	}
	var stored errgroup.Group
	stored.Go(func() error { return r.content.Put(ctx, key, file) })
	reopen := func(context.Context) (*os.File, error) { return os.Open(file.Name()) }
	whole, readErr := r.look(ctx, pdf.Source{Key: key, Open: reopen}, stepOpened)
	if err := stored.Wait(); err != nil {
		return fmt.Errorf("store converted document: %w", err)
	}
	r.take(ctx, key)
	r.whole, r.undrawn = whole, true
	return readErr
}

// take has the attempt hold content that will be the PDF of the whole.
func (r *run) take(ctx context.Context, key string) {
	if r.held != "" {
		r.content.Release(ctx, r.held) // of an earlier try
	}
	r.held = key
}

// open reads what is known of stored content as the PDF of a whole document, and
// draws its page 1.
func (r *run) open(ctx context.Context, key string) (PDF, error) {
	return r.read(ctx, r.source(key), stepOpened, stepDrawn)
}

// read reads what is known of a PDF, and draws its page 1, so that the first reader
// finds it drawn: two steps, by their names.
func (r *run) read(ctx context.Context, src pdf.Source, opened, drawn string) (PDF, error) {
	pdf, err := r.look(ctx, src, opened)
	if err != nil {
		return pdf, err
	}
	return pdf, r.draw(ctx, src, pdf.Pages, drawn)
}

// look reads what is known of a PDF, a step by its name.
func (r *run) look(ctx context.Context, src pdf.Source, step string) (PDF, error) {
	begin := time.Now()
	info, err := r.pages.renderer.Info(ctx, src)
	if err == nil && info.Pages < 1 {
		err = &convert.Error{Reason: convert.ReasonEmpty}
	}
	r.made.ended(ctx, step, begin, err)
	if err != nil {
		return PDF{}, err
	}
	r.made.Renderer = r.pages.renderer.Version()
	if info.Encrypted {
		r.made.Facts = append(r.made.Facts, office.Fact{Name: FactEncrypted})
	}
	return PDF{Key: src.Key, Pages: info.Pages, Sizes: Sizes(info.Sizes)}, nil
}

// draw draws page 1 of so many, a step by its name.
func (r *run) draw(ctx context.Context, src pdf.Source, pages int, step string) error {
	begin := time.Now()
	err := r.drawFirst(ctx, src, pages)
	r.made.ended(ctx, step, begin, err)
	return err
}

// beginDrawing draws page 1 of the whole, if that is still to be done, while others do
// their part. The result is that of drawn; what was made is the drawing's until then.
func (r *run) beginDrawing(ctx context.Context) (drawn func() error) {
	if !r.undrawn {
		return nothing
	}
	src, pages, log, done := r.source(r.whole.Key), r.whole.Pages, r.named(), make(chan error, 1)
	go func() {
		done <- retryCrash(ctx, log, func() error { return r.draw(ctx, src, pages, stepDrawn) })
	}()
	return sync.OnceValue(func() error { return <-done })
}

// within bounds a request for the source by a time, of which waiting for others is no
// part.
func within(ctx context.Context, source pdf.Source, limit time.Duration) (context.Context, pdf.Source, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	source.Clock = schedule.NewClock(limit, func() { cancel(context.DeadlineExceeded) })
	return ctx, source, func() { cancel(nil) }
}

// source names content to the process that reads it. Requests for a PDF that comes from
// outside are what its attempt is stopped at; those for one that was just made are not.
func (r *run) source(key string) pdf.Source {
	src := pdf.Source{Key: key, Open: r.content.Opener(key), Clock: r.clock}
	if !r.doc.Type.Office() {
		src.Unknown, src.Leaves, src.Stopped = true, true, r.stopped
	}
	return src
}

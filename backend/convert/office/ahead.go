package office

import (
	"context"
	"os"
	"sync"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/inspect"
	"lectern/backend/convert/process"
	"lectern/backend/internal/tracing"
)

// A document must have so many bytes, or so many unpacked, for its page 1 to be converted
// ahead of the whole: a smaller one is not long enough for that to pay.
const (
	aheadMin         = 48 << 10
	aheadMinUnpacked = 200 << 10
)

// Steps of a conversion beside those of the engine: a copy is made of what page 1 of a
// document needs, and converted ahead of the whole.
const (
	StepCut   = "cut"
	StepAhead = "ahead"
)

// ahead converts a cut copy of a long document, for its page 1, beside the conversion
// of the whole.
type ahead struct {
	office *Converter
	end    context.CancelFunc
	gone   chan struct{} // closed when nothing is under way

	mu    sync.Mutex // held while the page is handed on
	late  bool       // nothing is wanted any more
	steps []Step
}

// goAhead begins with the page 1 of a document that may be long, if there is hurry. The
// page is handed to on, never at the same time as what [ahead.over] is called for.
func (o *Converter) goAhead(ctx context.Context, hurry bool, order Order, family string, on func(Stage, *os.File) error) *ahead {
	ctx, cancel := context.WithCancel(ctx)
	a := &ahead{office: o, end: cancel, gone: make(chan struct{})}
	var original *os.File
	var err error
	if hurry {
		original, err = reopen(order)
	}
	if original == nil {
		if err != nil {
			o.log.WarnContext(ctx, "page 1 is not converted ahead", "error", err)
		}
		close(a.gone)
		return a
	}
	go func() {
		defer close(a.gone)
		defer original.Close()
		if err := a.run(ctx, original, order.Kind, family, on); err != nil && ctx.Err() == nil {
			o.log.WarnContext(ctx, "page 1 was not converted ahead", "error", err)
		}
	}()
	return a
}

// reopen gives the document of an order as a file of its own; nil where its page 1 is
// not to be converted ahead.
func reopen(order Order) (*os.File, error) {
	file, ok := order.In.(*os.File)
	if !ok || !order.Kind.OpenXML() || order.Password != "" {
		return nil, nil
	}
	long, err := mayBeLong(file)
	if !long || err != nil {
		return nil, err
	}
	return process.Reopen(file)
}

// mayBeLong says by its size whether a package may be that of a long document.
func mayBeLong(file *os.File) (bool, error) {
	info, err := file.Stat()
	if err != nil || info.Size() >= aheadMin {
		return true, err
	}
	unpacked, err := filetype.UnpackedSize(file, info.Size())
	return unpacked >= aheadMinUnpacked, err
}

// over says that page 1 comes from the whole now, if it has not come before.
func (a *ahead) over() {
	a.mu.Lock()
	a.late = true
	a.mu.Unlock()
	a.end()
}

// wait ends what is under way, and gives the steps that were done.
func (a *ahead) wait() []Step {
	a.over()
	<-a.gone
	return a.steps
}

func (a *ahead) run(ctx context.Context, original *os.File, kind filetype.Type, family string, on func(Stage, *os.File) error) error {
	copied, err := os.CreateTemp(a.office.cfg.TempDir, "cut-")
	if err != nil {
		return err
	}
	defer os.Remove(copied.Name())
	defer copied.Close()
	begin := time.Now()
	made, err := inspect.New(a.office.cfg).Cut(ctx, original, kind, copied)
	if err != nil || !made {
		return err
	}
	a.done(ctx, StepCut, begin)
	begin = time.Now()
	return a.convert(ctx, copied, kind, family, func(_ Stage, pdf *os.File) error {
		a.done(ctx, StepAhead, begin)
		return a.hand(pdf, on)
	})
}

func (a *ahead) done(ctx context.Context, name string, begin time.Time) {
	a.steps = append(a.steps, Step{Name: name, Took: time.Since(begin)})
	tracing.Note(ctx, string(convert.KindOffice)+" "+name, begin, nil)
}

// convert converts the copy, for which it takes no turn: it takes little.
func (a *ahead) convert(ctx context.Context, copied *os.File, kind filetype.Type, family string, on func(Stage, *os.File) error) error {
	server, err := a.office.enter(ctx)
	if err != nil {
		return err
	}
	defer a.office.leave()
	if _, err := copied.Seek(0, 0); err != nil {
		return err
	}
	job, err := server.newJob(copied)
	if err != nil {
		return err
	}
	defer job.end()
	job.step = time.Now()
	return job.run(ctx, Order{Kind: kind}, family, nil, on) // without hurry: the copy comes at once
}

func (a *ahead) hand(pdf *os.File, on func(Stage, *os.File) error) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.late {
		return nil
	}
	return on(Provisional, pdf)
}

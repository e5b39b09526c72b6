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

// Minimum sizes, compressed and uncompressed, of a document whose page 1 is converted ahead of the whole document. For
// smaller documents that saves no time.
const (
	minAheadSize     = 48 << 10
	minAheadUnpacked = 200 << 10
)

// Steps of a conversion in addition to LibreOffice's own steps: making a cut copy with the content that page 1 needs,
// and converting this copy ahead of the whole document.
const (
	StepCut   = "cut"
	StepAhead = "ahead"
)

// firstPageJob shows page 1 of a long document early: it converts a copy that is cut after the content of page 1, at
// the same time as the whole document.
type firstPageJob struct {
	office   *Converter
	receiver Receiver
	cancel   context.CancelFunc
	done     chan struct{} // closed when the goroutine has ended

	mu           sync.Mutex // guards stopped; held while page 1 is passed to the receiver
	stopped      bool       // page 1 is no longer wanted
	steps        []Step
	convertStart time.Time // start of the conversion of the copy
}

// startFirstPage starts converting page 1 of a document that may be long, if earlyFirstPage is true. It passes the page
// to a receiver, unless [firstPageJob.stop] is called before.
func (o *Converter) startFirstPage(ctx context.Context, earlyFirstPage bool, order Order, family string,
	to Receiver) *firstPageJob {
	ctx, cancel := context.WithCancel(ctx)
	a := &firstPageJob{office: o, receiver: to, cancel: cancel, done: make(chan struct{})}
	var original *os.File
	var err error
	if earlyFirstPage {
		original, err = reopen(order)
	}
	if original == nil {
		if err != nil {
			o.log.WarnContext(ctx, "page 1 is not converted ahead", "error", err)
		}
		close(a.done)
		return a
	}
	go func() {
		defer close(a.done)
		defer original.Close()
		if err := a.run(ctx, original, order.Kind, family); err != nil && ctx.Err() == nil {
			o.log.WarnContext(ctx, "page 1 was not converted ahead", "error", err)
		}
	}()
	return a
}

// reopen opens the file of an order's document again. It returns nil if page 1 is not to be converted ahead.
func reopen(order Order) (*os.File, error) {
	file, ok := order.In.(*os.File)
	if !ok || !order.Kind.IsOpenXML() || order.Password != "" {
		return nil, nil
	}
	long, err := mayBeLong(file)
	if !long || err != nil {
		return nil, err
	}
	return process.Reopen(file)
}

// mayBeLong reports whether an Office Open XML package may be a long document, judging by its size.
func mayBeLong(file *os.File) (bool, error) {
	info, err := file.Stat()
	if err != nil || info.Size() >= minAheadSize {
		return true, err
	}
	unpacked, err := filetype.UnpackedSize(file, info.Size())
	return unpacked >= minAheadUnpacked, err
}

// stop cancels the conversion of page 1. If page 1 has not been passed to the receiver yet, the receiver gets page 1
// with the whole document.
func (a *firstPageJob) stop() {
	a.mu.Lock()
	a.stopped = true
	a.mu.Unlock()
	a.cancel()
}

// wait stops the conversion, waits for its end, and returns the finished steps.
func (a *firstPageJob) wait() []Step {
	a.stop()
	<-a.done
	return a.steps
}

func (a *firstPageJob) run(ctx context.Context, original *os.File, kind filetype.Type, family string) error {
	begin := time.Now()
	cut, err := a.office.editedCopy(ctx, original, kind, inspect.New(a.office.cfg).CutToPage1)
	if err != nil || cut == nil {
		return err
	}
	defer cut.remove()
	a.addStep(ctx, StepCut, begin)
	a.convertStart = time.Now()
	return a.convert(ctx, cut.File, kind, family)
}

func (a *firstPageJob) addStep(ctx context.Context, name string, start time.Time) {
	a.steps = append(a.steps, Step{Name: name, Took: time.Since(start)})
	tracing.AddStep(ctx, string(convert.KindOffice)+" "+name, start, nil)
}

// convert converts the copy. It does not wait for a turn, because the copy is small.
func (a *firstPageJob) convert(ctx context.Context, cut *os.File, kind filetype.Type, family string) error {
	server, err := a.office.acquireReady(ctx)
	if err != nil {
		return err
	}
	defer a.office.release()
	job, err := server.newJob(cut)
	if err != nil {
		return err
	}
	defer job.remove()
	job.stepStart = time.Now()
	return job.run(ctx, Order{Kind: kind}, family, nil, a) // without an early first page, because the copy is short
}

// Begin implements [Receiver].
func (a *firstPageJob) Begin(context.Context) error { return nil }

// Receive passes page 1 to the receiver of the whole document, unless the conversion of page 1 was stopped.
func (a *firstPageJob) Receive(ctx context.Context, _ Completeness, pdf *os.File) error {
	a.addStep(ctx, StepAhead, a.convertStart)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.stopped {
		return nil
	}
	return a.receiver.Receive(ctx, Provisional, pdf)
}

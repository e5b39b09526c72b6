// Package office converts Office documents to PDF with LibreOffice.
package office

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/inspect"
	"lectern/backend/convert/schedule"
)

// Order describes an Office document to convert.
type Order struct {
	In   io.ReadSeeker
	Kind filetype.Type
	// Password opens the document; empty if none is known.
	Password string
	// Clock limits the time of the conversion. It is paused while the document waits and while LibreOffice starts. If
	// it is nil, Config.Deadline limits the conversion.
	Clock *schedule.Clock
	// Preemptions is the number of times that the order was preempted, see [schedule.PreemptedError].
	Preemptions int
}

// Report describes a conversion.
type Report struct {
	// Engine is the name and the build of LibreOffice, see [Converter.Version].
	Engine string
	Facts  []Fact
	Steps  []Step
}

// Fact is something that LibreOffice reported about a document, such as a missing font.
type Fact struct {
	Name  FactName
	Value string
}

// FactName is the name of a kind of fact.
type FactName string

// Step is a part of a conversion.
type Step struct {
	Name string
	Took time.Duration
	// Memory is the largest resident memory of the converter, in bytes; 0 if unknown.
	Memory int64
	// Stopped is set if the step was not completed. Took is then the time until the conversion failed or was preempted.
	Stopped bool `json:",omitempty"`
}

// warmLimit is the maximum time that [Converter.Warm] waits for the first spare child.
const warmLimit = 30 * time.Second

// Converter converts Office documents to PDF with one LibreOffice parent process, which forks a child for each
// document. The parent is started by the first document or by Warm, and ends when there was no document for
// Config.Idle.
//
// At most Config.Workers conversions run at the same time. The same number of long conversions, which have exceeded
// their first turn, may run in addition. Other conversions wait in order of arrival. A conversion that exceeds its turn
// ends with a [*schedule.PreemptedError] if other conversions wait and the maximum number of long conversions is
// running. If the parent dies, all running conversions end with [convert.ReasonCrashed]; the next conversion starts
// another parent. A Converter is safe for concurrent use.
type Converter struct {
	cfg      convert.Config
	log      *slog.Logger
	schedule *schedule.Scheduler
	version  func() string

	closing context.Context // is cancelled by Close
	close   context.CancelFunc
	work    sync.WaitGroup // conversions, and parent processes that are being stopped

	mu     sync.Mutex
	server *server     // nil if no parent process is running
	users  int         // number of users of server
	idle   *time.Timer // stops server after Config.Idle without users
}

// New returns a converter. It starts no process yet.
func New(cfg convert.Config, log *slog.Logger) *Converter {
	o := &Converter{cfg: cfg, log: log, schedule: newScheduler(cfg, 0),
		version: sync.OnceValue(func() string { return engineName(cfg) })}
	o.closing, o.close = context.WithCancel(context.Background())
	return o
}

// newScheduler returns the scheduler of the conversions. A quantum of 0 selects the default.
func newScheduler(cfg convert.Config, quantum time.Duration) *schedule.Scheduler {
	workers := max(cfg.Workers, 1)
	return schedule.New(schedule.Config{Quick: workers, Long: workers, Quantum: quantum})
}

// Close ends the parent process and all conversions, which return [convert.ErrClosed]. It waits until their processes
// and files are gone.
func (o *Converter) Close() error {
	o.mu.Lock()
	o.close()
	if o.idle != nil {
		o.idle.Stop()
	}
	server := o.server
	o.server = nil
	o.mu.Unlock()
	if server != nil {
		server.stop()
	}
	o.work.Wait()
	return os.RemoveAll(cacheFolder(o.cfg))
}

// cacheFolder returns the folder for files that parent processes share, one after the other.
func cacheFolder(cfg convert.Config) string { return filepath.Join(cfg.TempDir, "office-cache") }

// Warm starts the parent process and waits for its first spare child, so that the first document is converted quickly,
// too.
func (o *Converter) Warm(ctx context.Context) error {
	server, err := o.acquireReady(ctx)
	if err != nil {
		return err
	}
	defer o.release()
	limit := time.NewTimer(warmLimit)
	defer limit.Stop()
	select {
	case <-server.warm:
		return nil
	case <-server.gone:
		return o.closedError(server.crashError())
	case <-limit.C:
		return fmt.Errorf("warm LibreOffice: no spare within %s", warmLimit)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Convert converts the document of an order. It delivers these PDFs to a receiver: Provisional for a long document if
// possible, FirstPage as soon as page 1 exists unless that saves no time, and WholeDocument.
//
// Errors that the document causes are of type [*convert.Error]. If the disk is full, the error wraps [syscall.ENOSPC].
// A [*schedule.PreemptedError] means that the order was preempted and must be submitted again.
func (o *Converter) Convert(ctx context.Context, order Order, to Receiver) (Report, error) {
	family, err := documentFamily(order.Kind)
	if err != nil {
		return Report{}, err
	}
	turn, err := o.schedule.Acquire(ctx, order.Preemptions)
	if err != nil {
		return Report{}, err
	}
	defer turn.Release()
	if err := to.Begin(ctx); err != nil {
		return Report{}, err
	}
	// Page 1 is converted separately only in the first turn, and only if no other document waits, because the separate
	// conversion would delay other documents.
	earlyFirstPage := order.Preemptions == 0 && o.schedule.Idle()
	report, err := o.attempt(ctx, order, family, turn, earlyFirstPage, to)
	if failed, ok := errors.AsType[*convert.Error](err); !ok || failed.Reason != convert.ReasonCrashed {
		return report, err
	}
	smaller := o.withoutLargePictures(ctx, order)
	if smaller == nil {
		return report, err
	}
	defer smaller.remove()
	order.In = smaller.File
	second, err := o.attempt(ctx, order, family, turn, false, to)
	second.Steps = slices.Concat(report.Steps, second.Steps)
	return second, err
}

// withoutLargePictures returns a copy of a document that has crashed LibreOffice, without the images that are too large
// to be drawn. LibreOffice 25.2 crashes on such an image among other images of a slide. It returns nil if the document
// has no such images or cannot be copied.
func (o *Converter) withoutLargePictures(ctx context.Context, order Order) *editedCopy {
	original, ok := order.In.(*os.File)
	if !ok || !order.Kind.IsOpenXML() || order.Password != "" {
		return nil
	}
	smaller, err := o.editedCopy(ctx, original, order.Kind, inspect.New(o.cfg).WithoutLarge)
	if err != nil && ctx.Err() == nil {
		o.log.WarnContext(ctx, "a document is not converted without its large pictures", "error", err)
	}
	return smaller
}

// attempt converts a document during a turn. If earlyFirstPage is true, page 1 is converted before the whole document.
func (o *Converter) attempt(ctx context.Context, order Order, family string, turn *schedule.Turn, earlyFirstPage bool,
	to Receiver) (Report, error) {
	if err := checkFreeSpace(o.cfg.TempDir); err != nil {
		return Report{}, err
	}
	begin := time.Now()
	server, err := o.acquireReady(ctx)
	if err != nil {
		return Report{}, convert.MachineError(o.cfg, err)
	}
	defer o.release()
	// The start of LibreOffice does not depend on the document, so it does not count towards the document's time limit.
	// It is limited by startLimit.
	order.Clock.Run()
	defer order.Clock.Pause()
	job, err := server.newJob(order.In)
	if err != nil {
		return Report{}, convert.MachineError(o.cfg, err)
	}
	defer job.remove()
	job.report.Engine = o.Version()
	job.earlyFirstPage, job.stepStart = earlyFirstPage, begin // the first step includes starting LibreOffice
	job.firstPage = o.startFirstPage(ctx, earlyFirstPage, order, family, to)
	err = o.closedError(job.run(ctx, order, family, turn, to))
	err = convert.MachineError(o.cfg, err)
	job.report.Steps = append(job.firstPage.wait(), job.report.Steps...)
	o.cfg.Metrics.Failed(convert.KindOffice, err)
	return job.report, err
}

// Usable returns nil if Office documents can be converted. If there is no LibreOffice, or it is too old, it returns an
// error of [convert.ReasonNoEngine].
func (o *Converter) Usable() error {
	_, err := findEngine(o.cfg)
	return err
}

// Version returns the name and the build of LibreOffice, such as "LibreOffice 25.2.3-2, recipe 9a16d22e", or "" if
// there is none. Another build may render documents differently.
func (o *Converter) Version() string { return o.version() }

// closedError returns ErrClosed if err is a crash that was caused by Close. Otherwise it returns err.
func (o *Converter) closedError(err error) error {
	var failed *convert.Error
	if errors.As(err, &failed) && failed.Reason == convert.ReasonCrashed && o.closing.Err() != nil {
		return convert.ErrClosed
	}
	return err
}

// acquireReady waits until the parent process is ready and returns it. The process is kept until the caller calls
// release.
func (o *Converter) acquireReady(ctx context.Context) (*server, error) {
	server, err := o.acquire()
	if err != nil {
		return nil, err
	}
	select {
	case <-server.ready:
		return server, nil
	case <-server.gone:
		err = o.closedError(server.startError())
	case <-ctx.Done():
		err = ctx.Err()
	}
	o.release()
	return nil, err
}

// acquire adds a user of the parent process. It starts the process if none is running.
func (o *Converter) acquire() (*server, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closing.Err() != nil {
		return nil, convert.ErrClosed
	}
	if o.server == nil || o.server.ended() {
		server, err := startServer(o.cfg, o.log)
		if err != nil {
			return nil, err
		}
		o.server = server
	}
	if o.idle != nil {
		o.idle.Stop()
	}
	o.users++
	o.work.Add(1)
	return o.server, nil
}

// release ends the caller's use of the parent process. When the last user has left, the idle time begins.
func (o *Converter) release() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.users--
	if o.users == 0 && o.closing.Err() == nil {
		o.idle = time.AfterFunc(o.cfg.Idle, o.stopIdle)
	}
	o.work.Done()
}

// stopIdle stops the parent process unless it has users again.
func (o *Converter) stopIdle() {
	o.mu.Lock()
	server := o.server
	if o.users > 0 || server == nil || o.closing.Err() != nil {
		o.mu.Unlock()
		return
	}
	o.server = nil
	o.work.Add(1)
	o.mu.Unlock()
	defer o.work.Done()
	server.stop()
}

// Load returns the number of running and of waiting conversions.
func (o *Converter) Load() convert.Load { return o.schedule.Load() }

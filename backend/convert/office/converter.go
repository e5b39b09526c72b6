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
	"sync"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/schedule"
)

// Stage is how far a conversion has come.
type Stage int

// The stages.
const (
	// Provisional is a PDF whose page 1 is most likely that of the whole: it was made of
	// the beginning of a long document. A text of which it has one page only is none.
	Provisional Stage = iota + 1
	FirstPage         // a PDF with page 1 alone
	Whole             // a PDF with every page
)

// Order is an Office document to be converted.
type Order struct {
	In   io.ReadSeeker
	Kind filetype.Type
	// Password opens the document; empty where none is known.
	Password string
	// Begin is called when the document's turn has come, before a converter sees it. Its
	// error ends the conversion and is returned as it is. May be nil.
	Begin func() error
	// Clock runs while the document is at work. Nil is one of Config.Deadline.
	Clock *schedule.Clock
	// Stopped is how often it has been stopped for others, see [CrowdedError].
	Stopped int
}

// Report tells how a conversion went.
type Report struct {
	// Engine is the converter and its version, such as "LibreOffice 25.2.3.2".
	Engine string
	Facts  []Fact
	Steps  []Step
}

// Fact is something that the engine noticed in a document, such as a font that is missing.
type Fact struct {
	Name  FactName
	Value string
}

// FactName says what kind of fact it is.
type FactName string

// Step is a part of a conversion.
type Step struct {
	Name string
	Took time.Duration
	// Memory is the most that the converter had resident, in bytes; 0 where it is unknown.
	Memory int64
	// Stopped says that it did not come to its end: it took that long until the conversion
	// failed, or had to begin anew.
	Stopped bool `json:",omitempty"`
}

// officeWarmLimit bounds how long [Office.Warm] waits for the first spare.
const warmLimit = 30 * time.Second

// Office converts Office documents to PDF with one LibreOffice parent process,
// which forks a child for each document. The parent is started with the first
// document, or by Warm, and stopped when there was none for Config.Idle.
//
// At most Config.Workers conversions run at once, and as many beside them that have
// taken long already; those that wait are served in the order in which they came. One that
// takes long while all that room is taken ends with a [*CrowdedError]. A parent that dies takes the running conversions
// with it, each of which ends with [ReasonCrashed]; the next one starts another.
type Converter struct {
	cfg      convert.Config
	log      *slog.Logger
	schedule *schedule.Scheduler
	version  func() string

	closing context.Context // ends with Close
	close   context.CancelFunc
	work    sync.WaitGroup // conversions, and servers that are being stopped

	mu     sync.Mutex
	server *server     // nil when none runs
	users  int         // of server
	idle   *time.Timer // stops server when it has had no user for a while
}

// NewOffice returns a converter that has started nothing yet.
func New(cfg convert.Config, log *slog.Logger) *Converter {
	o := &Converter{cfg: cfg, log: log, schedule: schedule.New(max(cfg.Workers, 1), max(cfg.Workers, 1)),
		version: sync.OnceValue(func() string { return engineName(cfg) })}
	o.closing, o.close = context.WithCancel(context.Background())
	return o
}

// Close ends the parent process and all conversions, which return [ErrClosed],
// and returns when no process and no file of theirs is left.
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

// officeCache is the folder of what one parent process leaves for the next.
func cacheFolder(cfg convert.Config) string { return filepath.Join(cfg.TempDir, "office-cache") }

// Warm starts the parent process and returns when the first spare is warm. It is
// for a server that wants to be quick with its first document, too.
func (o *Converter) Warm(ctx context.Context) error {
	server, err := o.enter(ctx)
	if err != nil {
		return err
	}
	defer o.leave()
	limit := time.NewTimer(warmLimit)
	defer limit.Stop()
	select {
	case <-server.warm:
		return nil
	case <-server.gone:
		return o.crash(server.crash())
	case <-limit.C:
		return fmt.Errorf("warm LibreOffice: no spare within %s", warmLimit)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Convert converts the document of an order. Of a long one it first calls on with
// Provisional, where that can be had. It calls on
// with FirstPage as soon as page 1 exists, which it leaves out where that brings
// nothing, and then with Whole. The file is open for reading; it is closed and
// deleted when on returns. A non-nil error of on ends the conversion and is
// returned as it is. Errors that the document causes are [*Error]; a full disk's wrap
// [syscall.ENOSPC]. It is a [*CrowdedError] where the order was stopped for others: it is to
// be given again, as one that was.
func (o *Converter) Convert(ctx context.Context, order Order, on func(Stage, *os.File) error) (Report, error) {
	family, err := documentFamily(order.Kind)
	if err != nil {
		return Report{}, err
	}
	turn, err := o.schedule.Acquire(ctx, order.Stopped)
	if err != nil {
		return Report{}, err
	}
	defer turn.Release()
	order.Clock.Run()
	defer order.Clock.Pause()
	if order.Begin != nil {
		if err := order.Begin(); err != nil {
			return Report{}, err
		}
	}
	// Where others wait, page 1 by itself would hold them up.
	hurry := order.Stopped == 0 && o.schedule.Idle()
	report, err := o.attempt(ctx, order, family, turn, hurry, on)
	if failed, ok := errors.AsType[*convert.Error](err); !ok || failed.Reason != convert.ReasonCrashed {
		return report, err
	}
	return o.withoutLarge(ctx, order, report, err, func(order Order) (Report, error) {
		return o.attempt(ctx, order, family, turn, false, on)
	})
}

// attempt converts within a turn, with page 1 before the whole in a hurry.
func (o *Converter) attempt(ctx context.Context, order Order, family string, turn *schedule.Turn, hurry bool, on func(Stage, *os.File) error) (Report,
	error) {
	if err := checkRoom(o.cfg.TempDir); err != nil {
		return Report{}, err
	}
	begin := time.Now()
	server, err := o.enter(ctx)
	if err != nil {
		return Report{}, convert.MachineError(o.cfg, err)
	}
	defer o.leave()
	job, err := server.newJob(order.In)
	if err != nil {
		return Report{}, convert.MachineError(o.cfg, err)
	}
	defer job.end()
	job.report.Engine = o.Version()
	job.hurry, job.step = hurry, begin // the engine may have had to be started for it
	ahead := o.goAhead(ctx, hurry, order, family, on)
	err = o.crash(job.run(ctx, order, family, turn, func(stage Stage, pdf *os.File) error {
		ahead.over()
		return on(stage, pdf)
	}))
	err = convert.MachineError(o.cfg, err)
	job.report.Steps = append(ahead.wait(), job.report.Steps...)
	o.cfg.Metrics.Failed(convert.KindOffice, err)
	return job.report, err
}

// Usable says why no Office document can be converted, by an error of [ReasonNoEngine]; nil
// where there is a LibreOffice, and a new enough one.
func (o *Converter) Usable() error {
	_, err := findEngine(o.cfg)
	return err
}

// Version is the engine and its build, such as "LibreOffice 25.2.3-2, recipe 9a16d22e";
// empty where there is none. Documents converted by another one may look otherwise.
func (o *Converter) Version() string { return o.version() }

// crash gives err, or ErrClosed where err is a crash that Close has caused.
func (o *Converter) crash(err error) error {
	var failed *convert.Error
	if errors.As(err, &failed) && failed.Reason == convert.ReasonCrashed && o.closing.Err() != nil {
		return convert.ErrClosed
	}
	return err
}

// enter gives the running parent process, which is then kept until leave is called.
func (o *Converter) enter(ctx context.Context) (*server, error) {
	server, err := o.acquire()
	if err != nil {
		return nil, err
	}
	select {
	case <-server.ready:
		return server, nil
	case <-server.gone:
		err = o.crash(server.startError())
	case <-ctx.Done():
		err = ctx.Err()
	}
	o.leave()
	return nil, err
}

// acquire counts a user of the server, which it starts where none runs.
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

// leave ends what acquire began. With the last user the idle time begins.
func (o *Converter) leave() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.users--
	if o.users == 0 && o.closing.Err() == nil {
		o.idle = time.AfterFunc(o.cfg.Idle, o.stopIdle)
	}
	o.work.Done()
}

// stopIdle stops the server, unless it has got a user in the meantime.
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

// Load tells how busy the converter is.
func (o *Converter) Load() convert.Load { return o.schedule.Load() }

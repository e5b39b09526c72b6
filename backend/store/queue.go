package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivertype"

	"lectern/backend/internal/tracing"
)

// fetchCooldown is in which time River fetches at most MaxWorkers jobs; its 100 ms would be felt by a
// person who waits for a page.
const fetchCooldown = 5 * time.Millisecond

// insertTopic is where River's producers listen for new jobs.
const insertTopic = "river_insert"

// queue inserts jobs, and wakes those who work them.
type queue struct {
	insert *river.Client[*sql.Tx]                     // inserts only: it has no queues of its own
	wakes  chan<- string                              // nil where the database wakes those who listen
	work   func(config *river.Config) (worker, error) // makes one that works
	rests  atomic.Bool                                // it begins no job
	rest   time.Duration                              // see [onDemand]
}

// Rest has this program begin no job while it is to rest, as when it lacks what they need. Others at
// the library do them.
func (db *DB) Rest(rest bool) { db.queue.rests.Store(rest) }

// worker is a client of the queue that works jobs.
type worker interface {
	Start(ctx context.Context) error
	Stop(ctx context.Context) error
	StopAndCancel(ctx context.Context) error
}

// Enqueue inserts a job that becomes visible with the transaction. Its metadata has the trace that it
// is of.
func (tx *Tx) Enqueue(ctx context.Context, job river.JobArgs, opts *river.InsertOpts) error {
	opts.Metadata = tracing.Metadata(ctx)
	result, err := tx.queue.insert.InsertTx(ctx, tx.Tx, job, opts)
	if err != nil {
		return fmt.Errorf("enqueue %s: %w", job.Kind(), err)
	}
	tx.inserted = append(tx.inserted, result.Job.Queue)
	return nil
}

// Jobs is a running set of workers over the database's job queue.
type Jobs struct {
	client      worker
	strays      *strays
	looking     sync.WaitGroup // for strays
	stopLooking func()
	attendance
}

// Work starts to work the queues with the given workers. Jobs that a program had begun which is there
// no more are put back first. Those of this one whose end could not be written down are looked for
// every so often, and when the database is back after it was away; they are put back at the second
// look. Around is what is around each job.
func (db *DB) Work(ctx context.Context, workers *river.Workers, queues map[string]river.QueueConfig, look time.Duration,
	around ...rivertype.Middleware) (*Jobs, error) {
	strays := newStrays(db.write, db.own(), db.log)
	attendance, err := db.attend(ctx, strays.end, strays.hurry)
	if err != nil {
		return nil, err
	}
	for name, config := range queues {
		config.FetchCooldown = fetchCooldown
		config.FetchPollInterval = time.Second
		queues[name] = config
	}
	client, err := db.queue.work(&river.Config{
		Workers:              workers,
		Queues:               queues,
		Middleware:           append([]rivertype.Middleware{river.WorkerMiddlewareFunc(strays.follow)}, around...),
		JobTimeout:           -1, // every job bounds its own steps
		RescueStuckJobsAfter: never,
		Logger:               quiet(db.log),
	})
	if err == nil {
		// Start's context is the life of the jobs; Stop ends them.
		err = client.Start(context.WithoutCancel(ctx))
	}
	if err != nil {
		attendance.leave()
		return nil, fmt.Errorf("start job queue: %w", wordLost(err))
	}
	looking, cancel := context.WithCancel(context.WithoutCancel(ctx))
	jobs := &Jobs{client: client, strays: strays, stopLooking: cancel, attendance: attendance}
	jobs.looking.Go(func() { strays.watch(looking, look) })
	return jobs, nil
}

// never is after how long River takes a job for one that has ended without a word: it
// does not know which ones this process runs.
const never = 100 * 365 * 24 * time.Hour

// Finish takes no new job, and waits for those that run, until ctx ends. Another program may lead then.
func (j *Jobs) Finish(ctx context.Context) {
	j.retire()
	_ = j.client.Stop(ctx) // what runs on is for Stop
}

// Stop takes no new job and waits for those that run. When ctx ends first, their
// contexts are cancelled, upon which they put their work back.
func (j *Jobs) Stop(ctx context.Context) error {
	j.stopLooking()
	j.looking.Wait()
	defer j.leave()
	j.retire()
	if err := j.client.Stop(ctx); err == nil {
		return nil
	}
	return j.client.StopAndCancel(context.WithoutCancel(ctx))
}

// restingDriver gives no job to a program that rests: River's own pause is for all programs at once.
type restingDriver struct {
	*riverpgxv5.Driver
	rests *atomic.Bool
}

func (d restingDriver) GetExecutor() riverdriver.Executor {
	return restingExecutor{d.Driver.GetExecutor(), d.rests}
}

type restingExecutor struct {
	riverdriver.Executor
	rests *atomic.Bool
}

func (e restingExecutor) JobGetAvailable(ctx context.Context, params *riverdriver.JobGetAvailableParams) ([]*rivertype.JobRow, error) {
	if e.rests.Load() {
		return nil, nil
	}
	return e.Executor.JobGetAvailable(ctx, params)
}

// wake tells the workers that jobs were inserted into queues, and committed.
func (q *queue) wake(queues []string) {
	if q.wakes == nil {
		return
	}
	for _, name := range queues {
		payload, err := json.Marshal(map[string]string{"queue": name})
		if err != nil {
			continue // a string always marshals
		}
		select {
		case q.wakes <- string(payload):
		default: // workers are behind anyway, and poll
		}
	}
}

// expect starts what works the jobs where it rests, because one is about to be inserted.
func (q *queue) expect() { q.wake([]string{""}) }

// wakingDriver gives River's SQLite driver what that database lacks, a
// notification of new jobs: without it each job waits for the next poll, up to a
// second. Notifications come from this process, through wakes.
type wakingDriver struct {
	*riversqlite.Driver
	wakes chan string
}

func (d *wakingDriver) SupportsListener() bool { return true }

func (d *wakingDriver) GetListener(*riverdriver.GetListenenerParams) riverdriver.Listener {
	return listener{d.wakes}
}

type listener struct{ wakes <-chan string }

func (listener) Close(context.Context) error            { return nil }
func (listener) Connect(context.Context) error          { return nil }
func (listener) Listen(context.Context, string) error   { return nil }
func (listener) Ping(context.Context) error             { return nil }
func (listener) Schema() string                         { return "" }
func (listener) SetAfterConnectExec(string)             {}
func (listener) Unlisten(context.Context, string) error { return nil }

func (l listener) WaitForNotification(ctx context.Context) (*riverdriver.Notification, error) {
	select {
	case payload := <-l.wakes:
		return &riverdriver.Notification{Topic: insertTopic, Payload: payload}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// quiet lets only the queue's warnings and errors through: its own chronicle is
// not ours.
func quiet(log *slog.Logger) *slog.Logger {
	return slog.New(levelHandler{log.Handler()})
}

type levelHandler struct{ slog.Handler }

func (h levelHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && h.Handler.Enabled(ctx, level)
}

// lossText is how the errors read that are of a lost connection: the queue logs texts.
var lossText = regexp.MustCompile(
	`EOF|failed to connect|connection re(set|fused)|broken pipe|conn closed|closed network connection|deadline exceeded|SQLSTATE ` +
		`(57P0[1235]|53300|25006|25P03|55P03|0800)`)

// Handle has the queue say for debugging alone that its connections are lost, since who listens to the database tells it
// once, and that it cannot note its end.
func (h levelHandler) Handle(ctx context.Context, record slog.Record) error {
	lost := strings.Contains(record.Message, "Too many errors; giving up") || // each of which it has told
		strings.Contains(record.Message, "Error attempting to resign") // what is not given up, as on a full disk, ends by itself
	record.Attrs(func(attr slog.Attr) bool {
		lost = lost || (attr.Key == "err" || attr.Key == "error") && lossText.MatchString(attr.Value.String())
		return !lost
	})
	if lost {
		record.Level = slog.LevelDebug
	}
	if !h.Handler.Enabled(ctx, record.Level) {
		return nil
	}
	return h.Handler.Handle(ctx, record)
}

func (h levelHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return levelHandler{h.Handler.WithAttrs(attrs)}
}

func (h levelHandler) WithGroup(name string) slog.Handler {
	return levelHandler{h.Handler.WithGroup(name)}
}

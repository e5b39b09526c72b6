// Package jobs runs the jobs of a queue that River keeps in a database.
package jobs

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// FetchCooldown is the minimum time between two fetches of jobs by River. A person who waits for a page would notice
// River's default of 100 ms.
const FetchCooldown = 5 * time.Millisecond

// Queue inserts jobs and wakes the workers that run them.
type Queue struct {
	Client    *river.Client[*sql.Tx]                     // only inserts jobs, and runs none
	Wakes     chan<- string                              // nil if the database notifies the workers
	NewWorker func(config *river.Config) (Worker, error) // returns a client that runs jobs
	Paused    atomic.Bool                                // whether no jobs are started
	StopAfter time.Duration                              // see [OnDemand]
}

// Worker works jobs. It is a client of River, or starts one when needed.
type Worker interface {
	Start(ctx context.Context) error
	Stop(ctx context.Context) error
	StopAndCancel(ctx context.Context) error
}

// Workers are the running workers of a queue.
type Workers struct {
	client        Worker
	strays        *strays
	search        sync.WaitGroup // waits for the goroutine that searches for [strays]
	stopSearching func()
	membership    Membership
}

// Node represents this program among all programs that run the jobs of a database.
type Node interface {
	// Join makes the jobs of dead programs available again, and starts to record heartbeats of this program. It calls
	// the function onLost when no heartbeat could be recorded for so long that other programs are about to take over
	// its jobs. It calls the function onRestored when a heartbeat could be recorded again after a failure.
	Join(ctx context.Context, onLost, onRestored func()) (Membership, error)
	// OwnJobs returns the SQL condition that a job is recorded as running in this program.
	OwnJobs() string
}

// Membership is the participation of a program in running the jobs of a library.
type Membership interface {
	// Retire stops the work that only the leader does, before another program becomes the leader.
	Retire()
	// Leave records that the program is no longer alive.
	Leave()
}

// Config contains the dependencies of [Start].
type Config struct {
	DB             *sql.DB
	Queue          *Queue
	Node           Node
	Workers        *river.Workers
	Queues         map[string]river.QueueConfig
	RescueInterval time.Duration // between two searches for jobs whose end could not be recorded
	Middleware     []rivertype.Middleware
	Log            *slog.Logger
}

// Start starts to run the jobs of a queue. First it makes the unfinished jobs of dead programs available again. It also
// searches for jobs of this program whose end could not be recorded, at regular intervals and when the database is
// available again after an outage. Jobs that two such searches in a row have found are made available.
func Start(ctx context.Context, config Config) (*Workers, error) {
	strays := newStrays(config.DB, config.Node.OwnJobs(), config.Log)
	membership, err := config.Node.Join(ctx, strays.cancelAll, strays.searchSoon)
	if err != nil {
		return nil, err
	}
	for name, queue := range config.Queues {
		queue.FetchCooldown = FetchCooldown
		queue.FetchPollInterval = time.Second
		config.Queues[name] = queue
	}
	client, err := config.Queue.NewWorker(&river.Config{
		Workers:              config.Workers,
		Queues:               config.Queues,
		Middleware:           append([]rivertype.Middleware{river.WorkerMiddlewareFunc(strays.track)}, config.Middleware...),
		JobTimeout:           -1, // every job limits the time of its own steps
		RescueStuckJobsAfter: stuckJobAge,
		Logger:               QuietLog(config.Log),
	})
	if err == nil {
		// River cancels the running jobs when the context of client.Start ends. WithoutCancel prevents this, because
		// [Workers.Stop] ends the jobs.
		err = client.Start(context.WithoutCancel(ctx))
	}
	if err != nil {
		membership.Leave()
		return nil, fmt.Errorf("start job queue: %w", err)
	}
	searching, cancel := context.WithCancel(context.WithoutCancel(ctx))
	jobs := &Workers{client: client, strays: strays, stopSearching: cancel, membership: membership}
	jobs.search.Go(func() { strays.watch(searching, config.RescueInterval) })
	return jobs, nil
}

// stuckJobAge is the time after which River would consider an unfinished job as stuck and repeat it. River does not
// know which jobs this process runs, and might repeat a running job. So the time is too long to be reached.
const stuckJobAge = 100 * 365 * 24 * time.Hour

// Rescue makes jobs available again that the database records as running on this node but that are not running. It does
// so only for jobs that the previous call has found, too.
func (j *Workers) Rescue(ctx context.Context) error { return j.strays.rescueStrays(ctx) }

// Drain starts no more jobs, and waits for the running jobs until ctx ends. Another program may become the leader.
func (j *Workers) Drain(ctx context.Context) {
	j.membership.Retire()
	_ = j.client.Stop(ctx) // an error means that jobs still run, which [Workers.Stop] ends
}

// Stop starts no more jobs and waits for the running jobs. When ctx ends first, the contexts of the jobs are cancelled,
// and the jobs return to the queue.
func (j *Workers) Stop(ctx context.Context) error {
	j.stopSearching()
	j.search.Wait()
	defer j.membership.Leave()
	j.membership.Retire()
	if err := j.client.Stop(ctx); err == nil {
		return nil
	}
	return j.client.StopAndCancel(context.WithoutCancel(ctx))
}

// Wake wakes the workers of queues. The caller has committed a transaction that has inserted jobs into them. Wake does
// nothing if the database itself notifies the workers.
func (q *Queue) Wake(queues []string) {
	if q.Wakes == nil {
		return
	}
	for _, name := range queues {
		payload, err := json.Marshal(map[string]string{"queue": name})
		if err != nil {
			continue // a string always marshals
		}
		select {
		case q.Wakes <- string(payload):
		default: // workers are behind anyway, and poll
		}
	}
}

// StartIfIdle starts the workers if none are running, because a job is about to be inserted.
func (q *Queue) StartIfIdle() { q.Wake([]string{""}) }

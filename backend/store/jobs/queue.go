// Package jobs works the job queue of a database, which River keeps.
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

// FetchCooldown is the time in which River fetches jobs once. Its default of 100 ms would be noticed by a person who
// waits for a page.
const FetchCooldown = 5 * time.Millisecond

// Queue inserts jobs, and wakes those who work them.
type Queue struct {
	Insert  *river.Client[*sql.Tx]                     // inserts only: it has no queues of its own
	Wakes   chan<- string                              // nil if the database notifies those who listen
	Work    func(config *river.Config) (Worker, error) // makes one that works
	Resting atomic.Bool                                // it begins no job
	Rest    time.Duration                              // see [OnDemand]
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
	looking       sync.WaitGroup // for strays
	stopSearching func()
	membership    Membership
}

// Node is what working jobs needs to know of the other programs at the database.
type Node interface {
	// Join makes the jobs of programs that are dead available again, and records from then on that this program is
	// alive. It calls lost when that can no longer be recorded, so that other programs take this one for dead, and back
	// when it can be recorded again after a failure.
	Join(ctx context.Context, lost, back func()) (Membership, error)
	// OwnJobs returns the SQL condition that a job is recorded as running in this program.
	OwnJobs() string
}

// Membership is the part of a program in the work at a library.
type Membership interface {
	// Retire stops what runs on one program at a time, before another one begins it.
	Retire()
	// Leave records that the program is no longer alive.
	Leave()
}

// Config contains the dependencies of [Start].
type Config struct {
	DB         *sql.DB
	Queue      *Queue
	Node       Node
	Workers    *river.Workers
	Queues     map[string]river.QueueConfig
	Rescue     time.Duration // between two searches for jobs whose end could not be recorded
	Middleware []rivertype.Middleware
	Log        *slog.Logger
}

// Start begins to work the jobs of a queue. Jobs that a program had begun which is dead are made available first. Jobs
// of this program whose end could not be recorded are searched for regularly, and when the database is back after it
// was away. They are made available when they are found for the second time.
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
	client, err := config.Queue.Work(&river.Config{
		Workers:              config.Workers,
		Queues:               config.Queues,
		Middleware:           append([]rivertype.Middleware{river.WorkerMiddlewareFunc(strays.follow)}, config.Middleware...),
		JobTimeout:           -1, // every job bounds its own steps
		RescueStuckJobsAfter: never,
		Logger:               QuietLog(config.Log),
	})
	if err == nil {
		// Start's context is the life of the jobs; Stop ends them.
		err = client.Start(context.WithoutCancel(ctx))
	}
	if err != nil {
		membership.Leave()
		return nil, fmt.Errorf("start job queue: %w", err)
	}
	looking, cancel := context.WithCancel(context.WithoutCancel(ctx))
	jobs := &Workers{client: client, strays: strays, stopSearching: cancel, membership: membership}
	jobs.looking.Go(func() { strays.watch(looking, config.Rescue) })
	return jobs, nil
}

// never is the time after which River rescues a job that has not ended. River does not know which jobs this process
// runs.
const never = 100 * 365 * 24 * time.Hour

// Rescue makes jobs available again that the database records as running on this node although they are not. A job must
// be found by two calls in a row.
func (j *Workers) Rescue(ctx context.Context) error { return j.strays.rescueStrays(ctx) }

// Finish begins no more jobs, and waits for the running ones until ctx ends. Another program may lead then.
func (j *Workers) Finish(ctx context.Context) {
	j.membership.Retire()
	_ = j.client.Stop(ctx) // what runs on is for Stop
}

// Stop begins no more jobs and waits for the running ones. When ctx ends first, their contexts are cancelled, and they
// return to the queue.
func (j *Workers) Stop(ctx context.Context) error {
	j.stopSearching()
	j.looking.Wait()
	defer j.membership.Leave()
	j.membership.Retire()
	if err := j.client.Stop(ctx); err == nil {
		return nil
	}
	return j.client.StopAndCancel(context.WithoutCancel(ctx))
}

// Wake wakes the workers of queues, into which committed transactions have inserted jobs.
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

// Expect starts the workers if they rest, because a job is about to be inserted.
func (q *Queue) Expect() { q.Wake([]string{""}) }

package jobs

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// OnDemand runs the jobs of a queue that only this program inserts into. It runs a client of River while there are
// jobs, and stops it when there have been none for a while: a client that runs wakes the processor more than 20 times a
// second, even if the queue is empty.
type OnDemand struct {
	Open      func(wakes chan string) (Worker, error) // returns a client that listens to wakes
	Due       func(context.Context) (DueTime, error)  // returns when the next job is due
	Wakes     <-chan string                           // receives a payload after each insertion
	StopAfter time.Duration                           // time without jobs after which the client is stopped
	Log       *slog.Logger

	jobContext context.Context // context of the jobs
	end        func()          // ends run
	goroutines sync.WaitGroup  // counts run, and the goroutines that stop clients

	current *client   // nil while none runs; only run uses it
	clients []*client // clients that may still have a job; only run uses them, and Stop after run has ended
}

// client is a client of River, with the channel that wakes it.
type client struct {
	Worker
	wakes   chan string
	stopped atomic.Bool // all its jobs have ended
}

const (
	DefaultStopAfter   = 10 * time.Second // longer than River takes to start the tasks of a leader
	startRetryInterval = time.Second      // between two attempts to start a client
	lookahead          = time.Minute      // a job that is due within this time keeps the client running
	maxReviewInterval  = 10 * time.Minute // maximum time between two checks of the jobs, because the clock may be changed
)

// DueTime is the time at which a job is due. Its zero value means that there is none.
type DueTime struct{ time.Time }

// within reports whether there is a job that is due within the duration d.
func (t DueTime) within(d time.Duration) bool { return !t.IsZero() && time.Until(t.Time) <= d }

// Start starts a client, even if there are no jobs. The jobs are cancelled when ctx ends.
func (o *OnDemand) Start(ctx context.Context) error {
	o.jobContext = ctx
	if err := o.startClient(); err != nil {
		return err
	}
	running, end := context.WithCancel(context.WithoutCancel(ctx))
	o.end = end
	o.goroutines.Go(func() { o.run(running) })
	return nil
}

// run starts and stops clients until ctx ends.
func (o *OnDemand) run(ctx context.Context) {
	timer := time.NewTimer(o.StopAfter)
	defer timer.Stop()
	for quiet := true; ; {
		select {
		case <-ctx.Done():
			return
		case payload := <-o.Wakes:
			quiet = false
			if o.current != nil {
				o.current.wake(payload)
			} else {
				timer.Reset(o.tryStart(ctx))
			}
		case <-timer.C:
			timer.Reset(o.review(ctx, quiet))
			quiet = true
		}
	}
}

// wake notifies the client that a job was inserted. The payload names the queue of the job.
func (c *client) wake(payload string) {
	select {
	case c.wakes <- payload:
	default: // the client has pending wake-ups, and polls anyway
	}
}

// review starts the client if a job is due, and stops it if there are no jobs. The argument quiet is true if no job was
// inserted since the last review. It returns the time until the next review.
func (o *OnDemand) review(ctx context.Context, quiet bool) time.Duration {
	if o.current != nil && !quiet {
		return o.StopAfter
	}
	due, err := o.Due(ctx)
	switch {
	case err != nil: // other code reports errors of the database
		return o.StopAfter
	case o.current == nil && due.within(0):
		return o.tryStart(ctx)
	case o.current != nil && (due.within(lookahead) || len(o.Wakes) > 0):
		return o.StopAfter
	case o.current != nil:
		o.stopClient(ctx)
	}
	if due.IsZero() {
		return maxReviewInterval
	}
	return min(max(time.Until(due.Time), 0), maxReviewInterval)
}

// tryStart starts a client and returns the time until the next review.
func (o *OnDemand) tryStart(ctx context.Context) time.Duration {
	err := o.startClient()
	if err == nil {
		return o.StopAfter
	}
	o.Log.WarnContext(ctx, "jobs are waiting because their queue could not be started: trying again", slog.Any("error", err))
	return startRetryInterval
}

func (o *OnDemand) startClient() error {
	c := &client{wakes: make(chan string, cap(o.Wakes))}
	var err error
	if c.Worker, err = o.Open(c.wakes); err != nil {
		return err
	}
	if err := c.Start(o.jobContext); err != nil {
		return err
	}
	o.current = c
	o.clients = append(o.clients, c)
	return nil
}

// stopClient stops the current client. It does not wait: the client may just have begun a job, and jobs that are
// inserted meanwhile must not wait for it.
func (o *OnDemand) stopClient(ctx context.Context) {
	stopping := o.current
	o.current = nil
	o.clients = slices.DeleteFunc(o.clients, (*client).hasStopped)
	o.goroutines.Go(func() { stopping.stopped.Store(stopping.Stop(ctx) == nil) })
}

func (c *client) hasStopped() bool { return c.stopped.Load() }

// Stop starts no more jobs, and waits for the running jobs until ctx ends.
func (o *OnDemand) Stop(ctx context.Context) error {
	return o.stopAll(func(c *client) error { return c.Stop(ctx) })
}

// StopAndCancel is like Stop, and also cancels the contexts of the running jobs.
func (o *OnDemand) StopAndCancel(ctx context.Context) error {
	return o.stopAll(func(c *client) error { return c.StopAndCancel(ctx) })
}

func (o *OnDemand) stopAll(stop func(*client) error) error {
	o.end()
	o.goroutines.Wait()
	var errs []error
	for _, c := range o.clients {
		if !c.hasStopped() {
			errs = append(errs, stop(c))
		}
	}
	return errors.Join(errs...)
}

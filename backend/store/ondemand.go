package store

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// onDemand works a queue that only this program inserts into. It runs a client of River while there are
// jobs, and stops it when there have been none for a while: a client that runs wakes the processor more
// than 20 times a second, even if the queue is empty.
type onDemand struct {
	open  func(wakes chan string) (worker, error) // returns a client that listens to wakes
	due   func(context.Context) (dueTime, error)  // returns when the next job is due
	wakes <-chan string                           // receives a payload after each insertion
	rest  time.Duration                           // time without jobs after which the client is stopped
	log   *slog.Logger

	life context.Context // of the jobs
	end  func()          // ends run
	ran  sync.WaitGroup  // of run, and of the stops that it began

	current *client   // nil while none runs; of run alone
	clients []*client // that may have a job; of run, and after its end of Stop
}

// client is a client of River and what wakes it.
type client struct {
	worker
	wakes   chan string
	stopped atomic.Bool // it has no job any more
}

const (
	restAfter  = 10 * time.Second // longer than River takes to start the tasks of a leader
	restRetry  = time.Second      // between two attempts to start a client
	restAhead  = time.Minute      // a job that is due within this time keeps the client running
	restAtMost = 10 * time.Minute // between two looks at the jobs, because the clock may be changed
)

// dueTime is the time at which a job is due. Its zero value means that there is none.
type dueTime struct{ time.Time }

// within reports whether there is a job that is due within d from now.
func (t dueTime) within(d time.Duration) bool { return !t.IsZero() && time.Until(t.Time) <= d }

// Start starts a client, whether there are jobs or not. Its jobs end with ctx.
func (o *onDemand) Start(ctx context.Context) error {
	o.life = ctx
	if err := o.startClient(); err != nil {
		return err
	}
	running, end := context.WithCancel(context.WithoutCancel(ctx))
	o.end = end
	o.ran.Go(func() { o.run(running) })
	return nil
}

// run starts and stops clients until ctx ends.
func (o *onDemand) run(ctx context.Context) {
	timer := time.NewTimer(o.rest)
	defer timer.Stop()
	for quiet := true; ; {
		select {
		case <-ctx.Done():
			return
		case payload := <-o.wakes:
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

// wake tells the client of a job.
func (c *client) wake(payload string) {
	select {
	case c.wakes <- payload:
	default: // it is behind anyway, and polls
	}
}

// review starts or stops the client as the jobs demand. Quiet means that none were inserted since the
// last review. It returns the time until the next review.
func (o *onDemand) review(ctx context.Context, quiet bool) time.Duration {
	if o.current != nil && !quiet {
		return o.rest
	}
	due, err := o.due(ctx)
	switch {
	case err != nil: // which other routes report
		return o.rest
	case o.current == nil && due.within(0):
		return o.tryStart(ctx)
	case o.current != nil && (due.within(restAhead) || len(o.wakes) > 0):
		return o.rest
	case o.current != nil:
		o.stopClient(ctx)
	}
	if due.IsZero() {
		return restAtMost
	}
	return min(max(time.Until(due.Time), 0), restAtMost)
}

// tryStart starts a client and returns the time until the next review.
func (o *onDemand) tryStart(ctx context.Context) time.Duration {
	err := o.startClient()
	if err == nil {
		return o.rest
	}
	o.log.WarnContext(ctx, "jobs wait: their queue cannot be started; it is tried again", slog.Any("error", err))
	return restRetry
}

func (o *onDemand) startClient() error {
	c := &client{wakes: make(chan string, cap(o.wakes))}
	var err error
	if c.worker, err = o.open(c.wakes); err != nil {
		return err
	}
	if err := c.Start(o.life); err != nil {
		return err
	}
	o.current = c
	o.clients = append(o.clients, c)
	return nil
}

// stopClient stops the current client. It does not wait: the client may just have begun a job, which
// must not hold up those that are inserted meanwhile.
func (o *onDemand) stopClient(ctx context.Context) {
	stopping := o.current
	o.current = nil
	o.clients = slices.DeleteFunc(o.clients, (*client).hasStopped)
	o.ran.Go(func() { stopping.stopped.Store(stopping.Stop(ctx) == nil) })
}

func (c *client) hasStopped() bool { return c.stopped.Load() }

// Stop begins no further job and waits for those that run until ctx ends.
func (o *onDemand) Stop(ctx context.Context) error {
	return o.stopAll(func(c *client) error { return c.Stop(ctx) })
}

// StopAndCancel is like Stop, and cancels the contexts of the jobs that run.
func (o *onDemand) StopAndCancel(ctx context.Context) error {
	return o.stopAll(func(c *client) error { return c.StopAndCancel(ctx) })
}

func (o *onDemand) stopAll(stop func(*client) error) error {
	o.end()
	o.ran.Wait()
	var errs []error
	for _, c := range o.clients {
		if !c.hasStopped() {
			errs = append(errs, stop(c))
		}
	}
	return errors.Join(errs...)
}

// nextJob returns the time at which the first unfinished job is due.
func (s *sqlite) nextJob(ctx context.Context) (due dueTime, err error) {
	err = s.read.QueryRowContext(ctx, `SELECT scheduled_at FROM river_job
		WHERE state IN ('available', 'pending', 'retryable', 'running', 'scheduled') ORDER BY scheduled_at LIMIT 1`).Scan(&due.Time)
	if errors.Is(err, sql.ErrNoRows) {
		return dueTime{}, nil
	}
	return due, err
}

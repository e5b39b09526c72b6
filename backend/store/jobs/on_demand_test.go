package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"
)

// fakeClient is a fake client of the job queue. It reports the calls of its methods.
type fakeClient struct {
	wakes   chan string
	started chan<- *fakeClient
	stops   chan<- *fakeClient
	busy    bool // it has a job that does not end
	refuses error
}

func (c *fakeClient) Start(context.Context) error {
	if c.refuses == nil {
		c.started <- c
	}
	return c.refuses
}

func (c *fakeClient) Stop(ctx context.Context) error {
	c.stops <- c
	if c.busy {
		<-ctx.Done()
		return ctx.Err()
	}
	return nil
}

func (c *fakeClient) StopAndCancel(context.Context) error {
	c.busy = false
	c.stops <- c
	return nil
}

// demand is an OnDemand that starts fake clients.
type demand struct {
	*OnDemand
	wakes          chan string
	started, stops chan *fakeClient
	next           atomic.Pointer[DueTime]
	prepare        func(*fakeClient)
}

func newDemand(t *testing.T) *demand {
	d := &demand{wakes: make(chan string, 8), started: make(chan *fakeClient, 8), stops: make(chan *fakeClient, 8),
		prepare: func(*fakeClient) {}}
	d.next.Store(&DueTime{})
	d.OnDemand = &OnDemand{Wakes: d.wakes, StopAfter: time.Millisecond, Log: slog.New(slog.DiscardHandler),
		Due: func(context.Context) (DueTime, error) { return *d.next.Load(), nil },
		Open: func(wakes chan string) (Worker, error) {
			c := &fakeClient{wakes: wakes, started: d.started, stops: d.stops}
			d.prepare(c)
			return c, nil
		}}
	return d
}

// TestNoClientOfTheQueueRunsWithoutJobs checks that a client is started when a job is inserted, and stopped when there
// are no jobs.
func TestNoClientOfTheQueueRunsWithoutJobs(t *testing.T) {
	d := newDemand(t)
	if err := d.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if first, last := <-d.started, <-d.stops; first != last {
			t.Error("another client was stopped than was started")
		}
		d.wakes <- "job"
	}
	<-d.started
	<-d.stops
	if err := d.Stop(t.Context()); err != nil || len(d.started)+len(d.stops) != 0 {
		t.Errorf("%v; %d clients were started and %d stopped at the end", err, len(d.started), len(d.stops))
	}
}

// TestAClientRunsWhileJobsWait checks that a client keeps running while a job is due soon, and is notified of other
// jobs.
func TestAClientRunsWhileJobsWait(t *testing.T) {
	d := newDemand(t)
	d.next.Store(&DueTime{time.Now().Add(lookahead / 2)})
	if err := d.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	c := <-d.started
	for i := range 20 {
		d.wakes <- fmt.Sprint(i)
		if got := <-c.wakes; got != fmt.Sprint(i) {
			t.Errorf("the client was told %s instead of %d", got, i)
		}
	}
	if len(d.stops) != 0 {
		t.Error("the client was stopped")
	}
	d.next.Store(&DueTime{time.Now().Add(2 * lookahead)})
	<-d.stops
	if err := d.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestABusyClientBlocksNoJob stops a client that has just started a long job. A new job must start a second client.
func TestABusyClientBlocksNoJob(t *testing.T) {
	d := newDemand(t)
	d.prepare = func(c *fakeClient) { c.busy = true }
	if err := d.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-d.started
	<-d.stops
	d.wakes <- "job"
	second := <-d.started
	<-d.stops
	ending, cancel := context.WithCancel(t.Context())
	cancel()
	if err := d.Stop(ending); !errors.Is(err, context.Canceled) {
		t.Errorf("the jobs of busy clients were not waited for: %v", err)
	}
	for len(d.stops) > 0 {
		<-d.stops
	}
	if err := d.StopAndCancel(t.Context()); err != nil || len(d.stops) != 2 || second.busy {
		t.Errorf("%v; the jobs of %d clients were cancelled", err, len(d.stops))
	}
}

// TestAClientThatCannotStartIsTriedAgain checks that starting a client is retried after it has failed once.
func TestAClientThatCannotStartIsTriedAgain(t *testing.T) {
	d := newDemand(t)
	var opened int
	d.prepare = func(c *fakeClient) {
		if opened++; opened == 2 {
			c.refuses = errors.New("the disk is full")
			d.next.Store(&DueTime{time.Now()})
		}
	}
	if err := d.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-d.started
	<-d.stops
	d.wakes <- "job"
	<-d.started
	if err := d.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}

package webhook

import (
	"context"
	"log/slog"
	"time"

	"lectern/backend/internal/retry"
)

// maxAtOnce is the maximum number of concurrent attempts in total. maxPerHost is the maximum number of concurrent
// attempts to one host. It is lower, so that a host that does not respond does not block deliveries to other hosts.
const (
	maxAtOnce  = 64
	maxPerHost = 16
)

// serverRetryDelay is the wait after a failure of the server itself, such as a database that has not responded.
const serverRetryDelay = 10 * time.Second

// maxPollInterval is the maximum time between two searches for due deliveries. It limits the delay of deliveries after
// the clock was set forward, which a running timer does not notice.
const maxPollInterval = time.Hour

// dispatcher starts attempts when their deliveries are due, and counts those that are running.
type dispatcher struct {
	*Service
	workCtx       context.Context // context of the attempts
	running       int
	runningByHost map[string]int // running attempts, by host
	endedHosts    chan string    // receives the hosts of ended attempts
}

// Run delivers events until ctx ends. Then it starts no new attempts, waits for the running attempts, and cancels them
// after a grace period.
func (s *Service) Run(ctx context.Context, grace time.Duration) {
	work, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	d := &dispatcher{Service: s, workCtx: work, runningByHost: make(map[string]int), endedHosts: make(chan string)}
	if !d.retryUntilDone(ctx, func() error { return s.store.ResumeLanes(ctx, s.now()) }) {
		return
	}
	d.dispatch(ctx)
	stop := time.AfterFunc(grace, cut)
	defer stop.Stop()
	for d.running > 0 {
		d.release(<-d.endedHosts)
	}
}

// dispatch starts due deliveries until ctx ends.
func (d *dispatcher) dispatch(ctx context.Context) {
	for ctx.Err() == nil {
		due := d.store.Due().Wait() // subscribed before the query, so that no change is missed
		wait := d.startDue(ctx)
		timer := time.NewTimer(wait) // retry.WaitFor cannot wait for several channels
		select {
		case <-due:
		case <-timer.C:
		case host := <-d.endedHosts:
			d.release(host)
		case <-ctx.Done():
		}
		timer.Stop()
	}
}

// startDue starts the attempts that are due, within the limits, and returns the time until the next call.
func (d *dispatcher) startDue(ctx context.Context) (wait time.Duration) {
	now := d.now()
	var next time.Time
	room := Capacity{Free: maxAtOnce - d.running, PerHost: maxPerHost, Running: d.runningByHost}
	err := d.store.ClampLanes(ctx, now, now.Add(d.retry.longest()))
	if err == nil {
		var taken []DueDelivery
		taken, err = d.store.TakeDue(ctx, now, room)
		for i := range taken {
			d.start(&taken[i])
		}
	}
	if err == nil {
		next, err = d.store.NextDue(ctx, now)
	}
	switch {
	case err != nil:
		if ctx.Err() == nil {
			d.log.ErrorContext(ctx, "webhook deliveries are delayed because the database could not be used: trying again", slog.Any("error", err))
		}
		return d.retryDelay
	case next.IsZero():
		return maxPollInterval
	}
	return min(max(next.Sub(d.now()), 0), maxPollInterval)
}

// start makes an attempt in another goroutine.
func (d *dispatcher) start(t *DueDelivery) {
	d.onChange.Notify(t.ID)
	d.running++
	d.runningByHost[t.Host]++
	go func() {
		d.deliver(&t.Delivery)
		d.endedHosts <- t.Host
	}()
}

func (d *dispatcher) release(host string) {
	d.running--
	if d.runningByHost[host]--; d.runningByHost[host] == 0 {
		delete(d.runningByHost, host)
	}
}

// deliver makes an attempt, and records its outcome. If the server stops before that, the attempt is repeated after the
// next start.
func (d *dispatcher) deliver(delivery *Delivery) {
	var r result
	done := d.retryUntilDone(d.workCtx, func() (err error) {
		r, err = d.attempt(d.workCtx, delivery)
		return err
	}, "delivery", delivery.ID)
	if !done {
		return
	}
	o := d.outcome(delivery, r)
	d.retryUntilDone(d.workCtx, func() error { return d.store.Finish(context.WithoutCancel(d.workCtx), delivery, o) }, "delivery", delivery.ID)
	d.onChange.Notify(delivery.ID)
}

// retryUntilDone calls do until it succeeds or ctx ends, and reports whether it succeeded. It logs each failure, with
// the given attributes.
func (s *Service) retryUntilDone(ctx context.Context, do func() error, attributes ...any) (done bool) {
	return nil == retry.Do(ctx, s.retryDelay, do, func(err error) bool {
		s.log.ErrorContext(ctx, "webhook deliveries are delayed: trying again", append(attributes, slog.Any("error", err))...)
		return true
	})
}

package webhook

import (
	"context"
	"log/slog"
	"time"

	"lectern/backend/internal/retry"
)

// How many deliveries are tried at once: in all, and to one host, so that one that does not
// answer leaves room for others.
const (
	mostAtOnce  = 64
	mostPerHost = 16
)

// longPutOff is how long the dispatcher waits when the database does not answer.
const longPutOff = 10 * time.Second

// longest is how long the dispatcher waits where nothing is due, as far as the clock is right.
const longest = time.Hour

// dispatcher has deliveries tried when they are due. It alone knows what is under way.
type dispatcher struct {
	*Service
	work     context.Context // of attempts
	underWay int
	busy     map[string]int // of these, by host
	ended    chan string    // hosts of attempts that have ended
}

// Run delivers until ctx ends; then it takes nothing new, and returns when the attempts under
// way have ended, which are cut short after a grace.
func (s *Service) Run(ctx context.Context, grace time.Duration) {
	work, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	d := &dispatcher{Service: s, work: work, busy: make(map[string]int), ended: make(chan string)}
	if !d.insist(ctx, func() error { return s.store.ResumeLanes(ctx, s.now()) }) {
		return
	}
	d.dispatch(ctx)
	stop := time.AfterFunc(grace, cut)
	defer stop.Stop()
	for d.underWay > 0 {
		d.free(<-d.ended)
	}
}

// dispatch takes what is due, again and again until ctx ends.
func (d *dispatcher) dispatch(ctx context.Context) {
	for ctx.Err() == nil {
		due := d.store.Due().Wait() // before looking, so that nothing is missed
		wait := d.take(ctx)
		timer := time.NewTimer(wait)
		select {
		case <-due:
		case <-timer.C:
		case host := <-d.ended:
			d.free(host)
		case <-ctx.Done():
		}
		timer.Stop()
	}
}

// take begins what is due and finds room, and gives how long there is nothing else to do.
func (d *dispatcher) take(ctx context.Context) (wait time.Duration) {
	now := d.now()
	var next time.Time
	room := Room{Free: mostAtOnce - d.underWay, PerHost: mostPerHost, Busy: d.busy}
	err := d.store.ClampLanes(ctx, now, now.Add(d.retry.longest()))
	if err == nil {
		var taken []Taken
		taken, err = d.store.TakeDue(ctx, now, room)
		for i := range taken {
			d.begin(&taken[i])
		}
	}
	if err == nil {
		next, err = d.store.NextDue(ctx, now)
	}
	switch {
	case err != nil:
		if ctx.Err() == nil {
			d.log.ErrorContext(ctx, "deliveries put off", slog.Any("error", err))
		}
		return d.putOff
	case next.IsZero():
		return longest
	}
	return min(max(next.Sub(d.now()), 0), longest)
}

// begin tries a delivery beside others.
func (d *dispatcher) begin(t *Taken) {
	d.changed.Notify(t.ID)
	d.underWay++
	d.busy[t.Host]++
	go func() {
		d.try(&t.Delivery)
		d.ended <- t.Host
	}()
}

func (d *dispatcher) free(host string) {
	d.underWay--
	if d.busy[host]--; d.busy[host] == 0 {
		delete(d.busy, host)
	}
}

// try delivers, and records what became of it. Where the server ends meanwhile, the delivery is
// tried again after its next start.
func (d *dispatcher) try(delivery *Delivery) {
	var r result
	done := d.insist(d.work, func() (err error) {
		r, err = d.attempt(d.work, delivery)
		return err
	}, "delivery", delivery.ID)
	if !done {
		return
	}
	o := d.outcome(delivery, r)
	d.insist(d.work, func() error { return d.store.Finish(context.WithoutCancel(d.work), delivery, o) }, "delivery", delivery.ID)
	d.changed.Notify(delivery.ID)
}

// insist calls do until it succeeds or ctx ends, and reports whether it succeeded. It logs each failure with the attributes.
func (s *Service) insist(ctx context.Context, do func() error, attributes ...any) (done bool) {
	return nil == retry.Do(ctx, s.putOff, do, func(err error) bool {
		s.log.ErrorContext(ctx, "deliveries put off", append(attributes, slog.Any("error", err))...)
		return true
	})
}

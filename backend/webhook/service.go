package webhook

import (
	"log/slog"
	"net/http"
	"time"

	"lectern/backend/event"
	"lectern/backend/internal/guard"
)

// Parts are what a service works with.
type Parts struct {
	Store   Store
	Client  *guard.Client
	Sealer  Sealer
	Retry   []time.Duration // waits before the second and each further try
	Version string          // of the program, for receivers
	Changed event.Listener  // is told of deliveries
	Log     *slog.Logger
}

// Service delivers events, and keeps the log of that.
type Service struct {
	store   Store
	client  *guard.Client
	sealer  Sealer
	retry   schedule
	version string
	changed event.Listener
	log     *slog.Logger
	now     func() time.Time
	putOff  time.Duration // after what the server itself has failed at
}

// New makes a service over its parts. Before it delivers, it wants [Service.MakeSecret].
func New(p Parts) *Service {
	return &Service{store: p.Store, client: p.Client.Bounded(attemptTime, mostAnswer), sealer: p.Sealer, retry: p.Retry,
		version: p.Version, changed: p.Changed, log: p.Log, now: time.Now, putOff: longPutOff}
}

// outcome says what an attempt makes of a delivery.
func (s *Service) outcome(d *Delivery, r result) Outcome {
	o := Outcome{Attempt: r.Attempt, State: Delivered}
	if r.Error == "" {
		return o
	}
	o.State, o.Gone = Failed, r.Status == http.StatusGone
	if wait, again := s.retry.next(d.Tries+1, r.after); again && !o.Gone {
		o.State, o.NextAt = Pending, s.now().Add(wait)
	}
	return o
}

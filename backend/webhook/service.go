package webhook

import (
	"log/slog"
	"net/http"
	"time"

	"lectern/backend/event"
	"lectern/backend/internal/outbound"
)

// Config contains the dependencies of a [Service].
type Config struct {
	Store    Store
	Client   *outbound.Client
	Sealer   Sealer
	Retry    []time.Duration // waits before the second and each further attempt
	Version  string          // version of Lectern, sent to receivers
	OnChange event.Listener  // called with the IDs of changed deliveries; may be nil
	Log      *slog.Logger
}

// Service delivers events, and keeps a log of deliveries.
type Service struct {
	store      Store
	client     *outbound.Client
	sealer     Sealer
	retry      schedule
	version    string
	onChange   event.Listener
	log        *slog.Logger
	now        func() time.Time
	retryDelay time.Duration // wait after a failure of the server itself
}

// New returns a service. [Service.EnsureSecret] must be called before the service delivers events.
func New(config Config) *Service {
	return &Service{store: config.Store, client: config.Client.WithLimits(attemptTime, maxAnswer), sealer: config.Sealer, retry: config.Retry,
		version: config.Version, onChange: config.OnChange, log: config.Log, now: time.Now, retryDelay: serverRetryDelay}
}

// outcome returns the state of a delivery after an attempt.
func (s *Service) outcome(d *Delivery, r result) Outcome {
	o := Outcome{Attempt: r.Attempt, State: Delivered}
	if r.Error == "" {
		return o
	}
	o.State, o.Gone = Failed, r.Status == http.StatusGone
	if wait, again := s.retry.next(d.Tries+1, r.retryAfter); again && !o.Gone {
		o.State, o.NextAt = Pending, s.now().Add(wait)
	}
	return o
}

// Package session keeps viewing sessions: temporary grants to read one document.
// Possession of a session's id is the grant, so an id is never logged.
package session

import (
	"context"
	"log/slog"
	"time"

	"lectern/backend/event"
	"lectern/backend/internal/clock"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/id"
	"lectern/backend/internal/notify"
)

// The bounds of a session's duration, in minutes; the longest is a year.
const (
	MinMinutes     = 1
	MaxMinutes     = 525_600
	DefaultMinutes = 60
)

// Session is a grant to read one document until it expires.
type Session struct {
	ID         string // 256 random bits, URL-safe
	DocumentID string
	CreatedAt  time.Time
	ExpiresAt  time.Time
	EndedAt    time.Time // zero while nobody has ended it
	Options
	Views    int  // how often it was opened
	Withheld bool // its document is in the trash
}

// minutes tells for how long a session was made. Of many that were made at once, [Session.CreatedAt] is some
// milliseconds late.
func (s Session) minutes() int {
	return int(s.ExpiresAt.Sub(s.CreatedAt).Round(time.Minute) / time.Minute)
}

// Store keeps sessions' records.
type Store interface {
	// CreateSession stores a new session. A document that there is not is a fault
	// of kind NotFound, one in the trash of kind Conflict, and a maker whose key was revoked of kind Denied.
	CreateSession(ctx context.Context, s Session) error
	// FindSession gives one session, expired or not, or a fault of kind NotFound.
	FindSession(ctx context.Context, id string) (Session, error)
	// FindReferredSession returns the session that a reference names, or a fault of kind NotFound.
	FindReferredSession(ctx context.Context, reference string) (Session, error)
	// ListSessions gives the sessions that a query is for, newest first, and no previews.
	ListSessions(ctx context.Context, q Query) ([]Session, error)
	// EndSession ends a session; one that has ended stays as it is. One that there is not is a
	// fault of kind NotFound.
	EndSession(ctx context.Context, id string, at time.Time) error
	// AddView counts a view of a session that can be opened, else it is a fault of kind Gone.
	// One that the session has already is not counted again; an id that is taken is a fault of
	// kind Conflict. Beyond [KeptViews] it is kept only where the session counts its views.
	// Where it is to last, it is on the disk when it returns.
	AddView(ctx context.Context, v View, lasting bool) (Session, error)
	// FindView gives one view, or a fault of kind NotFound.
	FindView(ctx context.Context, id string) (View, error)
	// SaveReading keeps what was read in a view.
	SaveReading(ctx context.Context, view string, r Reading) error
	// ListViews gives the views of a session, oldest first, at most the newest [KeptViews].
	ListViews(ctx context.Context, session string) ([]View, error)
}

// Clock tells the time by which sessions end.
type Clock interface {
	Now() time.Time
	// Passed notes that somebody was told that a time has passed.
	Passed(ctx context.Context, t time.Time) error
}

// Service makes and checks sessions.
type Service struct {
	store    Store
	clock    Clock
	onChange event.Listener
	times    clock.Sequence // at which sessions are made
	ended    notify.Hub     // of sessions, by their references
}

// New returns a service that keeps its sessions in store, by a clock. It calls onChange, which may be nil, with the reference of
// each changed session.
func New(store Store, clock Clock, onChange event.Listener) *Service {
	return &Service{store: store, clock: clock, onChange: onChange}
}

// Create makes a session of a document, whatever the document's state.
func (s *Service) Create(ctx context.Context, documentID string, minutes int, o Options) (Session, error) {
	if documentID == "" {
		return Session{}, fault.MissingParameter("documentId")
	}
	if minutes < MinMinutes || minutes > MaxMinutes {
		return Session{}, fault.Field("duration", "The duration is in minutes, from %d to %d; it was %d.", MinMinutes, MaxMinutes, minutes)
	}
	if err := o.validate(); err != nil {
		return Session{}, err
	}
	now := s.clock.Now()
	session := Session{
		ID:         id.NewSecret(),
		DocumentID: documentID,
		CreatedAt:  s.times.Next(now),
		ExpiresAt:  now.Add(time.Duration(minutes) * time.Minute),
		Options:    o,
	}
	if err := s.store.CreateSession(ctx, session); err != nil {
		return session, err
	}
	s.onChange.Notify(session.Reference())
	return session, nil
}

// Renew gives the newest session of a document that is in force and was made for as long and with
// the same options, or else creates one.
func (s *Service) Renew(ctx context.Context, documentID string, minutes int, o Options) (Session, error) {
	const newest = 100
	made, err := s.List(ctx, Query{DocumentID: documentID, Limit: newest}, false)
	if err != nil {
		return Session{}, err
	}
	for _, session := range made {
		if session.Options == o && session.minutes() == minutes {
			return session, nil
		}
	}
	return s.Create(ctx, documentID, minutes, o)
}

// Find gives a session, in force or not, or a fault of kind NotFound.
func (s *Service) Find(ctx context.Context, id string) (Session, error) {
	return s.store.FindSession(ctx, id)
}

// FindNamed returns the session that a name stands for, which is an id or a reference. It is for those who manage
// sessions: a reference grants nothing.
func (s *Service) FindNamed(ctx context.Context, name string) (Session, error) {
	if isReference(name) {
		return s.store.FindReferredSession(ctx, name)
	}
	return s.store.FindSession(ctx, name)
}

// Query says which sessions a list has.
type Query struct {
	DocumentID string    // empty for all documents
	Profile    string    // those that are bound to the profile of this name; empty for all
	Theme      string    // those that are bound to the theme of this name; empty for all
	InForce    time.Time // those that are in force then; the zero time for all
	Own        bool      // the owner's own, too
	Before     *Session  // the list goes on behind it; nil begins
	Limit      int
}

// List gives the sessions that a query is for, newest first; with all it has those that are
// over, too.
func (s *Service) List(ctx context.Context, q Query, all bool) ([]Session, error) {
	q.Own = all
	if !all {
		q.InForce = s.clock.Now()
	}
	return s.store.ListSessions(ctx, q)
}

// End ends a session at once, also for those who have it open.
func (s *Service) End(ctx context.Context, id string) error {
	if err := s.store.EndSession(ctx, id, s.clock.Now()); err != nil {
		return err
	}
	s.NotifyEnded(id)
	return nil
}

// NotifyEnded notifies those who have sessions open, and those who follow changes, that the sessions have ended.
func (s *Service) NotifyEnded(ids ...string) {
	for _, id := range ids {
		s.ended.Notify(reference(id))
		s.onChange.Notify(reference(id))
	}
}

// Check gives a session that is in force. An unknown one is a fault of kind
// NotFound, one that is over a fault of kind Gone.
func (s *Service) Check(ctx context.Context, id string) (Session, error) {
	session, err := s.store.FindSession(ctx, id)
	if err != nil {
		return Session{}, err
	}
	return session, s.check(ctx, &session)
}

func (s *Service) check(ctx context.Context, session *Session) error {
	switch {
	case !session.EndedAt.IsZero():
		return ErrEnded
	case session.Withheld:
		return ErrDeleted
	case s.clock.Now().Before(session.ExpiresAt):
		return nil
	}
	if err := s.clock.Passed(ctx, session.ExpiresAt); err != nil {
		// Only after a restart with the clock set back could it be in force again.
		slog.WarnContext(ctx, "the end of a session is not written down", slog.Any("error", err))
	}
	return ErrExpired
}

// State says whether a session is in force, in a word.
func (s *Service) State(session *Session) string {
	switch {
	case !session.EndedAt.IsZero(), session.Withheld:
		return "ended"
	case !s.clock.Now().Before(session.ExpiresAt):
		return "expired"
	case session.UsedUp():
		return "used"
	}
	return "active"
}

// Remaining gives how long a session is still in force.
func (s *Service) Remaining(session Session) time.Duration {
	return session.ExpiresAt.Sub(s.clock.Now())
}

// Until returns a context that ends with a session, whether it expires or somebody ends it. The caller must call cancel.
func (s *Service) Until(ctx context.Context, session Session) (_ context.Context, cancel context.CancelFunc) {
	ctx, cancel = context.WithTimeout(ctx, s.Remaining(session))
	changed, unsubscribe := s.ended.Subscribe(session.Reference())
	go func() {
		defer cancel()
		defer func() { unsubscribe() }()
		for {
			select {
			case <-changed:
			case <-ctx.Done():
				return
			}
			unsubscribe()
			changed, unsubscribe = s.ended.Subscribe(session.Reference())
			if _, err := s.Check(ctx, session.ID); fault.Is(err, fault.Gone) || fault.Is(err, fault.NotFound) {
				return
			}
		}
	}()
	return ctx, cancel
}

// Wake checks the sessions of [Service.Until] that may have ended on another node, by their reference; for an empty one, all.
func (s *Service) Wake(reference string) { s.ended.Notify(reference) }

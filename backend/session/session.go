// Package session manages viewing sessions: temporary grants to read a document. Whoever has a session's id has access,
// so ids are never logged.
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

// The limits of a session's duration, in minutes. The longest is a year.
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
	EndedAt    time.Time // zero unless somebody ended it
	Options
	Views   int  // number of times that it was opened
	InTrash bool // the document is in the trash
}

// minutes returns the duration for which a session was created. If many sessions are created at the same time,
// [Session.CreatedAt] is some milliseconds late.
func (s Session) minutes() int {
	return int(s.ExpiresAt.Sub(s.CreatedAt).Round(time.Minute) / time.Minute)
}

// Store stores sessions.
type Store interface {
	// CreateSession stores a session. The error is a fault of kind NotFound if there is no such document, of kind
	// Conflict if it is in the trash, and of kind Denied if the maker's key was revoked.
	CreateSession(ctx context.Context, s Session) error
	// FindSession returns a session, expired or not, or a fault of kind NotFound.
	FindSession(ctx context.Context, id string) (Session, error)
	// FindReferredSession returns the session with the given [Session.Reference], or a fault of kind NotFound.
	FindReferredSession(ctx context.Context, reference string) (Session, error)
	// ListSessions returns the sessions that match a query, newest first, without previews.
	ListSessions(ctx context.Context, q Query) ([]Session, error)
	// EndSession ends a session, or returns a fault of kind NotFound. A session that has ended stays as it is.
	EndSession(ctx context.Context, id string, at time.Time) error
	// AddView counts a view of a session, or returns a fault of kind Gone if the session cannot be opened. A view that
	// exists already is not counted again; if it belongs to another session, the error is a fault of kind Conflict.
	// Beyond [KeptViews], views are only stored for sessions that limit them. If durable is true, the view is on the
	// disk when AddView returns.
	AddView(ctx context.Context, v View, durable bool) (Session, error)
	// FindView returns a view, or a fault of kind NotFound.
	FindView(ctx context.Context, id string) (View, error)
	// SaveReading stores what was read in a view.
	SaveReading(ctx context.Context, view string, r Reading) error
	// ListViews returns the newest [KeptViews] views of a session, oldest first.
	ListViews(ctx context.Context, session string) ([]View, error)
}

// Clock returns the time by which sessions expire.
type Clock interface {
	Now() time.Time
	// RecordExpiry records that a session was reported as expired at a time, so that it stays expired after a restart.
	RecordExpiry(ctx context.Context, t time.Time) error
}

// Service creates and checks sessions.
type Service struct {
	store    Store
	clock    Clock
	onChange event.Listener
	times    clock.Sequence // creation times of sessions
	endHub   notify.Hub     // notified when sessions end, by reference
}

// New returns a service that stores its sessions in store and reads the time from clock to determine whether a session
// has expired. If onChange is not nil, it is called with the reference of each changed session.
func New(store Store, clock Clock, onChange event.Listener) *Service {
	return &Service{store: store, clock: clock, onChange: onChange}
}

// Create creates a session of a document in any state.
func (s *Service) Create(ctx context.Context, documentID string, minutes int, o Options) (Session, error) {
	if documentID == "" {
		return Session{}, fault.MissingParameter("documentId")
	}
	if minutes < MinMinutes || minutes > MaxMinutes {
		return Session{}, fault.Field("duration", "The duration must be from %d to %d minutes, but is %d.", MinMinutes, MaxMinutes, minutes)
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

// FindOrCreate returns the newest valid session of a document with the same duration and options, or creates one. It
// searches only the newest 100 valid sessions of the document.
func (s *Service) FindOrCreate(ctx context.Context, documentID string, minutes int, o Options) (Session, error) {
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

// Find returns a session, valid or not, or a fault of kind NotFound.
func (s *Service) Find(ctx context.Context, id string) (Session, error) {
	return s.store.FindSession(ctx, id)
}

// FindByIDOrReference returns the session with an id or a reference. It is for managing sessions: references must not
// grant access to documents.
func (s *Service) FindByIDOrReference(ctx context.Context, name string) (Session, error) {
	if isReference(name) {
		return s.store.FindReferredSession(ctx, name)
	}
	return s.store.FindSession(ctx, name)
}

// Query selects the sessions of a list.
type Query struct {
	DocumentID     string    // empty for all
	Profile        string    // sessions with this profile; empty for all
	Theme          string    // sessions with this theme; empty for all
	ValidAt        time.Time // sessions that are valid at that time; zero for all
	IncludeByOwner bool      // include sessions in which the owner reads documents
	Before         *Session  // the last session of the previous page; nil for the first page
	Limit          int
}

// List returns the sessions that match a query, newest first. If all is true, they include sessions that have ended,
// and sessions in which the owner reads documents.
func (s *Service) List(ctx context.Context, q Query, all bool) ([]Session, error) {
	q.IncludeByOwner = all
	if !all {
		q.ValidAt = s.clock.Now()
	}
	return s.store.ListSessions(ctx, q)
}

// End ends a session at once, also for readers who have it open.
func (s *Service) End(ctx context.Context, id string) error {
	if err := s.store.EndSession(ctx, id, s.clock.Now()); err != nil {
		return err
	}
	s.NotifyEnded(id)
	return nil
}

// NotifyEnded notifies the readers who have one of these sessions open, and the subscribers of changes, that the
// sessions have ended.
func (s *Service) NotifyEnded(ids ...string) {
	for _, id := range ids {
		s.endHub.Notify(reference(id))
		s.onChange.Notify(reference(id))
	}
}

// Check returns a valid session. The error is a fault of kind NotFound if the session does not exist, and of kind Gone
// if it has ended.
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
	case session.InTrash:
		return ErrDeleted
	case s.clock.Now().Before(session.ExpiresAt):
		return nil
	}
	if err := s.clock.RecordExpiry(ctx, session.ExpiresAt); err != nil {
		// If the end is not stored, the session could become valid again, but only after a restart with the clock set
		// back.
		slog.WarnContext(ctx, "the end of a session was not stored", slog.Any("error", err))
	}
	return ErrExpired
}

// State returns the state of a session as a word.
func (s *Service) State(session *Session) string {
	switch {
	case !session.EndedAt.IsZero(), session.InTrash:
		return "ended"
	case !s.clock.Now().Before(session.ExpiresAt):
		return "expired"
	case session.UsedUp():
		return "used"
	}
	return "active"
}

// Remaining returns how long a session is still valid.
func (s *Service) Remaining(session Session) time.Duration {
	return session.ExpiresAt.Sub(s.clock.Now())
}

// UntilEnd returns a context that ends with a session, whether it expires or somebody ends it. The caller must call
// cancel.
func (s *Service) UntilEnd(ctx context.Context, session Session) (_ context.Context, cancel context.CancelFunc) {
	ctx, cancel = context.WithTimeout(ctx, s.Remaining(session))
	changed, unsubscribe := s.endHub.Subscribe(session.Reference())
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
			changed, unsubscribe = s.endHub.Subscribe(session.Reference())
			if _, err := s.Check(ctx, session.ID); fault.Is(err, fault.Gone) || fault.Is(err, fault.NotFound) {
				return
			}
		}
	}()
	return ctx, cancel
}

// Wake wakes the calls of [Service.UntilEnd] for the session with a reference, which then check whether it has ended on
// another node. An empty reference stands for all sessions.
func (s *Service) Wake(reference string) { s.endHub.Notify(reference) }

// Package session keeps viewing sessions: temporary grants to read one document.
// Possession of a session's id is the grant, so an id is never logged.
package session

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"time"

	"lectern/backend/fault"
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
	Views int // how often it was opened
}

// Options are what the owner of a document may say of a session.
type Options struct {
	Profile, Theme string // names of stored ones; empty for none
	Locked         bool   // the profile is in force whatever the viewer's address says
	Reader         string // whom it is for, for watermarks and lists; may be empty
	MaxViews       int    // how often it can be opened; 0 for any number
	Notify         bool   // the owner wants to know who reads
}

// Store keeps sessions' records.
type Store interface {
	// CreateSession stores a new session. A document that there is not is a fault
	// of kind NotFound.
	CreateSession(ctx context.Context, s Session) error
	// FindSession gives one session, expired or not, or a fault of kind NotFound.
	FindSession(ctx context.Context, id string) (Session, error)
}

// Service makes and checks sessions.
type Service struct {
	store Store
	now   func() time.Time
}

// New makes a service that keeps its sessions in store, by the clock now.
func New(store Store, now func() time.Time) *Service {
	return &Service{store: store, now: now}
}

// Create makes a session of a document, whatever the document's state.
func (s *Service) Create(ctx context.Context, documentID string, minutes int) (Session, error) {
	if documentID == "" {
		return Session{}, fault.Field("documentId", "The parameter documentId is missing: name the document to view.")
	}
	if minutes < MinMinutes || minutes > MaxMinutes {
		return Session{}, fault.Field("duration", "The duration is in minutes, from %d to %d; it was %d.", MinMinutes, MaxMinutes, minutes)
	}
	now := s.now()
	session := Session{
		ID:         newID(),
		DocumentID: documentID,
		CreatedAt:  now,
		ExpiresAt:  now.Add(time.Duration(minutes) * time.Minute),
	}
	return session, s.store.CreateSession(ctx, session)
}

// Check gives a session that is in force. An unknown one is a fault of kind
// NotFound, one that is over a fault of kind Gone.
func (s *Service) Check(ctx context.Context, id string) (Session, error) {
	session, err := s.store.FindSession(ctx, id)
	if err != nil {
		return Session{}, err
	}
	if !s.now().Before(session.ExpiresAt) {
		return Session{}, fault.New(fault.Gone, "This viewing session has ended.")
	}
	return session, nil
}

// Remaining gives how long a session is still in force.
func (s *Service) Remaining(session Session) time.Duration {
	return session.ExpiresAt.Sub(s.now())
}

func newID() string {
	bits := make([]byte, 32)
	_, _ = rand.Read(bits) // never fails: the program ends where there is no randomness
	return base64.RawURLEncoding.EncodeToString(bits)
}

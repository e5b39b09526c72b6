package session

import (
	"context"
	"testing"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/id"
)

// memoryStore is a store that keeps sessions in a map.
type memoryStore struct {
	Store
	sessions map[string]Session
}

func newMemoryStore() memoryStore { return memoryStore{sessions: map[string]Session{}} }

func (m memoryStore) CreateSession(_ context.Context, s Session) error {
	m.sessions[s.ID] = s
	return nil
}

func (m memoryStore) FindSession(_ context.Context, id string) (Session, error) {
	s, ok := m.sessions[id]
	if !ok {
		return s, fault.New(fault.NotFound, "no such session")
	}
	return s, nil
}

// manualClock is a clock that shows the time that it is set to.
type manualClock struct{ now time.Time }

func (c *manualClock) Now() time.Time                                { return c.now }
func (c *manualClock) RecordExpiry(context.Context, time.Time) error { return nil }

func TestCreateBoundsTheDuration(t *testing.T) {
	tests := []struct {
		minutes int
		good    bool
	}{{0, false}, {-1, false}, {1, true}, {60, true}, {525_600, true}, {525_601, false}}
	for _, test := range tests {
		_, err := New(newMemoryStore(), &manualClock{time.Now()}, nil).Create(t.Context(), "doc", test.minutes, Options{})
		if test.good != (err == nil) || (err != nil && !fault.Is(err, fault.Invalid)) {
			t.Errorf("%d minutes: error is %v", test.minutes, err)
		}
	}
}

// TestCheckEndsWithTheSession checks that a session is valid exactly until it expires.
//
// SECURITY.md, promise 34 (session ids and their expiry)
func TestCheckEndsWithTheSession(t *testing.T) {
	clock := &manualClock{time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	service := New(newMemoryStore(), clock, nil)
	granted, err := service.Create(t.Context(), "doc", 10, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		after time.Duration
		over  bool
	}{{0, false}, {10*time.Minute - time.Millisecond, false}, {10 * time.Minute, true}, {time.Hour, true}} {
		clock.now = granted.CreatedAt.Add(test.after)
		_, err := service.Check(t.Context(), granted.ID)
		if test.over != fault.Is(err, fault.Gone) {
			t.Errorf("after %s: error is %v", test.after, err)
		}
	}
}

// TestSessionsOfOneMoment creates sessions at the same time. The sessions keep their order, and no session is valid
// longer than requested.
func TestSessionsOfOneMoment(t *testing.T) {
	clock := &manualClock{time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	service := New(newMemoryStore(), clock, nil)
	var last time.Time
	for range 10 {
		made, err := service.Create(t.Context(), "doc", 10, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if end := clock.now.Add(10 * time.Minute); !made.CreatedAt.After(last) || !made.ExpiresAt.Equal(end) || made.minutes() != 10 {
			t.Errorf("after one of %s: %s to %s, %d minutes", last, made.CreatedAt, made.ExpiresAt, made.minutes())
		}
		last = made.CreatedAt
	}
}

// TestIDsAreLongAndRandom checks that session ids have at least 256 bits and do not repeat.
//
// SECURITY.md, promise 34 (session ids and their expiry)
func TestIDsAreLongAndRandom(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		newest := id.NewSecret()
		if len(newest) < 43 || seen[newest] { // 43 characters of base64 encode 256 bits
			t.Fatalf("id %q", newest)
		}
		seen[newest] = true
	}
}

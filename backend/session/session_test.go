package session

import (
	"context"
	"testing"
	"time"

	"lectern/backend/fault"
)

// memory is a store that keeps sessions in a map.
type memory map[string]Session

func (m memory) CreateSession(_ context.Context, s Session) error { m[s.ID] = s; return nil }

func (m memory) FindSession(_ context.Context, id string) (Session, error) {
	s, ok := m[id]
	if !ok {
		return s, fault.New(fault.NotFound, "no such session")
	}
	return s, nil
}

func TestCreateBoundsTheDuration(t *testing.T) {
	tests := []struct {
		minutes int
		good    bool
	}{{0, false}, {-1, false}, {1, true}, {60, true}, {525_600, true}, {525_601, false}}
	for _, test := range tests {
		_, err := New(memory{}, time.Now).Create(t.Context(), "doc", test.minutes)
		if test.good != (err == nil) || (err != nil && !fault.Is(err, fault.Invalid)) {
			t.Errorf("%d minutes: error is %v", test.minutes, err)
		}
	}
}

// promise 34
func TestCheckEndsWithTheSession(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	service := New(memory{}, func() time.Time { return now })
	granted, err := service.Create(t.Context(), "doc", 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		after time.Duration
		over  bool
	}{{0, false}, {10*time.Minute - time.Millisecond, false}, {10 * time.Minute, true}, {time.Hour, true}} {
		now = granted.CreatedAt.Add(test.after)
		_, err := service.Check(t.Context(), granted.ID)
		if test.over != fault.Is(err, fault.Gone) {
			t.Errorf("after %s: error is %v", test.after, err)
		}
	}
}

// promise 34
func TestIDsAreLongAndRandom(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		id := newID()
		if len(id) < 43 || seen[id] { // 43 characters of base64 hold 256 bits
			t.Fatalf("id %q", id)
		}
		seen[id] = true
	}
}

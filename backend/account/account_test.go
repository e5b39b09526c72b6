package account

import (
	"context"
	"strings"
	"testing"
	"time"

	"lectern/backend/internal/fault"
)

// fakeStore is a store with one key. It records the names and the uses of keys.
type fakeStore struct {
	Store
	names []string
	key   Key
	used  map[string]time.Time
	fails error // error of SaveKeyUses
}

func (k *fakeStore) FindKey(context.Context, string) (Key, error) { return k.key, nil }

func (k *fakeStore) ListKeys(context.Context, time.Time, string, int) ([]Key, error) {
	return []Key{k.key}, nil
}
func (k *fakeStore) ListKeyNames(context.Context, []string) (map[string]string, error) {
	return map[string]string{k.key.ID: k.key.Name}, nil
}

func (k *fakeStore) SaveKeyUses(_ context.Context, used map[string]time.Time) error {
	if k.fails != nil {
		return k.fails
	}
	k.used = used
	return nil
}

// manualClock is a clock that shows the time that it is set to.
type manualClock struct{ now time.Time }

func (c *manualClock) Now() time.Time { return c.now }

func (k *fakeStore) CreateKey(_ context.Context, key Key) error {
	k.names = append(k.names, key.Name)
	return nil
}

func TestNameOfAKey(t *testing.T) {
	store := &fakeStore{}
	service := New(store, &manualClock{time.Now()}, nil)
	for _, name := range []string{"", " ", strings.Repeat("a", maxName+1), "evil\x1b[31m", "two\nlines", "\u009b31m", "\xff"} {
		if _, _, err := service.Create(t.Context(), name, "", time.Time{}); !fault.Is(err, fault.Invalid) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, _, err := service.Create(t.Context(), " Zoë's 鍵 ", "", time.Time{}); err != nil {
		t.Error(err)
	}
	if len(store.names) != 1 || store.names[0] != "Zoë's 鍵" {
		t.Errorf("it keeps %q", store.names)
	}
}

// TestKeysExpireByTheClock checks that keys expire by the clock of the service, which here differs from the clock of
// the machine.
//
// SECURITY.md, promise 36 (secret keys)
func TestKeysExpireByTheClock(t *testing.T) {
	end := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	clock := &manualClock{}
	service := New(&fakeStore{key: Key{ID: "k", Role: Admin, ExpiresAt: end}}, clock, nil)
	for after, good := range map[time.Duration]bool{-time.Millisecond: true, 0: false, time.Hour: false} {
		clock.now = end.Add(after)
		if err := service.Check(t.Context(), "secret", Read); good != (err == nil) || !good && !fault.Is(err, fault.Denied) {
			t.Errorf("after %s: %v", after, err)
		}
	}
}

// TestUsesOutliveAFailedWrite uses keys while the disk is full, and again afterwards. In the end the last use of each
// key must be stored.
func TestUsesOutliveAFailedWrite(t *testing.T) {
	store := &fakeStore{fails: fault.New(fault.NoSpace, "full")}
	clock := &manualClock{time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)}
	service := New(store, clock, nil)
	first := clock.now
	use := func(id string) {
		store.key = Key{ID: id, Role: Admin}
		if err := service.Check(t.Context(), "secret", Read); err != nil {
			t.Fatal(err)
		}
	}
	use("once")
	use("twice")
	if err := service.SaveUses(t.Context()); err == nil {
		t.Error("it was written")
	}
	clock.now = first.Add(time.Hour)
	use("twice")
	store.fails = nil
	if err := service.SaveUses(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(store.used) != 2 || !store.used["once"].Equal(first) || !store.used["twice"].Equal(clock.now) {
		t.Errorf("it wrote %v", store.used)
	}
}

// TestListIncludesUnsavedUses checks that the list of keys includes uses that are not stored yet. The times of
// these uses are rounded to the minute, like the times of stored uses.
func TestListIncludesUnsavedUses(t *testing.T) {
	clock := &manualClock{time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)}
	service := New(&fakeStore{key: Key{ID: "k", Role: Admin}}, clock, nil)
	if err := service.Check(t.Context(), "secret", Read); err != nil {
		t.Fatal(err)
	}
	if keys, err := service.List(t.Context(), time.Time{}, "", 10); err != nil ||
		!keys[0].UsedAt.Equal(time.Date(2001, 2, 3, 4, 5, 0, 0, time.UTC)) {
		t.Errorf("%v, %v", keys, err)
	}
}

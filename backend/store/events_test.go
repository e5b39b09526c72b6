package store

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"lectern/backend/event"
)

// errEnough stops a feed.
var errEnough = errors.New("enough")

// Followers receive each event exactly once, in order, however many events are read at a time, and while new events are
// stored. With a filter they receive only the events of one document.
func TestFeedGivesEachEventOnce(t *testing.T) {
	db := newTest(t)
	const early, late = 450, 150
	many := func(n int) []event.Type { return slices.Repeat([]event.Type{event.SessionOpened}, n) }
	publish(t, db, "a", "", time.Now(), many(early)...)
	feed := event.NewFeed(db.Events, time.Hour)
	var readers sync.WaitGroup
	for _, document := range []string{"a", ""} {
		readers.Go(func() {
			var ids []int64
			err := feed.Follow(t.Context(), 0, event.Filter{Document: document}, func(events []event.Event, upTo int64) error {
				for _, e := range events {
					ids = append(ids, e.ID)
				}
				if upTo < ids[len(ids)-1] {
					t.Errorf("there is an event %d up to %d", ids[len(ids)-1], upTo)
				}
				if len(ids) >= early+late {
					return errEnough
				}
				return nil
			})
			if !errors.Is(err, errEnough) || len(ids) != early+late || !slices.IsSorted(ids) || len(slices.Compact(slices.Clone(ids))) != len(ids) {
				t.Errorf("%q: %d events, %v: %v", document, len(ids), err, ids)
			}
		})
	}
	for range late / 3 {
		publish(t, db, "a", "", time.Now(), many(3)...)
	}
	readers.Wait()
}

// TestFeedBeats checks that a feed without events sends heartbeats with the ID after which to resume. The ID advances
// past events that the filter excludes.
func TestFeedBeats(t *testing.T) {
	db := newTest(t)
	publish(t, db, "a", "", time.Now(), event.Posted, event.Ready)
	feed := event.NewFeed(db.Events, time.Millisecond)
	defer feed.Close()
	beats := 0
	err := feed.Follow(t.Context(), 0, event.Filter{Document: "other"}, func(events []event.Event, upTo int64) error {
		if len(events) != 0 || upTo != 2 {
			t.Errorf("%+v up to %d", events, upTo)
		}
		if beats++; beats == 3 {
			feed.Close()
		}
		return nil
	})
	if err != nil || beats < 3 {
		t.Errorf("after %d beats: %v", beats, err)
	}
}

// A feed resumes after a given event, or begins with the next new event.
func TestFeedStart(t *testing.T) {
	db := newTest(t)
	publish(t, db, "a", "", time.Now(), event.Posted, event.Ready)
	feed := event.NewFeed(db.Events, time.Hour)
	for _, test := range []struct {
		after *int64
		want  int64
	}{{nil, 2}, {new(int64(0)), 0}, {new(int64(1)), 1}, {new(int64(99)), 2}} {
		if got, err := feed.Start(context.Background(), test.after); err != nil || got != test.want {
			t.Errorf("it begins after %d, want %d, %v", got, test.want, err)
		}
	}
}

package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"lectern/backend/document"
	"lectern/backend/event"
)

// errEnough stops a feed.
var errEnough = errors.New("enough")

// Followers receive each event exactly once, in order, however many events are read at a time, and while new events are
// stored. With a filter they receive only the events of one document.
func TestFeedDeliversEachEventOnce(t *testing.T) {
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

// TestNodesHearOfEachOther checks that all nodes are notified of a commit, and that messages reach the other nodes
// only.
func TestNodesHearOfEachOther(t *testing.T) {
	all := nodes(t, 2)
	stored, due := all[1].Events.Stored().Wait(), all[1].Webhooks.Due().Wait()
	heard := make(chan string, 9)
	for i, db := range all {
		db.OnMessage(func(message string) { heard <- fmt.Sprint(i, " ", message) })
	}
	if _, err := all[0].Documents.CreateDocuments(t.Context(),
		document.Post{Documents: []document.Document{testDocument("a", time.Now())}}); err != nil {
		t.Fatal(err)
	}
	awaitSignal(t, "events are told", stored)
	awaitSignal(t, "a delivery is told", due)
	for _, message := range []string{"one", "and another ✓"} {
		if err := all[0].Broadcast(t.Context(), []string{message}); err != nil {
			t.Fatal(err)
		}
		select {
		case got := <-heard:
			if want := "1 " + message; got != want {
				t.Errorf("%q was heard, not %q", got, want)
			}
		case <-time.After(limit):
			t.Fatal("nothing was heard")
		}
	}
}

// TestEventsSurvivePowerFailureOfDatabase checks that events which other nodes have seen still exist after a power
// failure of the database server.
func TestEventsSurvivePowerFailureOfDatabase(t *testing.T) {
	own, address := newFallible(t)
	db := openTest(t, address)
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{testDocument("a",
		time.Now())}}); err != nil {
		t.Fatal(err)
	}
	viewable := update(func(d *document.Document) { d.Viewable = true })
	viewable.SkipSync = true
	if _, err := db.Documents.UpdateDocument(t.Context(), "a", viewable); err != nil {
		t.Fatal(err)
	}
	told, err := db.Events.LastEvent(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(own.Stop(true), own.Start(t.Context())); err != nil {
		t.Fatal(err)
	}
	again := openTest(t, address)
	if last, err := again.Events.LastEvent(t.Context()); err != nil || last != told || told < 2 {
		t.Errorf("the last event is %d, %v; told was of %d", last, err, told)
	}
}

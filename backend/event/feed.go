package event

import (
	"context"
	"time"

	"lectern/backend/internal/notify"
)

// Filter narrows a feed. What is empty lets all through.
type Filter struct {
	Document string
	Type     Type
}

// Store keeps events.
type Store interface {
	// ListEvents gives the first events after one id, up to another, that the filter lets
	// through; at most limit.
	ListEvents(ctx context.Context, after, last int64, f Filter, limit int) ([]Event, error)
	// LastEvent gives the id of the newest event, or 0.
	LastEvent(ctx context.Context) (int64, error)
	// Stored returns the signal that is notified when events have been stored.
	Stored() *notify.Signal
}

// batch is how many events are read at a time: a slow reader must not hold a
// connection for as long as it takes.
const batch = 200

// Feed gives events to those who follow them, as they are stored.
type Feed struct {
	store     Store
	heartbeat time.Duration
	closing   notify.Signal
}

// NewFeed makes a feed of the store's events, which lets nothing be silent for longer than
// a heartbeat.
func NewFeed(store Store, heartbeat time.Duration) *Feed {
	return &Feed{store: store, heartbeat: heartbeat}
}

// Close ends all calls of [Feed.Follow], also later ones.
func (f *Feed) Close() { f.closing.Close() }

// Start gives the id after which somebody who has all events up to one goes on, or who wants
// those from now on, for nil. An id that is yet to come, as after a restored backup, is now.
func (f *Feed) Start(ctx context.Context, after *int64) (int64, error) {
	last, err := f.store.LastEvent(ctx)
	if err == nil && after != nil {
		last = min(last, *after)
	}
	return last, err
}

// Follow calls visit with the events after an id that the filter lets through, and with the id
// up to which there is no other one; and without events when nothing came for a heartbeat. It
// ends with ctx or the feed, and at an error of visit.
func (f *Feed) Follow(ctx context.Context, after int64, filter Filter, visit func(events []Event, upTo int64) error) error {
	beat := time.NewTicker(f.heartbeat)
	defer beat.Stop()
	for {
		stored := f.store.Stored().Wait() // before reading, so that nothing is missed
		upTo, err := f.catchUp(ctx, after, filter, visit)
		if err != nil {
			return err
		}
		after = upTo
		select {
		case <-stored:
		case <-beat.C:
			if err := visit(nil, after); err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		case <-f.closing.Wait():
			return nil
		}
	}
}

// catchUp calls visit with what there is after an id, and gives the id up to which that is.
func (f *Feed) catchUp(ctx context.Context, after int64, filter Filter, visit func([]Event, int64) error) (int64, error) {
	last, err := f.store.LastEvent(ctx)
	for err == nil && after < last {
		var events []Event
		if events, err = f.store.ListEvents(ctx, after, last, filter, batch); err != nil {
			break
		}
		upTo := last
		if len(events) == batch {
			upTo = events[batch-1].ID
		}
		if len(events) > 0 {
			err = visit(events, upTo)
		}
		after = upTo
	}
	return after, err
}

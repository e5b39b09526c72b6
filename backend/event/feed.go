package event

import (
	"context"
	"time"

	"lectern/backend/internal/notify"
)

// Filter selects events. Empty fields select all.
type Filter struct {
	Document string
	Type     Type
}

// Store stores events.
type Store interface {
	// ListEvents returns up to limit events that match a filter. Events up to the id in the argument after, and events
	// beyond the id in the argument upTo, are left out.
	ListEvents(ctx context.Context, after, upTo int64, f Filter, limit int) ([]Event, error)
	// LastEvent returns the id of the newest event, or 0.
	LastEvent(ctx context.Context) (int64, error)
	// Stored returns the signal that is notified when events have been stored.
	Stored() *notify.Signal
}

// batchSize is how many events are read at a time, so that a slow reader does not occupy a database connection.
const batchSize = 200

// Feed streams events as they are stored.
type Feed struct {
	store     Store
	heartbeat time.Duration
	closing   notify.Signal
}

// NewFeed returns a feed of the events in a store. The heartbeat is the maximum time without a call of the function
// that a reader passes to [Feed.Follow].
func NewFeed(store Store, heartbeat time.Duration) *Feed {
	return &Feed{store: store, heartbeat: heartbeat}
}

// Close ends all calls of [Feed.Follow], including calls that start later.
func (f *Feed) Close() { f.closing.Close() }

// Start returns the id of the event after which a reader continues. If after is not nil, it is the id of the last event
// that the reader has seen, and Start returns this id. Otherwise Start returns the id of the newest event. An id beyond
// the newest event, for example after restoring a backup, counts as the newest.
func (f *Feed) Start(ctx context.Context, after *int64) (int64, error) {
	last, err := f.store.LastEvent(ctx)
	if err == nil && after != nil {
		last = min(last, *after)
	}
	return last, err
}

// Follow calls visit with the events that match the filter and come after a given id, which is the argument after. The
// argument upTo of visit is the id of the last event that was read, even if it does not match. At each heartbeat,
// Follow also calls visit without events. It returns nil when ctx ends or the feed is closed, and otherwise the first
// error of visit or of the store.
func (f *Feed) Follow(ctx context.Context, after int64, filter Filter, visit func(events []Event, upTo int64) error) error {
	beat := time.NewTicker(f.heartbeat)
	defer beat.Stop()
	for {
		stored := f.store.Stored().Wait() // before reading, so that no event is missed
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

// catchUp calls visit with the stored events that match the filter and come after the given id. It returns the id of
// the last event that was read.
func (f *Feed) catchUp(ctx context.Context, after int64, filter Filter, visit func([]Event, int64) error) (int64, error) {
	last, err := f.store.LastEvent(ctx)
	for err == nil && after < last {
		var events []Event
		if events, err = f.store.ListEvents(ctx, after, last, filter, batchSize); err != nil {
			break
		}
		upTo := last
		if len(events) == batchSize {
			upTo = events[batchSize-1].ID
		}
		if len(events) > 0 {
			err = visit(events, upTo)
		}
		after = upTo
	}
	return after, err
}

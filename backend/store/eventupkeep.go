package store

import (
	"context"
	"fmt"
	"time"
)

// PruneDeliveries implements [webhook.Store].
func (r Webhooks) PruneDeliveries(ctx context.Context, before time.Time) error {
	return r.prune(ctx, `DELETE FROM webhook_delivery WHERE number IN
		(SELECT number FROM webhook_delivery WHERE ended_at < ? ORDER BY ended_at LIMIT ?)`, before)
}

// PruneEvents implements [webhook.Store]. It goes through the events in their order, which is
// that of time but for moments, up to the first that is kept for its age. What is told to have
// happened after now was stored while the clock was ahead: it goes with the old ones behind it.
func (r Webhooks) PruneEvents(ctx context.Context, before, now time.Time) error {
	for pruned, seen := int64(0), int64(0); ; {
		old, next, err := r.agedEvents(ctx, seen, before, now)
		if err == nil && old > pruned {
			err = r.pruneEvents(ctx, pruned, old)
			pruned = old
		}
		if err != nil || next == seen {
			return err
		}
		seen = next
	}
}

// agedEvents looks at the next events after one. It gives the id up to which they are older than
// a time, 0 where none is, and the id behind which others may be, which is the same one where
// there are none.
func (r Webhooks) agedEvents(ctx context.Context, from int64, before, now time.Time) (old, next int64, err error) {
	rows, err := r.read.QueryContext(ctx, `SELECT id, triggered_at FROM event WHERE id > ? ORDER BY id LIMIT ?`, from, pruneBatch)
	if err != nil {
		return 0, from, fmt.Errorf("find old events: %w", err)
	}
	defer rows.Close()
	for next = from; rows.Next(); {
		var id, at int64
		if err := rows.Scan(&id, &at); err != nil {
			return 0, from, fmt.Errorf("find old events: %w", err)
		}
		switch {
		case at < before.UnixMilli():
			old = id
		case at <= now.UnixMilli():
			return old, from, nil
		}
		next = id
	}
	return old, next, rows.Err()
}

// pruneEvents removes events in a range of ids that nobody is still to be told of.
func (r Webhooks) pruneEvents(ctx context.Context, after, upTo int64) error {
	return r.updateSoon(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM event WHERE id > ? AND id <= ? AND (url = '' OR delivery IS NOT NULL AND NOT EXISTS
			(SELECT 1 FROM webhook_delivery WHERE number = event.delivery AND ended_at IS NULL))`, after, upTo)
		if err != nil {
			return fmt.Errorf("prune events: %w", err)
		}
		return nil
	})
}

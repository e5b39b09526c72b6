package store

import (
	"context"
	"fmt"
	"time"
)

// pruneBatch is how many records are removed at a time: who waits to write waits no longer.
const pruneBatch = 500

// PruneDeliveries implements [webhook.Store].
func (db *DB) PruneDeliveries(ctx context.Context, before time.Time) (more bool, err error) {
	err = db.updateSoon(ctx, func(tx *Tx) error {
		result, err := tx.ExecContext(ctx, `DELETE FROM webhook_delivery WHERE number IN
			(SELECT number FROM webhook_delivery WHERE ended_at < ? ORDER BY ended_at LIMIT ?)`, before.UnixMilli(), pruneBatch)
		if err != nil {
			return fmt.Errorf("prune deliveries: %w", err)
		}
		n, err := result.RowsAffected()
		more = n == pruneBatch
		return err
	})
	return more, err
}

// PruneEvents implements [webhook.Store]. It goes through the events in their order, which is
// that of time but for moments, up to the first that is kept for its age.
func (db *DB) PruneEvents(ctx context.Context, before time.Time) error {
	for from := int64(0); ; {
		upTo, err := db.agedEvents(ctx, from, before)
		if err != nil || upTo == from {
			return err
		}
		if err := db.pruneEvents(ctx, from, upTo); err != nil {
			return err
		}
		from = upTo
	}
}

// agedEvents gives the id up to which the next events after one are older than a time.
func (db *DB) agedEvents(ctx context.Context, from int64, before time.Time) (upTo int64, err error) {
	rows, err := db.read.QueryContext(ctx, `SELECT id, triggered_at FROM event WHERE id > ? ORDER BY id LIMIT ?`, from, pruneBatch)
	if err != nil {
		return from, fmt.Errorf("find old events: %w", err)
	}
	defer rows.Close()
	for upTo = from; rows.Next(); {
		var id, at int64
		if err := rows.Scan(&id, &at); err != nil {
			return from, fmt.Errorf("find old events: %w", err)
		}
		if at >= before.UnixMilli() {
			return upTo, nil
		}
		upTo = id
	}
	return upTo, rows.Err()
}

// pruneEvents removes events in a range of ids that nobody is still to be told of.
func (db *DB) pruneEvents(ctx context.Context, after, upTo int64) error {
	return db.updateSoon(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM event WHERE id > ? AND id <= ? AND (url = '' OR delivery IS NOT NULL AND NOT EXISTS
			(SELECT 1 FROM webhook_delivery WHERE number = event.delivery AND ended_at IS NULL))`, after, upTo)
		if err != nil {
			return fmt.Errorf("prune events: %w", err)
		}
		return nil
	})
}

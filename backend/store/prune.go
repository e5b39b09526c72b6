package store

import (
	"context"
	"fmt"
	"time"
)

// Rules for the expiry of rows. Each is a statement that deletes rows that are older than its first argument, a time in
// milliseconds since 1970. The second argument is the maximum number of rows.
const (
	expiredKeys = `DELETE FROM idempotency WHERE (sender, key) IN
		(SELECT sender, key FROM idempotency WHERE created_at <= ? ORDER BY created_at LIMIT ?)`
	expiredViews = `DELETE FROM session_view WHERE id IN (SELECT v.id FROM viewing_session s JOIN session_view v ON v.session_id = s.id
		WHERE s.expires_at < ? LIMIT ?)`
	expiredSessions = `DELETE FROM viewing_session WHERE id IN
		(SELECT id FROM viewing_session WHERE expires_at < ? ORDER BY expires_at LIMIT ?)`
	expiredRemovals = `DELETE FROM content_leaving WHERE key IN
		(SELECT key FROM content_leaving WHERE state = '` + removalDone + `' AND since <= ? LIMIT ?)`
	expiredAudit      = `DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < ? ORDER BY at LIMIT ?)`
	expiredDeliveries = `DELETE FROM webhook_delivery WHERE number IN
		(SELECT number FROM webhook_delivery WHERE ended_at < ? ORDER BY ended_at LIMIT ?)`
	expiredArrivals = `DELETE FROM folder_arrival WHERE id IN
		(SELECT id FROM folder_arrival WHERE gone_at <> 0 AND gone_at < ? AND NOT pending LIMIT ?)`
)

// fixedAges are the rules for rows that are deleted at a fixed age, which no setting changes. The views of a session
// are deleted in batches before the session, because there may be too many for one transaction.
var fixedAges = []struct {
	rule string
	age  time.Duration
}{
	{expiredKeys, keyLifetime},
	{expiredViews, sessionLifetime},
	{expiredSessions, sessionLifetime},
}

const (
	// sessionLifetime is how long an expired session is kept, so that its address can report that it has expired.
	sessionLifetime = 90 * 24 * time.Hour
	// removalLifetime is how long completed removals of content are kept. It exceeds the time between storing content
	// and recording its use.
	removalLifetime = 24 * time.Hour
)

// pruneBatch is how many rows are removed at a time, so that other writers do not wait for long.
const pruneBatch = 500

// Prune deletes expired rows: idempotency keys, views, sessions, and the records of completed removals of content.
func (db *DB) Prune(ctx context.Context, now time.Time) error {
	for _, fixed := range fixedAges {
		if err := db.prune(ctx, fixed.rule, now.Add(-fixed.age)); err != nil {
			return err
		}
	}
	if db.holder == nil { // no removals are recorded
		return nil
	}
	return db.prune(ctx, expiredRemovals, now.Add(-removalLifetime))
}

// PruneAudit implements [audit.Store].
func (r Audit) PruneAudit(ctx context.Context, before time.Time) error {
	return r.prune(ctx, expiredAudit, before)
}

// PruneArrivals implements [watch.Store].
func (r Folders) PruneArrivals(ctx context.Context, before time.Time) error {
	return r.prune(ctx, expiredArrivals, before)
}

// PruneDeliveries implements [webhook.Store].
func (r Webhooks) PruneDeliveries(ctx context.Context, before time.Time) error {
	return r.prune(ctx, expiredDeliveries, before)
}

// prune deletes all rows that are older than a time, with a statement that deletes one batch at a time.
func (db *database) prune(ctx context.Context, rule string, before time.Time) error {
	if err := db.inBatches(ctx, rule, before.UnixMilli()); err != nil {
		return fmt.Errorf("prune: %w", err)
	}
	return nil
}

// inBatches repeats a statement that changes at most one batch of rows, until it has changed fewer rows than a batch.
// The statement has two arguments: the value of the parameter argument, and the size of a batch.
func (db *database) inBatches(ctx context.Context, statement string, argument any) error {
	for more := true; more; {
		err := db.updateNonDurable(ctx, func(tx *Tx) error {
			result, err := tx.ExecContext(ctx, statement, argument, pruneBatch)
			if err != nil {
				return err
			}
			n, err := result.RowsAffected()
			more = n == pruneBatch
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// PruneEvents implements [webhook.Store]. It visits the events in the order of their ids, which is nearly the order of
// time, and stops at the first event that is too young. An event with a future time was stored while the clock was
// ahead; it is removed together with the old events that follow it.
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

// agedEvents examines one batch of events. The argument from is the id after which the batch begins. The result
// lastAged is the id of the last event that is old enough to be removed, or 0 if there is none. The result next is the
// id after which the next batch begins. It equals from if no further batch has to be examined.
func (r Webhooks) agedEvents(ctx context.Context, from int64, before, now time.Time) (lastAged, next int64, err error) {
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
			lastAged = id
		case at <= now.UnixMilli():
			return lastAged, from, nil
		}
		next = id
	}
	return lastAged, next, rows.Err()
}

// pruneEvents removes the events in a range of ids that are delivered or need no delivery.
func (r Webhooks) pruneEvents(ctx context.Context, after, upTo int64) error {
	return r.updateNonDurable(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM event WHERE id > ? AND id <= ? AND (url = '' OR delivery IS NOT NULL AND NOT EXISTS
			(SELECT 1 FROM webhook_delivery WHERE number = event.delivery AND ended_at IS NULL))`, after, upTo)
		if err != nil {
			return fmt.Errorf("prune events: %w", err)
		}
		return nil
	})
}

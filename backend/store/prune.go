package store

import (
	"context"
	"fmt"
	"time"
)

// sessionsKept is how long after its end an address of a viewer says that it is over.
const sessionsKept = 90 * 24 * time.Hour

// pruneBatch is how many records are removed at a time: who waits to write waits no longer.
const pruneBatch = 500

// Prune removes records that are of no use any more.
func (db *DB) Prune(ctx context.Context, now time.Time) error {
	for _, old := range []struct {
		batch  string
		before time.Time
	}{
		{`DELETE FROM idempotency WHERE (sender, key) IN
			(SELECT sender, key FROM idempotency WHERE created_at <= ? ORDER BY created_at LIMIT ?)`, now.Add(-idempotent)},
		{`DELETE FROM session_view WHERE id IN (SELECT v.id FROM viewing_session s JOIN session_view v ON v.session_id = s.id
			WHERE s.expires_at < ? LIMIT ?)`, now.Add(-sessionsKept)}, // by itself: a session may have many
		{`DELETE FROM viewing_session WHERE id IN
			(SELECT id FROM viewing_session WHERE expires_at < ? ORDER BY expires_at LIMIT ?)`, now.Add(-sessionsKept)},
	} {
		if err := db.prune(ctx, old.batch, old.before); err != nil {
			return err
		}
	}
	if db.holder == nil {
		return nil
	}
	return db.Removals.forgetRemovals(ctx, now)
}

// prune removes all records that are older than a time, by a statement that removes so many.
func (db *database) prune(ctx context.Context, batch string, before time.Time) error {
	if err := db.inBatches(ctx, batch, before.UnixMilli()); err != nil {
		return fmt.Errorf("prune: %w", err)
	}
	return nil
}

// inBatches runs a statement about something, which changes so many records at most, until there
// are none left.
func (db *database) inBatches(ctx context.Context, batch string, about any) error {
	for more := true; more; {
		err := db.updateSoon(ctx, func(tx *Tx) error {
			result, err := tx.ExecContext(ctx, batch, about, pruneBatch)
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

// SumSizes implements [document.Store].
func (r Documents) SumSizes(ctx context.Context) (bytes int64, err error) {
	if err := r.read.QueryRowContext(ctx, `SELECT COALESCE(SUM(size), 0) FROM document`).Scan(&bytes); err != nil {
		return 0, fmt.Errorf("sum sizes: %w", err)
	}
	return bytes, nil
}

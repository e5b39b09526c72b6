package store

import (
	"context"
	"fmt"
	"time"
)

// sessionsKept is how long after its end an address of a viewer says that it is over.
const sessionsKept = 90 * 24 * time.Hour

// Prune removes records that are of no use any more.
func (db *DB) Prune(ctx context.Context, now time.Time) error {
	return db.updateSoon(ctx, func(tx *Tx) error {
		for _, old := range []struct {
			delete string
			before time.Time
		}{
			{`DELETE FROM idempotency WHERE created_at <= ?`, now.Add(-idempotent)},
			{`DELETE FROM viewing_session WHERE expires_at < ?`, now.Add(-sessionsKept)},
		} {
			if _, err := tx.ExecContext(ctx, old.delete, old.before.UnixMilli()); err != nil {
				return fmt.Errorf("prune: %w", err)
			}
		}
		return nil
	})
}

// SumSizes implements [document.Store].
func (db *DB) SumSizes(ctx context.Context) (bytes int64, err error) {
	if err := db.read.QueryRowContext(ctx, `SELECT COALESCE(SUM(size), 0) FROM document`).Scan(&bytes); err != nil {
		return 0, fmt.Errorf("sum sizes: %w", err)
	}
	return bytes, nil
}

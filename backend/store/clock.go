package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// LatestTime implements [session.ClockStore].
func (db *DB) LatestTime(ctx context.Context) (time.Time, error) {
	var latest sql.NullInt64
	if err := db.read.QueryRowContext(ctx, `SELECT MAX(latest) FROM clock`).Scan(&latest); err != nil {
		return time.Time{}, fmt.Errorf("read clock: %w", err)
	}
	return fromMilli(latest), nil
}

// SaveTime implements [session.ClockStore].
func (db *DB) SaveTime(ctx context.Context, t time.Time) error {
	return db.update(ctx, func(tx *Tx) error {
		_, removed := tx.ExecContext(ctx, `DELETE FROM clock`)
		_, added := tx.ExecContext(ctx, `INSERT INTO clock (latest) VALUES (?)`, t.UnixMilli())
		if err := errors.Join(removed, added); err != nil {
			return fmt.Errorf("save clock: %w", err)
		}
		return nil
	})
}

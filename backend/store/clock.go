package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Clock stores the latest time that the clock has shown. It implements [session.ClockStore].
type Clock struct{ *database }

// LatestTime implements [session.ClockStore].
func (r Clock) LatestTime(ctx context.Context) (time.Time, error) {
	var latest sql.NullInt64
	if err := r.read.QueryRowContext(ctx, `SELECT MAX(latest) FROM clock`).Scan(&latest); err != nil {
		return time.Time{}, fmt.Errorf("read clock: %w", err)
	}
	return fromMilli(latest), nil
}

// SaveTime implements [session.ClockStore].
func (r Clock) SaveTime(ctx context.Context, t time.Time) error {
	return r.update(ctx, func(tx *Tx) error {
		_, removed := tx.ExecContext(ctx, `DELETE FROM clock`)
		_, added := tx.ExecContext(ctx, `INSERT INTO clock (latest) VALUES (?)`, t.UnixMilli())
		if err := errors.Join(removed, added); err != nil {
			return fmt.Errorf("save clock: %w", err)
		}
		return nil
	})
}

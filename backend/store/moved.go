package store

import (
	"context"
	"database/sql"
	"fmt"
	"lectern/backend/store/engine"
	"time"
)

// Moved gives the name of the place that the library was moved to, nothing where it was not.
func (r Moves) Moved(ctx context.Context) (target string, err error) {
	is, err := r.hasTable(ctx, "moved")
	if err != nil || !is {
		return "", err
	}
	return engine.ScanMoved(r.read.QueryRowContext(ctx, engine.MovedQuery))
}

// MarkMoved notes the name of the place that the library was moved to.
func (r Moves) MarkMoved(ctx context.Context, target string) error {
	return r.update(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS moved (target TEXT NOT NULL, moved_at BIGINT NOT NULL)`)
		if err == nil {
			_, err = tx.ExecContext(ctx, `DELETE FROM moved`)
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO moved (target, moved_at) VALUES (?, ?)`, target, time.Now().UnixMilli())
		}
		if err != nil {
			return fmt.Errorf("mark the library as moved: %w", err)
		}
		return nil
	})
}

// ForgetMoved takes such a note back.
func (r Moves) ForgetMoved(ctx context.Context) error {
	return r.update(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `DROP TABLE IF EXISTS moved`)
		return err
	})
}

// PeekMoved is Moved for the database at a path, which is left as it is, of whatever version.
func PeekMoved(ctx context.Context, path string) (target string, err error) {
	err = peekIf(ctx, path, "moved", "target", func(db *sql.DB, _ func(string) string) error {
		target, err = engine.ScanMoved(db.QueryRowContext(ctx, engine.MovedQuery))
		return err
	})
	return target, err
}

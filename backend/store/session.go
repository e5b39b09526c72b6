package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"lectern/backend/fault"
	"lectern/backend/session"
)

// CreateSession implements [session.Store].
func (db *DB) CreateSession(ctx context.Context, s session.Session) error {
	return db.update(ctx, func(tx *Tx) error {
		result, err := tx.ExecContext(ctx, `INSERT INTO viewing_session (id, document_id, created_at, expires_at)
			SELECT ?, id, ?, ? FROM document WHERE id = ?`,
			s.ID, s.CreatedAt.UnixMilli(), s.ExpiresAt.UnixMilli(), s.DocumentID)
		if err != nil {
			return fmt.Errorf("create session: %w", err)
		}
		return foundOne(result, "There is no document %q.", s.DocumentID)
	})
}

// FindSession implements [session.Store].
func (db *DB) FindSession(ctx context.Context, id string) (s session.Session, err error) {
	var created, expires int64
	err = db.read.QueryRowContext(ctx,
		`SELECT id, document_id, created_at, expires_at FROM viewing_session WHERE id = ?`, id).
		Scan(&s.ID, &s.DocumentID, &created, &expires)
	if errors.Is(err, sql.ErrNoRows) {
		return s, fault.New(fault.NotFound, "There is no such viewing session.")
	}
	if err != nil {
		return s, fmt.Errorf("find session: %w", err)
	}
	s.CreatedAt, s.ExpiresAt = time.UnixMilli(created).UTC(), time.UnixMilli(expires).UTC()
	return s, nil
}

// foundOne turns a statement that touched no row into a fault of kind NotFound.
func foundOne(result sql.Result, format string, args ...any) error {
	n, err := result.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return fault.New(fault.NotFound, format, args...)
	}
	return nil
}

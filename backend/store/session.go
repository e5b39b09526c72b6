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

const sessionColumns = `id, document_id, created_at, expires_at, ended_at, profile, theme, locked, reader, max_views, views, notify`

// CreateSession implements [session.Store].
func (db *DB) CreateSession(ctx context.Context, s session.Session) error {
	return db.update(ctx, func(tx *Tx) error {
		result, err := tx.ExecContext(ctx, `INSERT INTO viewing_session (`+sessionColumns+`)
			SELECT ?, id, ?, ?, NULL, ?, ?, ?, ?, ?, 0, ? FROM document WHERE id = ?`,
			s.ID, s.CreatedAt.UnixMilli(), s.ExpiresAt.UnixMilli(), s.Profile, s.Theme, s.Locked, s.Reader, s.MaxViews, s.Notify, s.DocumentID)
		if err != nil {
			return fmt.Errorf("create session: %w", err)
		}
		return foundOne(result, "There is no document %q.", s.DocumentID)
	})
}

// FindSession implements [session.Store].
func (db *DB) FindSession(ctx context.Context, id string) (session.Session, error) {
	s, err := scanSession(db.read.QueryRowContext(brief(ctx), `SELECT `+sessionColumns+` FROM viewing_session WHERE id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return s, fault.New(fault.NotFound, "There is no such viewing session.")
	}
	if err != nil {
		return s, fmt.Errorf("find session: %w", err)
	}
	return s, nil
}

func scanSession(row scanner) (s session.Session, err error) {
	var created, expires int64
	var ended sql.NullInt64
	err = row.Scan(&s.ID, &s.DocumentID, &created, &expires, &ended, &s.Profile, &s.Theme, &s.Locked, &s.Reader, &s.MaxViews, &s.Views, &s.Notify)
	if err != nil {
		return s, err
	}
	s.CreatedAt, s.ExpiresAt = time.UnixMilli(created).UTC(), time.UnixMilli(expires).UTC()
	if ended.Valid {
		s.EndedAt = time.UnixMilli(ended.Int64).UTC()
	}
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

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/session"
)

// Sessions stores viewing sessions and their views. It implements [session.Store].
type Sessions struct{ *database }

const sessionColumns = `id, document_id, created_at, expires_at, ended_at, profile, theme, locked, reader, max_views, views, notify, ` +
	`own, preview, maker`

// readSessionColumns are the columns for reading a session, including whether its document is in the trash.
const readSessionColumns = sessionColumns + `,
	EXISTS (SELECT 1 FROM document WHERE document.id = document_id AND document.deleted_at <> 0)`

// CreateSession implements [session.Store].
func (r Sessions) CreateSession(ctx context.Context, s session.Session) error {
	return r.update(ctx, func(tx *Tx) error {
		if err := checkMaker(ctx, tx, s.Maker); err != nil {
			return err
		}
		result, err := tx.ExecContext(ctx, `INSERT INTO viewing_session (`+sessionColumns+`, reference)
			SELECT ?, id, ?, ?, NULL, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ? FROM document WHERE id = ? AND deleted_at = 0`,
			s.ID, s.CreatedAt.UnixMilli(), s.ExpiresAt.UnixMilli(), s.Profile, s.Theme, lockValue(s.Lock), s.Reader,
			s.MaxViews, s.Notify, s.ByOwner, s.Preview, s.Maker, s.Reference(), s.DocumentID)
		if err != nil {
			return fmt.Errorf("create session: %w", err)
		}
		err = checkRowChanged(result, documentNotFound(s.DocumentID))
		if err == nil {
			return nil
		}
		if _, missing := findDocument(tx.QueryRowContext(ctx, `SELECT `+readColumns+` FROM document WHERE id = ?`, s.DocumentID),
			s.DocumentID); missing != nil {
			return missing
		}
		return fault.New(fault.Conflict, "The document is in the trash. Restore it first.")
	})
}

// checkMaker returns an error if the key that creates a session was revoked. Revoking a key ends its sessions, so no
// session may be created with a revoked key.
func checkMaker(ctx context.Context, tx *Tx, maker string) error {
	var revoked bool
	err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM api_key WHERE id = ? AND revoked_at IS NOT NULL)`, maker).Scan(&revoked)
	if err != nil {
		return fmt.Errorf("check key: %w", err)
	}
	if revoked {
		return fault.New(fault.Denied, "The API key was revoked.")
	}
	return nil
}

// FindSession implements [session.Store].
func (r Sessions) FindSession(ctx context.Context, id string) (session.Session, error) {
	return r.findSession(ctx, "id", id)
}

// FindReferredSession implements [session.Store].
func (r Sessions) FindReferredSession(ctx context.Context, reference string) (session.Session, error) {
	return r.findSession(ctx, "reference", reference)
}

// findSession returns the session that has a value in a column.
func (r Sessions) findSession(ctx context.Context, column, value string) (session.Session, error) {
	s, err := scanSession(r.read.QueryRowContext(withoutCancel(ctx), `SELECT `+readSessionColumns+` FROM viewing_session WHERE `+column+
		` = ?`, value))
	if errors.Is(err, sql.ErrNoRows) {
		return s, errNoSession
	}
	if err != nil {
		return s, fmt.Errorf("find session: %w", err)
	}
	return s, nil
}

func scanSession(row scanner) (s session.Session, err error) {
	var created, expires int64
	var ended sql.NullInt64
	var locked sql.NullBool
	err = row.Scan(&s.ID, &s.DocumentID, &created, &expires, &ended, &s.Profile, &s.Theme, &locked, &s.Reader, &s.MaxViews, &s.Views,
		&s.Notify, &s.ByOwner, &s.Preview, &s.Maker, &s.InTrash)
	if err != nil {
		return s, err
	}
	s.CreatedAt, s.ExpiresAt = time.UnixMilli(created).UTC(), time.UnixMilli(expires).UTC()
	s.EndedAt = fromMilli(ended)
	s.Lock = session.NewLock(locked.Bool, locked.Valid)
	return s, nil
}

// lockValue returns a lock as it is stored: null if it is unset.
func lockValue(l session.Lock) sql.NullBool {
	return sql.NullBool{Bool: l == session.LockOn, Valid: l.IsStated()}
}

// ListSessions implements [session.Store].
func (r Sessions) ListSessions(ctx context.Context, q session.Query) ([]session.Session, error) {
	query, arguments := sessionQuery(q)
	rows, err := r.read.QueryContext(ctx, query, arguments...)
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	defer rows.Close()
	sessions := []session.Session{}
	for rows.Next() {
		s, err := scanSession(rows)
		if err != nil {
			return nil, fmt.Errorf("list sessions: %w", err)
		}
		sessions = append(sessions, s)
	}
	return sessions, rows.Err()
}

// sessionQuery returns the statement for a query. Only few sessions are active. For a list of active sessions, the plus
// sign before created_at makes SQLite find them by the index of their expiry and then sort them
// (https://sqlite.org/queryplanner-ng.html).
func sessionQuery(q session.Query) (query string, arguments []any) {
	conditions, order := []string{"NOT preview"}, "created_at"
	add := func(condition string, values ...any) {
		conditions, arguments = append(conditions, condition), append(arguments, values...)
	}
	if q.DocumentID != "" {
		add("document_id = ?", q.DocumentID)
	}
	if q.Profile != "" {
		add("profile = ?", q.Profile)
	}
	if q.Theme != "" {
		add("theme = ?", q.Theme)
	}
	if !q.ValidAt.IsZero() {
		add("ended_at IS NULL AND expires_at > ? AND (max_views = 0 OR views < max_views)"+
			" AND NOT EXISTS (SELECT 1 FROM document WHERE document.id = document_id AND document.deleted_at <> 0)", q.ValidAt.UnixMilli())
		order = "+created_at"
	}
	if !q.IncludeByOwner {
		add("NOT own")
	}
	if q.Before != nil {
		add("("+order+", id) < (?, ?)", q.Before.CreatedAt.UnixMilli(), q.Before.ID)
	}
	return `SELECT ` + readSessionColumns + ` FROM viewing_session WHERE ` + strings.Join(conditions, " AND ") +
		` ORDER BY ` + order + ` DESC, id DESC LIMIT ?`, append(arguments, q.Limit)
}

// EndSession implements [session.Store].
func (r Sessions) EndSession(ctx context.Context, id string, at time.Time) error {
	return r.update(ctx, func(tx *Tx) error {
		result, err := tx.ExecContext(ctx, `UPDATE viewing_session SET ended_at = COALESCE(ended_at, ?) WHERE id = ?`, at.UnixMilli(), id)
		if err != nil {
			return fmt.Errorf("end session: %w", err)
		}
		return checkRowChanged(result, errNoSession)
	})
}

// errNoSession is the error for an id without a session.
var errNoSession = fault.New(fault.NotFound, "There is no such viewing session.").WithCode(fault.SessionUnknown)

package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"lectern/backend/event"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/sealedurl"
	"lectern/backend/session"
)

// AddView implements [session.Store].
func (r Sessions) AddView(ctx context.Context, v session.View, durable bool) (s session.Session, err error) {
	err = r.commit(ctx, durable, func(tx *Tx) error {
		s, err = addView(ctx, tx, &v)
		if err != nil {
			return fmt.Errorf("add view: %w", err)
		}
		return nil
	})
	return s, err
}

func addView(ctx context.Context, tx *Tx, v *session.View) (s session.Session, err error) {
	known, err := isKnownView(ctx, tx, v)
	if err != nil {
		return s, err
	}
	if known {
		s, err = scanSession(tx.QueryRowContext(ctx, `SELECT `+readSessionColumns+` FROM viewing_session WHERE id = ? AND `+
			openable, v.SessionID))
		return s, explainClosed(ctx, tx, v.SessionID, err)
	}
	s, err = scanSession(tx.QueryRowContext(ctx, `UPDATE viewing_session SET views = views + 1
		WHERE id = ? AND (max_views = 0 OR views < max_views) AND `+openable+` RETURNING `+readSessionColumns, v.SessionID))
	if err != nil {
		return s, explainClosed(ctx, tx, v.SessionID, err)
	}
	if s.MaxViews == 0 && s.Views > session.KeptViews {
		return s, nil
	}
	if _, err = tx.ExecContext(ctx, `INSERT INTO session_view (id, session_id, opened_at, seconds, pages) VALUES (?, ?, ?, 0, '[]')`,
		v.ID, v.SessionID, v.OpenedAt.UnixMilli()); err != nil {
		return s, err
	}
	if s.Notify {
		err = recordOpened(ctx, tx, &s, v)
	}
	return s, err
}

// openable is the SQL condition that a session was not ended and its document was not deleted. Its expiry and number of
// views are checked elsewhere.
const openable = `ended_at IS NULL AND EXISTS (SELECT 1 FROM document WHERE id = viewing_session.document_id AND deleted_at = 0)`

// isKnownView reports whether the session already has the view. If the id is already used by another view or session,
// the error is a fault of kind Conflict.
func isKnownView(ctx context.Context, tx *Tx, v *session.View) (bool, error) {
	var of string
	err := tx.QueryRowContext(ctx, `SELECT session_id FROM session_view WHERE id = ? UNION ALL SELECT '' FROM viewing_session WHERE id = ?`,
		v.ID, v.ID).Scan(&of)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return false, nil
	case err == nil && of != v.SessionID:
		return false, fault.New(fault.Conflict, "The id of the view is already used. Generate a new one.")
	}
	return err == nil, err
}

// explainClosed returns the reason why a session cannot be opened if err is [sql.ErrNoRows], which means that no
// session that can be opened was found. It returns other errors unchanged.
func explainClosed(ctx context.Context, tx *Tx, id string, err error) error {
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	var ended, shown bool
	err = tx.QueryRowContext(ctx,
		`SELECT ended_at IS NOT NULL, EXISTS (SELECT 1 FROM document WHERE id = viewing_session.document_id AND deleted_at = 0)
		FROM viewing_session WHERE id = ?`, id).Scan(&ended, &shown)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return errNoSession
	case err != nil:
		return err
	case !shown:
		return session.ErrDeleted
	case ended:
		return session.ErrEnded
	}
	return session.ErrUsedUp
}

// recordOpened records the event that a session was opened, at most once in each period of [session.NotifyInterval].
func recordOpened(ctx context.Context, tx *Tx, s *session.Session, v *session.View) error {
	now := v.OpenedAt.UnixMilli()
	result, err := tx.ExecContext(ctx, `UPDATE viewing_session SET told_at = ? WHERE id = ? AND told_at <= ?`,
		now, s.ID, now-session.NotifyInterval.Milliseconds())
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); n == 0 || err != nil {
		return err
	}
	var webhook sealedurl.URL
	if err := tx.QueryRowContext(ctx, `SELECT webhook_url FROM document WHERE id = ?`, s.DocumentID).Scan(&webhook); err != nil {
		return err
	}
	return createEvents(ctx, tx, []event.Event{session.OpenedEvent(s, v, webhook)})
}

const viewColumns = `id, session_id, opened_at, seconds, pages`

// FindView implements [session.Store].
func (r Sessions) FindView(ctx context.Context, id string) (session.View, error) {
	v, err := scanView(r.read.QueryRowContext(withoutCancel(ctx), `SELECT `+viewColumns+` FROM session_view WHERE id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return v, errNoSession
	}
	if err != nil {
		return v, fmt.Errorf("find view: %w", err)
	}
	return v, nil
}

// SaveReading implements [session.Store].
func (r Sessions) SaveReading(ctx context.Context, view string, reading session.Reading) error {
	pages := reading.Pages
	if pages == nil {
		pages = [][2]int{}
	}
	return r.updateNonDurable(ctx, func(tx *Tx) error {
		result, err := tx.ExecContext(ctx, `UPDATE session_view SET seconds = ?, pages = ? WHERE id = ?`,
			reading.Seconds, jsonText(pages), view)
		if err != nil {
			return fmt.Errorf("save reading: %w", err)
		}
		return checkRowChanged(result, errNoSession)
	})
}

// ListViews implements [session.Store].
func (r Sessions) ListViews(ctx context.Context, id string) ([]session.View, error) {
	rows, err := r.read.QueryContext(ctx, `SELECT `+viewColumns+` FROM
		(SELECT `+viewColumns+` FROM session_view WHERE session_id = ? ORDER BY opened_at DESC, id DESC LIMIT ?) AS newest
		ORDER BY opened_at, id`, id, session.KeptViews)
	if err != nil {
		return nil, fmt.Errorf("list views: %w", err)
	}
	defer rows.Close()
	var views []session.View
	for rows.Next() {
		v, err := scanView(rows)
		if err != nil {
			return nil, fmt.Errorf("list views: %w", err)
		}
		views = append(views, v)
	}
	return views, rows.Err()
}

func scanView(row scanner) (v session.View, err error) {
	var opened int64
	var pages []byte
	if err := row.Scan(&v.ID, &v.SessionID, &opened, &v.Seconds, &pages); err != nil {
		return v, err
	}
	v.OpenedAt = time.UnixMilli(opened).UTC()
	return v, json.Unmarshal(pages, &v.Pages)
}

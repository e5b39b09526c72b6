package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"lectern/backend/event"
	"lectern/backend/fault"
	"lectern/backend/session"
)

// AddView implements [session.Store].
func (db *DB) AddView(ctx context.Context, v session.View, lasting bool) (s session.Session, err error) {
	err = db.commit(ctx, lasting, func(tx *Tx) error {
		s, err = scanSession(tx.QueryRowContext(ctx, `UPDATE viewing_session SET views = views + 1
			WHERE id = ? AND (max_views = 0 OR views < max_views) RETURNING `+sessionColumns, v.SessionID))
		if errors.Is(err, sql.ErrNoRows) {
			return fault.New(fault.Gone, "This viewing session has been opened as often as it may be.")
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO session_view (id, session_id, opened_at, seconds, pages) VALUES (?, ?, ?, 0, '[]')`,
				v.ID, v.SessionID, v.OpenedAt.UnixMilli())
		}
		if err == nil && s.Notify {
			err = tx.tellOpened(ctx, &s, &v)
		}
		if err != nil {
			return fmt.Errorf("add view: %w", err)
		}
		return nil
	})
	return s, err
}

// tellOpened tells those who follow the document that somebody reads it.
func (tx *Tx) tellOpened(ctx context.Context, s *session.Session, v *session.View) error {
	var webhook string
	if err := tx.QueryRowContext(ctx, `SELECT webhook_url FROM document WHERE id = ?`, s.DocumentID).Scan(&webhook); err != nil {
		return err
	}
	return tx.addEvents(ctx, []event.Event{session.Opened(s, v, webhook)})
}

const viewColumns = `id, session_id, opened_at, seconds, pages`

// FindView implements [session.Store].
func (db *DB) FindView(ctx context.Context, id string) (session.View, error) {
	v, err := scanView(db.read.QueryRowContext(brief(ctx), `SELECT `+viewColumns+` FROM session_view WHERE id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return v, fault.New(fault.NotFound, "There is no such viewing session.")
	}
	if err != nil {
		return v, fmt.Errorf("find view: %w", err)
	}
	return v, nil
}

// SaveReading implements [session.Store].
func (db *DB) SaveReading(ctx context.Context, view string, r session.Reading) error {
	pages := r.Pages
	if pages == nil {
		pages = [][2]int{}
	}
	return db.updateSoon(ctx, func(tx *Tx) error {
		result, err := tx.ExecContext(ctx, `UPDATE session_view SET seconds = ?, pages = ? WHERE id = ?`,
			int64(r.Time/time.Second), jsonText(pages), view)
		if err != nil {
			return fmt.Errorf("save reading: %w", err)
		}
		return foundOne(result, "There is no such viewing session.")
	})
}

// ListViews implements [session.Store].
func (db *DB) ListViews(ctx context.Context, id string) ([]session.View, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT `+viewColumns+` FROM session_view WHERE session_id = ? ORDER BY opened_at, id`, id)
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
	var opened, seconds int64
	var pages []byte
	if err := row.Scan(&v.ID, &v.SessionID, &opened, &seconds, &pages); err != nil {
		return v, err
	}
	v.OpenedAt, v.Time = time.UnixMilli(opened).UTC(), time.Duration(seconds)*time.Second
	return v, json.Unmarshal(pages, &v.Pages)
}

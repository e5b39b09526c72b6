package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"lectern/backend/audit"
)

// Audit stores the audit log. It implements [audit.Store].
type Audit struct{ *database }

// CreateAudit implements [audit.Store]. It does not wait until the entries are on disk. A killed process loses none of
// them; a power failure can lose the newest entries.
func (r Audit) CreateAudit(ctx context.Context, entries ...audit.Entry) error {
	return r.updateNonDurable(ctx, func(tx *Tx) error { return createAuditEntries(ctx, tx, entries...) })
}

func createAuditEntries(ctx context.Context, tx *Tx, entries ...audit.Entry) error {
	var last int64
	if err := tx.QueryRowContext(ctx, `SELECT COALESCE(MAX(id), 0) FROM audit`).Scan(&last); err != nil {
		return fmt.Errorf("create audit entry: %w", err)
	}
	for i, entry := range entries {
		entry.Number = last + 1 + int64(i)
		if err := createAuditEntry(ctx, tx, &entry); err != nil {
			return fmt.Errorf("create audit entry: %w", err)
		}
	}
	return nil
}

func createAuditEntry(ctx context.Context, tx *Tx, e *audit.Entry) error {
	err := tx.execDeferred(ctx,
		`INSERT INTO audit (id, at, key_id, key_name, action, status, remote, request) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		e.Number, e.At.UnixMilli(), e.KeyID, e.KeyName, e.Action, e.Status, e.Remote, e.Request)
	if err != nil {
		return err
	}
	for place, object := range e.Objects {
		err := tx.execDeferred(ctx, `INSERT INTO audit_object (object, audit_id, place) VALUES (?, ?, ?)`, object, e.Number, place)
		if err != nil {
			return err
		}
	}
	return nil
}

// ListAudit implements [audit.Store].
func (r Audit) ListAudit(ctx context.Context, s audit.Selection) ([]audit.Entry, error) {
	query, arguments := auditQuery(s)
	rows, err := r.read.QueryContext(ctx, query, arguments...)
	if err != nil {
		return nil, fmt.Errorf("list audit: %w", err)
	}
	defer rows.Close()
	var found []audit.Entry
	for rows.Next() {
		var e audit.Entry
		var at int64
		if err := rows.Scan(&e.Number, &at, &e.KeyID, &e.KeyName, &e.Action, &e.Status, &e.Remote, &e.Request); err != nil {
			return nil, fmt.Errorf("list audit: %w", err)
		}
		e.At = time.UnixMilli(at).UTC()
		found = append(found, e)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list audit: %w", err)
	}
	return found, r.findObjects(ctx, found)
}

func auditQuery(s audit.Selection) (query string, arguments []any) {
	var where []string
	narrow := func(condition string, value any) {
		where, arguments = append(where, condition), append(arguments, value)
	}
	if s.Object != "" {
		narrow("id IN (SELECT audit_id FROM audit_object WHERE object = ?)", s.Object)
	}
	if s.KeyID != "" {
		narrow("key_id = ?", s.KeyID)
	}
	if s.Action != "" {
		narrow("action = ?", s.Action)
	}
	if !s.Since.IsZero() {
		narrow("at >= ?", s.Since.UnixMilli())
	}
	if !s.Until.IsZero() {
		narrow("at < ?", s.Until.UnixMilli())
	}
	if s.Before != 0 {
		narrow("id < ?", s.Before)
	}
	query = `SELECT id, at, key_id, key_name, action, status, remote, request FROM audit`
	if len(where) > 0 {
		query += ` WHERE ` + strings.Join(where, " AND ")
	}
	return query + ` ORDER BY id DESC LIMIT ?`, append(arguments, s.Limit)
}

// findObjects reads the objects of audit entries, such as the ids of documents, and adds them to the entries.
func (r Audit) findObjects(ctx context.Context, entries []audit.Entry) error {
	if len(entries) == 0 {
		return nil
	}
	place := make(map[int64]*audit.Entry, len(entries))
	var numbers []any
	for i := range entries {
		place[entries[i].Number] = &entries[i]
		numbers = append(numbers, entries[i].Number)
	}
	rows, err := r.read.QueryContext(ctx, `SELECT audit_id, object FROM audit_object
		WHERE audit_id IN (`+placeholders(len(numbers))+`) ORDER BY audit_id, place`, numbers...)
	if err != nil {
		return fmt.Errorf("find objects: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var number int64
		var object string
		if err := rows.Scan(&number, &object); err != nil {
			return fmt.Errorf("find objects: %w", err)
		}
		place[number].Objects = append(place[number].Objects, object)
	}
	return rows.Err()
}

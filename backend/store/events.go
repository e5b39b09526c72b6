package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/url"
	"time"

	"lectern/backend/event"
	"lectern/backend/internal/notify"
	"lectern/backend/internal/sealedurl"
)

// Events stores events. It implements [event.Store].
type Events struct{ *database }

// Stored implements [event.Store].
func (r Events) Stored() *notify.Signal { return &r.stored }

// Due implements [webhook.Store].
func (r Webhooks) Due() *notify.Signal { return &r.due }

// createEvents records events in a transaction. When it is committed, goroutines that wait for events are woken.
func createEvents(ctx context.Context, tx *Tx, events []event.Event) error {
	for i := range events {
		if err := createEvent(ctx, tx, &events[i]); err != nil {
			return fmt.Errorf("add event: %w", err)
		}
	}
	tx.Events = tx.Events || len(events) > 0
	return nil
}

func createEvent(ctx context.Context, tx *Tx, e *event.Event) error {
	address, err := findReceiver(ctx, tx, e)
	if err != nil {
		return err
	}
	data, err := json.Marshal(e.Data)
	if err != nil {
		return err
	}
	err = tx.execDeferred(ctx, `INSERT INTO event (type, document_id, data, triggered_at, url) VALUES (?, ?, ?, ?, ?)`,
		e.Type, e.Document, string(data), e.TriggeredAt.UnixMilli(), address)
	if err != nil || address == "" {
		return err
	}
	return openLane(ctx, tx, e.Document, address, time.Now())
}

// findReceiver returns the webhook address of an event. It returns "" if the event has no webhook, or if the receiver
// has responded that it is gone (410).
func findReceiver(ctx context.Context, tx *Tx, e *event.Event) (sealedurl.URL, error) {
	if e.URL == "" {
		return "", nil
	}
	var gone bool
	err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM webhook_gone WHERE document_id = ? AND url = ?)`,
		e.Document, e.URL).Scan(&gone)
	if err != nil || gone {
		return "", err
	}
	return e.URL, nil
}

// openLane opens the lane of a document, which is its queue of webhook deliveries, so that its events are delivered. It
// does nothing if the lane is open.
func openLane(ctx context.Context, tx *Tx, document string, address sealedurl.URL, due time.Time) error {
	result, err := tx.ExecContext(ctx, `INSERT INTO webhook_lane (document_id, host, due_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
		document, host(address), due.UnixMilli())
	if err != nil {
		return err
	}
	opened, err := result.RowsAffected()
	tx.Due = tx.Due || opened > 0
	return err
}

// host returns the host of an address, with the port if the address has one.
func host(address sealedurl.URL) string {
	u, err := url.Parse(address.Redacted())
	if err != nil {
		return ""
	}
	return u.Host
}

// LastEvent implements [event.Store].
func (r Events) LastEvent(ctx context.Context) (last int64, err error) {
	err = r.read.QueryRowContext(withoutCancel(ctx), `SELECT COALESCE(MAX(id), 0) FROM event`).Scan(&last)
	if err != nil {
		return 0, fmt.Errorf("find last event: %w", err)
	}
	return last, nil
}

// ListEvents implements [event.Store].
func (r Events) ListEvents(ctx context.Context, after, last int64, f event.Filter, limit int) ([]event.Event, error) {
	query, arguments := `SELECT `+eventColumns+` FROM event WHERE id > ? AND id <= ?`, []any{after, last}
	if f.Document != "" {
		query, arguments = query+` AND document_id = ?`, append(arguments, f.Document)
	}
	if f.Type != "" {
		query, arguments = query+` AND type = ?`, append(arguments, f.Type)
	}
	rows, err := r.read.QueryContext(ctx, query+` ORDER BY id LIMIT ?`, append(arguments, limit)...)
	if err != nil {
		return nil, fmt.Errorf("list events: %w", err)
	}
	return scanEvents(rows)
}

const eventColumns = `id, type, document_id, data, triggered_at, url`

func scanEvents(rows *sql.Rows) (events []event.Event, err error) {
	defer rows.Close()
	for rows.Next() {
		var e event.Event
		var data []byte
		var at int64
		if err := rows.Scan(&e.ID, &e.Type, &e.Document, &data, &at, &e.URL); err != nil {
			return nil, fmt.Errorf("read event: %w", err)
		}
		if err := json.Unmarshal(data, &e.Data); err != nil {
			return nil, fmt.Errorf("read event %d: %w", e.ID, err)
		}
		e.TriggeredAt = time.UnixMilli(at).UTC()
		events = append(events, e)
	}
	return events, rows.Err()
}

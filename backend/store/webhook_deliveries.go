package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"lectern/backend/event"
	"lectern/backend/internal/fault"
	"lectern/backend/webhook"
)

const deliveryColumns = `number, id, document_id, url, types, body, state, created_at, tries, next_at, ended_at`

func createDelivery(ctx context.Context, tx *Tx, d *webhook.Delivery) error {
	return tx.QueryRowContext(ctx, `INSERT INTO webhook_delivery (id, document_id, url, types, body, state, created_at, tries, ended_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`,
		d.ID, d.DocumentID, d.URL, joinTypes(d.Types), d.Body, d.State, d.CreatedAt.UnixMilli(), d.Tries, toMilli(d.EndedAt)).Scan(&d.Number)
}

func createAttempt(ctx context.Context, tx *Tx, d *webhook.Delivery, a webhook.Attempt) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO webhook_attempt (delivery, at, status, error, ms, answer) VALUES (?, ?, ?, ?, ?, ?)`,
		d.Number, a.At.UnixMilli(), a.Status, a.Error, a.Took.Milliseconds(), a.Answer)
	return err
}

// RecordReplay implements [webhook.Store].
func (r Webhooks) RecordReplay(ctx context.Context, d *webhook.Delivery, a webhook.Attempt) error {
	return r.update(ctx, func(tx *Tx) error {
		err := createAttempt(ctx, tx, d, a)
		if err == nil && a.Error == "" {
			_, err = tx.ExecContext(ctx, `UPDATE webhook_delivery SET state = ?, ended_at = ? WHERE number = ?`,
				webhook.Delivered, time.Now().UnixMilli(), d.Number)
		}
		if err != nil {
			return fmt.Errorf("record replay: %w", err)
		}
		return nil
	})
}

// FindDelivery implements [webhook.Store].
func (r Webhooks) FindDelivery(ctx context.Context, id string) (webhook.Delivery, error) {
	d, err := findDelivery(r.read.QueryRowContext(ctx, `SELECT `+deliveryColumns+` FROM webhook_delivery WHERE id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return d, fault.New(fault.NotFound, "There is no delivery %q.", id)
	}
	if err != nil {
		return d, fmt.Errorf("find delivery: %w", err)
	}
	found := []webhook.Delivery{d}
	err = r.findAttempts(ctx, found)
	return found[0], err
}

func findDelivery(row scanner) (d webhook.Delivery, err error) {
	var types string
	var created int64
	var next, ended sql.NullInt64
	err = row.Scan(&d.Number, &d.ID, &d.DocumentID, &d.URL, &types, &d.Body, &d.State, &created, &d.Tries, &next, &ended)
	if err != nil {
		return d, err
	}
	d.Types, d.CreatedAt, d.NextAt, d.EndedAt = splitTypes(types), time.UnixMilli(created).UTC(), fromMilli(next), fromMilli(ended)
	return d, nil
}

// ListDeliveries implements [webhook.Store].
func (r Webhooks) ListDeliveries(ctx context.Context, s webhook.Selection) ([]webhook.Delivery, error) {
	var where []string
	var arguments []any
	narrow := func(condition string, value any) {
		where, arguments = append(where, condition), append(arguments, value)
	}
	if s.DocumentID != "" {
		narrow("document_id = ?", s.DocumentID)
	}
	if s.State != "" {
		narrow("state = ?", s.State)
	}
	if s.After != 0 {
		narrow("number < ?", s.After)
	}
	query := `SELECT ` + deliveryColumns + ` FROM webhook_delivery`
	if len(where) > 0 {
		query += ` WHERE ` + strings.Join(where, " AND ")
	}
	found, err := r.readDeliveries(ctx, query+` ORDER BY number DESC LIMIT ?`, append(arguments, s.Limit)...)
	if err == nil {
		err = r.findAttempts(ctx, found)
	}
	return found, err
}

func (r Webhooks) readDeliveries(ctx context.Context, query string, arguments ...any) ([]webhook.Delivery, error) {
	rows, err := r.read.QueryContext(ctx, query, arguments...)
	if err != nil {
		return nil, fmt.Errorf("list deliveries: %w", err)
	}
	defer rows.Close()
	var found []webhook.Delivery
	for rows.Next() {
		d, err := findDelivery(rows)
		if err != nil {
			return nil, fmt.Errorf("list deliveries: %w", err)
		}
		found = append(found, d)
	}
	return found, rows.Err()
}

// findAttempts adds to deliveries their attempts.
func (r Webhooks) findAttempts(ctx context.Context, deliveries []webhook.Delivery) error {
	if len(deliveries) == 0 {
		return nil
	}
	place := make(map[int64]*webhook.Delivery, len(deliveries))
	var numbers []any
	for i := range deliveries {
		place[deliveries[i].Number] = &deliveries[i]
		numbers = append(numbers, deliveries[i].Number)
	}
	rows, err := r.read.QueryContext(ctx, `SELECT delivery, at, status, error, ms, answer FROM webhook_attempt
		WHERE delivery IN (`+placeholders(len(numbers))+`) ORDER BY id`, numbers...)
	if err != nil {
		return fmt.Errorf("find attempts: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var number, at, ms int64
		var a webhook.Attempt
		if err := rows.Scan(&number, &at, &a.Status, &a.Error, &ms, &a.Answer); err != nil {
			return fmt.Errorf("find attempts: %w", err)
		}
		a.At, a.Took = time.UnixMilli(at).UTC(), time.Duration(ms)*time.Millisecond
		place[number].Attempts = append(place[number].Attempts, a)
	}
	return rows.Err()
}

func joinTypes(types []event.Type) string {
	texts := make([]string, len(types))
	for i, kind := range types {
		texts[i] = string(kind)
	}
	return strings.Join(texts, ",")
}

func splitTypes(text string) (types []event.Type) {
	for kind := range strings.SplitSeq(text, ",") {
		types = append(types, event.Type(kind))
	}
	return types
}

// ListSecrets implements [webhook.Store].
func (r Webhooks) ListSecrets(ctx context.Context, now time.Time) ([]webhook.SealedSecret, error) {
	rows, err := r.read.QueryContext(ctx, `SELECT sealed, valid_until FROM webhook_secret
		WHERE valid_until IS NULL OR valid_until > ? ORDER BY id DESC`, now.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("list webhook secrets: %w", err)
	}
	defer rows.Close()
	var secrets []webhook.SealedSecret
	for rows.Next() {
		var secret webhook.SealedSecret
		var until sql.NullInt64
		if err := rows.Scan(&secret.Sealed, &until); err != nil {
			return nil, fmt.Errorf("list webhook secrets: %w", err)
		}
		secret.ValidUntil = fromMilli(until)
		secrets = append(secrets, secret)
	}
	return secrets, rows.Err()
}

// AddSecret implements [webhook.Store].
func (r Webhooks) AddSecret(ctx context.Context, sealed []byte, until time.Time) error {
	return r.update(ctx, func(tx *Tx) error {
		_, forget := tx.ExecContext(ctx, `DELETE FROM webhook_secret WHERE valid_until IS NOT NULL`)
		_, end := tx.ExecContext(ctx, `UPDATE webhook_secret SET valid_until = ? WHERE valid_until IS NULL`, until.UnixMilli())
		_, add := tx.ExecContext(ctx, `INSERT INTO webhook_secret (sealed) VALUES (?)`, sealed)
		if err := errors.Join(forget, end, add); err != nil {
			return fmt.Errorf("add webhook secret: %w", err)
		}
		return nil
	})
}

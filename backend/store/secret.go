package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"lectern/backend/webhook"
)

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

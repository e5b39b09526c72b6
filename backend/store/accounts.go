package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"lectern/backend/account"
	"lectern/backend/internal/fault"
	"lectern/backend/store/engine"
)

// Accounts stores API keys. It implements [account.Store].
type Accounts struct{ *database }

const keyColumns = `id, name, hash, role, created_at, expires_at, revoked_at, last_used_at`

// CreateKey implements [account.Store].
func (r Accounts) CreateKey(ctx context.Context, key account.Key) error {
	return r.update(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO api_key (id, name, hash, role, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)`,
			key.ID, key.Name, key.Hash, key.Role, key.CreatedAt.UnixMilli(), toMilli(key.ExpiresAt))
		if err != nil {
			return fmt.Errorf("create key: %w", err)
		}
		return nil
	})
}

// FindKey implements [account.Store].
func (r Accounts) FindKey(ctx context.Context, hash string) (account.Key, error) {
	key, err := scanKey(r.read.QueryRowContext(withoutCancel(ctx), `SELECT `+keyColumns+` FROM api_key WHERE hash = ?`, hash))
	if errors.Is(err, sql.ErrNoRows) {
		return key, fault.New(fault.NotFound, "There is no such key.")
	}
	if err != nil {
		return key, fmt.Errorf("find key: %w", err)
	}
	return key, nil
}

// ListKeys implements [account.Store].
func (r Accounts) ListKeys(ctx context.Context, at time.Time, id string, limit int) ([]account.Key, error) {
	rows, err := r.read.QueryContext(ctx, `SELECT `+keyColumns+
		` FROM api_key WHERE (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT ?`,
		at.UnixMilli(), id, limit)
	if err != nil {
		return nil, fmt.Errorf("list keys: %w", err)
	}
	defer rows.Close()
	var keys []account.Key
	for rows.Next() {
		key, err := scanKey(rows)
		if err != nil {
			return nil, fmt.Errorf("list keys: %w", err)
		}
		keys = append(keys, key)
	}
	return keys, rows.Err()
}

// ListKeyNames implements [account.Store].
func (r Accounts) ListKeyNames(ctx context.Context, ids []string) (map[string]string, error) {
	names := make(map[string]string, len(ids))
	for some := range slices.Chunk(ids, nameBatch) {
		if err := r.nameKeys(ctx, names, some); err != nil {
			return nil, fmt.Errorf("find the names of keys: %w", err)
		}
	}
	return names, nil
}

// nameBatch is the maximum number of keys that one query looks up.
const nameBatch = 500

func (r Accounts) nameKeys(ctx context.Context, names map[string]string, ids []string) error {
	arguments := make([]any, len(ids))
	for i, id := range ids {
		arguments[i] = id
	}
	rows, err := r.read.QueryContext(ctx, `SELECT id, name FROM api_key WHERE id IN (`+placeholders(len(ids))+`)`, arguments...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id, name string
		if err := rows.Scan(&id, &name); err != nil {
			return err
		}
		names[id] = name
	}
	return rows.Err()
}

// RevokeKey implements [account.Store].
func (r Accounts) RevokeKey(ctx context.Context, id string, at time.Time, keepSessions bool) (sessionIDs []string, err error) {
	err = r.update(ctx, func(tx *Tx) error {
		result, err := tx.ExecContext(ctx,
			`UPDATE api_key SET revoked_at = COALESCE(revoked_at, ?) WHERE id = ?`, at.UnixMilli(), id)
		if err != nil {
			return fmt.Errorf("revoke key: %w", err)
		}
		if err := checkRowChanged(result, fault.New(fault.NotFound, "There is no key %q.", id)); err != nil {
			return err
		}
		if keepSessions {
			return nil
		}
		if sessionIDs, err = endSessionsOfKey(ctx, tx, id, at); err != nil {
			return fmt.Errorf("revoke key: %w", err)
		}
		return nil
	})
	return sessionIDs, err
}

// endSessionsOfKey ends the active sessions that an API key has created, and returns their ids.
func endSessionsOfKey(ctx context.Context, tx *Tx, maker string, at time.Time) (sessionIDs []string, err error) {
	return engine.ListStrings(ctx, tx, `UPDATE viewing_session SET ended_at = ?
		WHERE maker = ? AND ended_at IS NULL AND expires_at > ? RETURNING id`, at.UnixMilli(), maker, at.UnixMilli())
}

// SaveKeyUses implements [account.Store].
func (r Accounts) SaveKeyUses(ctx context.Context, used map[string]time.Time) error {
	return r.updateNonDurable(ctx, func(tx *Tx) error {
		for id, at := range used {
			if _, err := tx.ExecContext(ctx, `UPDATE api_key SET last_used_at = ? WHERE id = ?`, at.UnixMilli(), id); err != nil {
				return fmt.Errorf("record the use of keys: %w", err)
			}
		}
		return nil
	})
}

func scanKey(row scanner) (key account.Key, err error) {
	var created int64
	var expires, revoked, used sql.NullInt64
	if err := row.Scan(&key.ID, &key.Name, &key.Hash, &key.Role, &created, &expires, &revoked, &used); err != nil {
		return key, err
	}
	key.CreatedAt = time.UnixMilli(created).UTC()
	key.ExpiresAt, key.RevokedAt, key.UsedAt = fromMilli(expires), fromMilli(revoked), fromMilli(used)
	return key, nil
}

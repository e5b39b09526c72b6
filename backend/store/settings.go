package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"lectern/backend/store/sqlite"
)

// Settings stores the settings that differ from their defaults. It implements [settings.Store].
type Settings struct{ *database }

// FindSettings implements [settings.Store].
func (r Settings) FindSettings(ctx context.Context) (map[string]json.RawMessage, error) {
	rows, err := r.read.QueryContext(ctx, `SELECT name, value FROM setting`)
	if err != nil {
		return nil, fmt.Errorf("find settings: %w", err)
	}
	defer rows.Close()
	changed := make(map[string]json.RawMessage)
	for rows.Next() {
		var name, value string
		if err := rows.Scan(&name, &value); err != nil {
			return nil, fmt.Errorf("find settings: %w", err)
		}
		changed[name] = json.RawMessage(value)
	}
	return changed, rows.Err()
}

// PeekSetting gives the JSON of a setting in the database at a path, which is left as it is, of
// whatever version, and be a server running on it or not; "" where the setting was not changed.
func PeekSetting(ctx context.Context, path, name string) (value string, err error) {
	db, err := sql.Open("sqlite3", sqlite.DSN(path, "mode=ro"))
	if err != nil {
		return "", err
	}
	err = db.QueryRowContext(ctx, `SELECT value FROM setting WHERE name = ?`, name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return value, errors.Join(err, db.Close())
}

// SaveSettings implements [settings.Store].
func (r Settings) SaveSettings(ctx context.Context, changed map[string]json.RawMessage) error {
	return r.update(ctx, func(tx *Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM setting`); err != nil {
			return fmt.Errorf("save settings: %w", err)
		}
		for name, value := range changed {
			if _, err := tx.ExecContext(ctx, `INSERT INTO setting (name, value) VALUES (?, ?)`, name, string(value)); err != nil {
				return fmt.Errorf("save settings: %w", err)
			}
		}
		return nil
	})
}

package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/property"
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

// PeekSetting returns the JSON of a setting in the database at a path, or "" if the setting has its default. The
// database may have any version and may be in use.
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

// ViewerSettings stores profiles and themes. It implements [property.Store].
type ViewerSettings struct{ *database }

const setColumns = `name, updated_at, properties`

// SaveSet implements [property.Store].
func (r ViewerSettings) SaveSet(ctx context.Context, noun string, set property.Set, allow func(present *property.Set) error) error {
	properties, err := json.Marshal(set.Values)
	if err != nil {
		return fmt.Errorf("save %s: %w", noun, err)
	}
	return r.update(ctx, func(tx *Tx) error {
		present, err := findStoredSet(ctx, tx, noun, set.Name)
		if err == nil {
			err = allow(present)
		}
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO viewer_setting (noun, `+setColumns+`) VALUES (?, ?, ?, ?)
			ON CONFLICT (noun, name) DO UPDATE SET updated_at = excluded.updated_at, properties = excluded.properties`,
			noun, set.Name, set.UpdatedAt.UnixMilli(), string(properties))
		return err
	})
}

// findStoredSet returns the stored profile or theme with a name, or nil if there is none.
func findStoredSet(ctx context.Context, tx *Tx, noun, name string) (*property.Set, error) {
	set, err := scanSet(tx.QueryRowContext(ctx, `SELECT `+setColumns+` FROM viewer_setting WHERE noun = ? AND name = ?`, noun, name))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &set, err
}

// FindSet implements [property.Store].
func (r ViewerSettings) FindSet(ctx context.Context, noun, name string) (property.Set, error) {
	set, err := scanSet(r.read.QueryRowContext(withoutCancel(ctx),
		`SELECT `+setColumns+` FROM viewer_setting WHERE noun = ? AND name = ?`, noun, name))
	if errors.Is(err, sql.ErrNoRows) {
		return set, fault.New(fault.NotFound, "There is no %s %q.", noun, name)
	}
	if err != nil {
		return set, fmt.Errorf("find %s: %w", noun, err)
	}
	return set, nil
}

// ListSets implements [property.Store].
func (r ViewerSettings) ListSets(ctx context.Context, noun, after string, limit int) (sets []property.Set, more bool, err error) {
	rows, err := r.read.QueryContext(ctx, `SELECT `+setColumns+` FROM viewer_setting WHERE noun = ? AND name > ? ORDER BY name LIMIT ?`, noun,
		after, limit+1)
	if err != nil {
		return nil, false, fmt.Errorf("list %ss: %w", noun, err)
	}
	defer rows.Close()
	for size := 0; rows.Next(); {
		if len(sets) == limit || size > maxListed {
			return sets, true, nil
		}
		set, err := scanSet(rows)
		if err != nil {
			return nil, false, fmt.Errorf("list %ss: %w", noun, err)
		}
		sets, size = append(sets, set), size+set.Bytes
	}
	return sets, false, rows.Err()
}

// maxListed is the total size in bytes after which a list of profiles or themes is cut off. The limit is needed because
// profiles and themes may contain pictures.
const maxListed = 16 << 20

// namingSets are the tables with columns for the names of a profile and a theme.
var namingSets = []string{"viewing_session", "document"}

// RenameSet implements [property.Store].
func (r ViewerSettings) RenameSet(ctx context.Context, noun, name, to string) error {
	return r.update(ctx, func(tx *Tx) error {
		var taken bool
		if err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM viewer_setting WHERE noun = ? AND name = ?)`, noun, to).
			Scan(&taken); err != nil {
			return fmt.Errorf("rename %s: %w", noun, err)
		}
		if taken {
			return fault.New(fault.Conflict, "There is a %s %q already.", noun, to)
		}
		result, err := tx.ExecContext(ctx, `UPDATE viewer_setting SET name = ? WHERE noun = ? AND name = ?`, to, noun, name)
		if err != nil {
			return fmt.Errorf("rename %s: %w", noun, err)
		}
		for _, table := range namingSets { // the noun, profile or theme, is also the name of the column
			if _, err := tx.ExecContext(ctx, `UPDATE `+table+` SET `+noun+` = ? WHERE `+noun+` = ?`, to, name); err != nil {
				return fmt.Errorf("rename %s: %w", noun, err)
			}
		}
		if err := renameInFolders(ctx, tx, noun, name, to); err != nil {
			return fmt.Errorf("rename %s: %w", noun, err)
		}
		return checkRowChanged(result, fault.New(fault.NotFound, "There is no %s %q.", noun, name))
	})
}

// renameInFolders replaces the name of a profile or theme in the settings of watched folders.
func renameInFolders(ctx context.Context, tx *Tx, noun, name, to string) error {
	changed, err := listRenamedFolders(ctx, tx, noun, name, to)
	for id, settings := range changed {
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE folder SET settings = ? WHERE id = ?`, settings, id)
		}
	}
	return err
}

// listRenamedFolders returns the settings of the watched folders that use a profile or theme, with its name already
// replaced by the new one. The settings are JSON, by folder id.
func listRenamedFolders(ctx context.Context, tx *Tx, noun, name, to string) (map[string]string, error) {
	rows, err := tx.QueryContext(ctx, `SELECT id, settings FROM folder`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	changed := map[string]string{}
	for rows.Next() {
		var id string
		var text []byte
		if err := rows.Scan(&id, &text); err != nil {
			return nil, err
		}
		var settings map[string]any
		if err := json.Unmarshal(text, &settings); err != nil {
			return nil, err
		}
		if settings[noun] == name {
			settings[noun] = to
			changed[id] = jsonText(settings)
		}
	}
	return changed, rows.Err()
}

// DeleteSet implements [property.Store].
func (r ViewerSettings) DeleteSet(ctx context.Context, noun, name string) error {
	return r.update(ctx, func(tx *Tx) error {
		result, err := tx.ExecContext(ctx, `DELETE FROM viewer_setting WHERE noun = ? AND name = ?`, noun, name)
		if err != nil {
			return fmt.Errorf("delete %s: %w", noun, err)
		}
		return checkRowChanged(result, fault.New(fault.NotFound, "There is no %s %q.", noun, name))
	})
}

func scanSet(row scanner) (set property.Set, err error) {
	var updated int64
	var properties []byte
	if err := row.Scan(&set.Name, &updated, &properties); err != nil {
		return set, err
	}
	set.UpdatedAt = time.UnixMilli(updated).UTC()
	set.Bytes = len(properties)
	set.Values, err = property.ParseStored(properties)
	return set, err
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/template"
)

// ListData implements [template.DataStore].
func (r Templates) ListData(ctx context.Context, id string) ([]template.Data, error) {
	found, err := r.readData(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("list template data: %w", err)
	}
	return found, nil
}

func (r Templates) readData(ctx context.Context, id string) (found []template.Data, err error) {
	rows, err := r.read.QueryContext(ctx, `SELECT name, changed_at FROM template_data WHERE template_id = ? ORDER BY name`, id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var d template.Data
		var changed int64
		if err := rows.Scan(&d.Name, &changed); err != nil {
			return nil, err
		}
		d.ChangedAt = time.UnixMilli(changed).UTC()
		found = append(found, d)
	}
	return found, rows.Err()
}

// FindData implements [template.DataStore].
func (r Templates) FindData(ctx context.Context, id, name string) (template.Data, error) {
	d := template.Data{Name: name}
	var changed int64
	err := r.read.QueryRowContext(ctx, `SELECT params, changed_at FROM template_data WHERE template_id = ? AND name = ?`, id, name).
		Scan(&d.Params, &changed)
	if errors.Is(err, sql.ErrNoRows) {
		return d, errNoData(name)
	}
	if err != nil {
		return d, fmt.Errorf("find template data: %w", err)
	}
	d.ChangedAt = time.UnixMilli(changed).UTC()
	return d, nil
}

func errNoData(name string) error {
	return fault.New(fault.NotFound, "The template has no set of parameters named %q.", name)
}

// SaveData implements [template.DataStore].
func (r Templates) SaveData(ctx context.Context, id string, d template.Data, most int) error {
	return r.update(ctx, func(tx *Tx) error {
		if _, err := findTemplate(ctx, tx, id); err != nil {
			return err
		}
		var others int
		err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM template_data WHERE template_id = ? AND name <> ?`, id, d.Name).Scan(&others)
		if err != nil {
			return fmt.Errorf("count template data: %w", err)
		}
		if others >= most {
			return fault.New(fault.Conflict, "The template has %d sets of parameters, and no more than that.", most)
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO template_data (template_id, name, params, changed_at) VALUES (?, ?, ?, ?)
			ON CONFLICT (template_id, name) DO UPDATE SET params = excluded.params, changed_at = excluded.changed_at`,
			id, d.Name, d.Params, d.ChangedAt.UnixMilli())
		if err != nil {
			return fmt.Errorf("save template data: %w", err)
		}
		return nil
	})
}

// DeleteData implements [template.DataStore].
func (r Templates) DeleteData(ctx context.Context, id, name string) error {
	return r.update(ctx, func(tx *Tx) error {
		result, err := tx.ExecContext(ctx, `DELETE FROM template_data WHERE template_id = ? AND name = ?`, id, name)
		if err != nil {
			return fmt.Errorf("delete template data: %w", err)
		}
		if gone, err := result.RowsAffected(); err != nil || gone == 0 {
			return errors.Join(err, errNoData(name))
		}
		return nil
	})
}

package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"

	"lectern/backend/convert/filetype"
	"lectern/backend/internal/fault"
	"lectern/backend/template"
)

// Templates stores templates and the parameters that are kept with them. It implements [template.Store].
type Templates struct{ *database }

// CreateTemplate implements [template.Store].
func (r Templates) CreateTemplate(ctx context.Context, t template.Template) error {
	return r.update(ctx, func(tx *Tx) error {
		if err := checkTemplateName(ctx, tx, t.ID, t.Name); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO template (id, name, created_at) VALUES (?, ?, ?)`, t.ID, t.Name, t.CreatedAt.UnixMilli())
		if err == nil {
			err = createVersion(ctx, tx, t.ID, t.Newest())
		}
		if err != nil {
			return fmt.Errorf("create template: %w", err)
		}
		return nil
	})
}

// ClaimSamples implements [template.Store].
func (r Templates) ClaimSamples(ctx context.Context, now time.Time) (claimed bool, err error) {
	err = r.update(ctx, func(tx *Tx) error {
		var given bool
		if err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM sample_given), NOT EXISTS (SELECT 1 FROM template)`).
			Scan(&given, &claimed); err != nil {
			return fmt.Errorf("look for samples: %w", err)
		}
		if given {
			claimed = false
			return nil
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO sample_given (given_at) VALUES (?)`, now.UnixMilli()); err != nil {
			return fmt.Errorf("claim samples: %w", err)
		}
		return nil
	})
	return claimed, err
}

// checkTemplateName returns an error if another template has the name.
func checkTemplateName(ctx context.Context, tx *Tx, id, name string) error {
	var taken bool
	err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM template WHERE name = ? AND id <> ?)`, name, id).Scan(&taken)
	if err != nil {
		return fmt.Errorf("look for template: %w", err)
	}
	if taken {
		return fault.New(fault.Conflict, "There is already a template named %q. Post this one as a new version of it, or choose "+
			"another name.", name)
	}
	return nil
}

func createVersion(ctx context.Context, tx *Tx, id string, v template.Version) error {
	if err := useContent(ctx, tx, v.Content); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx,
		`INSERT INTO template_version (template_id, number, filename, type, main_type, size, created_at, content)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		id, v.Number, v.Filename, v.Type, v.MainType, v.Size, v.CreatedAt.UnixMilli(), v.Content)
	return err
}

// AddVersion implements [template.Store].
func (r Templates) AddVersion(ctx context.Context, id string, v template.Version, maxCount int) (t template.Template, err error) {
	err = r.update(ctx, func(tx *Tx) error {
		if t, err = findTemplate(ctx, tx, id); err != nil {
			return err
		}
		if len(t.Versions) >= maxCount {
			return fault.New(fault.Conflict, "The template has %d versions, which is the limit. Upload a new template instead.", maxCount)
		}
		v.Number = t.Newest().Number + 1
		t.Versions = append([]template.Version{v}, t.Versions...)
		if err := createVersion(ctx, tx, t.ID, v); err != nil {
			return fmt.Errorf("add version: %w", err)
		}
		return nil
	})
	return t, err
}

// FindTemplate implements [template.Store].
func (r Templates) FindTemplate(ctx context.Context, identifier string) (template.Template, error) {
	return findTemplate(ctx, r.read, identifier)
}

func findTemplate(ctx context.Context, db rowsQuerier, identifier string) (template.Template, error) {
	t, err := scanTemplate(db.QueryRowContext(ctx, `SELECT number, id, name, created_at FROM template WHERE id = ?1 OR name = ?1`, identifier))
	if errors.Is(err, sql.ErrNoRows) {
		return t, fault.New(fault.NotFound, "There is no template %q.", identifier).WithCode(fault.TemplateUnknown)
	}
	if err == nil {
		err = findVersions(ctx, db, &t)
	}
	if err != nil {
		return t, fmt.Errorf("find template: %w", err)
	}
	return t, nil
}

func scanTemplate(row scanner) (t template.Template, err error) {
	var created int64
	err = row.Scan(&t.Number, &t.ID, &t.Name, &created)
	t.CreatedAt = time.UnixMilli(created).UTC()
	return t, err
}

func findVersions(ctx context.Context, db rowsQuerier, t *template.Template) error {
	rows, err := db.QueryContext(ctx, `SELECT number, filename, type, main_type, size, created_at, content FROM template_version
		WHERE template_id = ? ORDER BY number DESC`, t.ID)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var v template.Version
		var kind, mainKind string
		var created int64
		if err := rows.Scan(&v.Number, &v.Filename, &kind, &mainKind, &v.Size, &created, &v.Content); err != nil {
			return err
		}
		v.Type, v.MainType, v.CreatedAt = filetype.Type(kind), filetype.Type(mainKind), time.UnixMilli(created).UTC()
		t.Versions = append(t.Versions, v)
	}
	return rows.Err()
}

// ListTemplates implements [template.Store].
func (r Templates) ListTemplates(ctx context.Context, after int64, limit int) ([]template.Template, error) {
	found, err := r.readTemplates(ctx, after, limit)
	for i := range found {
		if err == nil {
			err = findVersions(ctx, r.read, &found[i])
		}
	}
	if err != nil {
		return nil, fmt.Errorf("list templates: %w", err)
	}
	return found, nil
}

func (r Templates) readTemplates(ctx context.Context, after int64, limit int) (found []template.Template, err error) {
	rows, err := r.read.QueryContext(ctx, `SELECT number, id, name, created_at FROM template WHERE number < ? ORDER BY number DESC LIMIT ?`,
		cmp.Or(after, math.MaxInt64), limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		t, err := scanTemplate(rows)
		if err != nil {
			return nil, err
		}
		found = append(found, t)
	}
	return found, rows.Err()
}

// SetMainType implements [template.Store].
func (r Templates) SetMainType(ctx context.Context, id string, number int, main filetype.Type) error {
	return r.update(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE template_version SET main_type = ? WHERE template_id = ? AND number = ?`, main, id,
			number)
		return err
	})
}

// RenameTemplate implements [template.Store].
func (r Templates) RenameTemplate(ctx context.Context, id, name string) (t template.Template, err error) {
	err = r.update(ctx, func(tx *Tx) error {
		if t, err = findTemplate(ctx, tx, id); err != nil {
			return err
		}
		if err := checkTemplateName(ctx, tx, id, name); err != nil {
			return err
		}
		t.Name = name
		if _, err := tx.ExecContext(ctx, `UPDATE template SET name = ? WHERE id = ?`, name, id); err != nil {
			return fmt.Errorf("rename template: %w", err)
		}
		return nil
	})
	return t, err
}

// DeleteTemplate implements [template.Store].
func (r Templates) DeleteTemplate(ctx context.Context, id string) (t template.Template, err error) {
	err = r.update(ctx, func(tx *Tx) error {
		if t, err = findTemplate(ctx, tx, id); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM template WHERE id = ?`, id); err != nil {
			return fmt.Errorf("delete template: %w", err)
		}
		return nil
	})
	return t, err
}

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
func (r Templates) SaveData(ctx context.Context, id string, d template.Data, maxCount int) error {
	return r.update(ctx, func(tx *Tx) error {
		if _, err := findTemplate(ctx, tx, id); err != nil {
			return err
		}
		var others int
		err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM template_data WHERE template_id = ? AND name <> ?`, id, d.Name).Scan(&others)
		if err != nil {
			return fmt.Errorf("count template data: %w", err)
		}
		if others >= maxCount {
			return fault.New(fault.Conflict, "The template has %d sets of parameters, which is the limit. Delete one first.", maxCount)
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

package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/notify"
	"lectern/backend/store/engine"
	"lectern/backend/watch"
)

// Folders stores watched folders and the files that arrive in them. It implements [watch.Store].
type Folders struct{ *database }

// Stored implements [watch.Store].
func (r Folders) Stored() *notify.Signal { return &r.stored }

// CreateFolder implements [watch.Store].
func (r Folders) CreateFolder(ctx context.Context, f watch.Folder) error {
	return r.update(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO folder (id, path, settings, device, created_at) VALUES (?, ?, ?, ?, ?)`,
			f.ID, f.Path, jsonText(f.Settings), f.Device, f.CreatedAt.UnixMilli())
		if isDuplicate(err) {
			return fault.New(fault.Conflict, "The folder %s is already watched.", f.Path)
		}
		if err != nil {
			return fmt.Errorf("create folder: %w", err)
		}
		return nil
	})
}

// SaveFolderSettings implements [watch.Store].
func (r Folders) SaveFolderSettings(ctx context.Context, id string, s watch.Settings) error {
	return r.saveFolder(ctx, id, `UPDATE folder SET settings = ? WHERE id = ? AND NOT deleted`, jsonText(s))
}

// SaveFolderDevice implements [watch.Store].
func (r Folders) SaveFolderDevice(ctx context.Context, id, device string) error {
	return r.saveFolder(ctx, id, `UPDATE folder SET device = ? WHERE id = ? AND NOT deleted`, device)
}

func (r Folders) saveFolder(ctx context.Context, id, statement, value string) error {
	return r.update(ctx, func(tx *Tx) error {
		result, err := tx.ExecContext(ctx, statement, value, id)
		if err != nil {
			return fmt.Errorf("save folder: %w", err)
		}
		return checkRowChanged(result, fault.New(fault.NotFound, "There is no watched folder %q.", id))
	})
}

// ListFolders implements [watch.Store].
func (r Folders) ListFolders(ctx context.Context) ([]watch.Folder, error) {
	rows, err := r.read.QueryContext(ctx,
		`SELECT id, path, settings, device, created_at FROM folder WHERE NOT deleted ORDER BY created_at, id`)
	if err != nil {
		return nil, fmt.Errorf("list folders: %w", err)
	}
	defer rows.Close()
	var all []watch.Folder
	for rows.Next() {
		var f watch.Folder
		var settings string
		var created int64
		err := rows.Scan(&f.ID, &f.Path, &settings, &f.Device, &created)
		if err == nil {
			err = json.Unmarshal([]byte(settings), &f.Settings)
		}
		if err != nil {
			return nil, fmt.Errorf("list folders: %w", err)
		}
		f.Path, f.CreatedAt = engine.DecodeText(f.Path), time.UnixMilli(created).UTC()
		all = append(all, f)
	}
	return all, rows.Err()
}

// DeleteFolder implements [watch.Store]. It marks the folder as deleted first, so that another watched folder can use
// its path. If the deletion is interrupted, [Folders.ForgetFolders] completes it.
func (r Folders) DeleteFolder(ctx context.Context, id string) error {
	err := r.update(ctx, func(tx *Tx) error {
		result, err := tx.ExecContext(ctx, `UPDATE folder SET deleted = TRUE, path = id WHERE id = ? AND NOT deleted`, id)
		if err != nil {
			return fmt.Errorf("delete folder: %w", err)
		}
		return checkRowChanged(result, fault.New(fault.NotFound, "There is no watched folder %q.", id))
	})
	if err != nil {
		return err
	}
	if err := r.forgetFolder(ctx, id); err != nil {
		r.log.WarnContext(ctx, "a deleted folder is removed later", "folder", id, slog.Any("error", err))
	}
	return nil
}

// ForgetFolders implements [watch.Store].
func (r Folders) ForgetFolders(ctx context.Context) error {
	ids, err := r.deletedFolders(ctx)
	for _, id := range ids {
		err = errors.Join(err, r.forgetFolder(ctx, id))
	}
	return err
}

func (r Folders) deletedFolders(ctx context.Context) (ids []string, err error) {
	if ids, err = engine.ListStrings(ctx, r.read, `SELECT id FROM folder WHERE deleted`); err != nil {
		return nil, fmt.Errorf("list deleted folders: %w", err)
	}
	return ids, nil
}

// forgetFolder removes a folder that is marked as deleted. It first deletes or changes the rows that refer to the
// folder, in batches, so that other writers do not wait for all of them.
func (r Folders) forgetFolder(ctx context.Context, id string) error {
	for _, batch := range []string{
		`DELETE FROM folder_arrival WHERE id IN (SELECT id FROM folder_arrival WHERE folder_id = ? LIMIT ?)`,
		`UPDATE document SET folder_id = '' WHERE id IN (SELECT id FROM document WHERE folder_id = ? AND folder_id <> '' LIMIT ?)`,
	} {
		if err := r.inBatches(ctx, batch, id); err != nil {
			return fmt.Errorf("forget folder: %w", err)
		}
	}
	return r.updateNonDurable(ctx, func(tx *Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM folder WHERE id = ? AND deleted`, id); err != nil {
			return fmt.Errorf("forget folder: %w", err)
		}
		return nil
	})
}

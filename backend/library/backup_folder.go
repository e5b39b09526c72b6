package library

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"lectern/backend/document/content"
	"lectern/backend/internal/fault"
	"lectern/backend/library/backup"
	"lectern/backend/library/secrets"
	"lectern/backend/sentence"
	"lectern/backend/store"
	"lectern/backend/store/engine"
	"lectern/backend/store/sqlite"
)

// backUp writes a backup of the library in the folder. The argument stored is the content store of the library.
func (f *Folder) backUp(ctx context.Context, w io.Writer, stored *content.Store, version string,
	partial bool) (losses []backup.Loss, err error) {
	temp, err := os.MkdirTemp(f.Temp(), "backup-")
	if err != nil {
		return nil, fmt.Errorf("back up: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	library := backup.Library{
		Database: filepath.Join(temp, databaseFile), SealKey: f.sealKey(), Records: openRecords,
		Open: stored.OpenUnverified, Partial: partial, Version: version,
	}
	database := filepath.Join(f.Path, databaseFile)
	if f.db != nil && f.db.IsReplaced() {
		database = filepath.Join(temp, "opened.db")
		if err := f.db.CopyOpened(ctx, database); err != nil {
			return nil, err
		}
	}
	if library.Keys, err = store.Snapshot(ctx, database, library.Database, slog.New(slog.DiscardHandler)); err != nil {
		return nil, describeUnrestorable(err)
	}
	if f.key != nil { // from memory, because the key file may have been changed or removed since the start
		library.SealKey = filepath.Join(temp, sealKeyFile)
		err = os.WriteFile(library.SealKey, f.key[:], 0o600)
	} else {
		err = checkKey(ctx, library.Database, f.sealKey())
	}
	if err != nil {
		return nil, err
	}
	return backup.Write(ctx, w, library)
}

// describeUnrestorable returns the fault for a database that could be backed up, but whose backup no restore would
// accept.
func describeUnrestorable(err error) error {
	if foreign, ok := errors.AsType[*sqlite.SchemaError](err); ok {
		return fault.Translatable(fault.Conflict, sentence.New("backup-unrestorable",
			"The backup was not written because it could not be restored: the database differs from the one that Lectern "+
				"creates: {reasons}. {mend}").
			With("reasons", sentence.Names(foreign.Reasons, maxNames)).With("mend", foreignAdvice))
	}
	if errors.Is(err, sqlite.ErrDamaged) {
		return fmt.Errorf("%w (%w)", fault.Translatable(fault.Conflict, sentence.New("backup-of-damaged",
			"The backup was not written because the database of the library is damaged. Keep your earlier backups, and restore "+
				"the newest one into another folder.")), err)
	}
	return err
}

// checkKey returns a fault of kind Conflict if the key in a file cannot decrypt the secrets in a copy of a database.
func checkKey(ctx context.Context, database, key string) (err error) {
	db, err := store.OpenCopy(ctx, database, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return secrets.Set{DB: db, Key: secrets.Key{Path: key}}.Check(ctx)
}

// records implements [backup.Records] for a copy of a database.
type records struct {
	store.Contents
	database io.Closer
}

func openRecords(ctx context.Context, database string) (backup.Records, error) {
	db, err := store.OpenCopy(ctx, database, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	return records{db.Contents, db}, nil
}

// ContentUsers implements [backup.Records].
func (r records) ContentUsers(ctx context.Context, keys []string) (map[string][]backup.User, error) {
	users := make(map[string][]backup.User)
	for _, key := range keys {
		all, err := r.ListContentUsers(ctx, key)
		if err != nil {
			return nil, err
		}
		for _, user := range all {
			users[key] = append(users[key], backup.User(user))
		}
	}
	return users, nil
}

// Close implements [backup.Records].
func (r records) Close() error { return r.database.Close() }

// BackupFolder writes a backup of the library in a data folder, as [Library.BackUp] does. No server may run on the
// folder.
func BackupFolder(ctx context.Context, data, version string, w io.Writer, partial bool) (losses []backup.Loss, err error) {
	defer func() {
		// The full disk is that of the data folder, because an error of w is not a fault of kind NoSpace.
		if fault.Is(err, fault.NoSpace) {
			err = fault.NameFullDisk(data, err)
		}
	}()
	// This check comes first, because its error explains a missing database better than the errors of the following
	// steps.
	if err := (&Folder{Path: data}).check(ctx); err != nil {
		return nil, err
	}
	database, err := findDatabase(data)
	if err != nil {
		return nil, err
	}
	folder, err := holdFolder(data)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, folder.lock.Close()) }()
	if err := folder.examine(ctx); err != nil {
		return nil, err
	}
	if target, err := store.PeekMoved(ctx, database); err != nil || target != "" {
		return nil, errors.Join(err, engine.ErrMoved(target))
	}
	for _, dir := range []string{folder.Temp(), folder.content()} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, fault.NameFullDisk(data, fmt.Errorf("back up: %w", err))
		}
	}
	bucket, err := openFiles(folder.content())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, bucket.Close()) }()
	stored := content.New(content.Config{Bucket: bucket, TempDir: folder.Temp(), Log: slog.New(slog.DiscardHandler)})
	return folder.backUp(ctx, w, stored, version, partial)
}

package backend

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"

	"lectern/backend/backup"
	"lectern/backend/document"
	"lectern/backend/fault"
	"lectern/backend/store"
)

// Backup writes the library to w, while the server may go on with its work: its state is that
// of the beginning.
func (s *Server) Backup(ctx context.Context, w io.Writer) error {
	if s.config.Database != "" {
		return ErrElsewhere
	}
	unpin := s.docs.Pin()
	defer unpin(ctx)
	return s.folder.backUp(ctx, w, s.content, s.version)
}

// ErrElsewhere says that a library whose database others keep is not for Lectern to copy.
var ErrElsewhere = fault.New(fault.Conflict, "The records of this library are in PostgreSQL: back them up with pg_dump, and its bytes where they lie.")

// BackupTo writes the library to a file, in the place of one that is there. Where it cannot be
// written, the error is a fault of kind Invalid, or NoSpace.
func (s *Server) BackupTo(ctx context.Context, path string) error {
	if s.config.Database != "" {
		return ErrElsewhere
	}
	if IsInData(s.folder.path, path) {
		return fault.Field("/path", "%s is where Lectern keeps its library: put the backup into another folder.", filepath.Dir(path))
	}
	err := WriteWhole(path, 0o600, func(w io.Writer) error { return s.Backup(ctx, w) })
	if errors.Is(err, syscall.ENOSPC) {
		return fault.New(fault.NoSpace, "There is no room for the backup on the disk of %s.", path)
	}
	if wrong, ok := errors.AsType[*fs.PathError](err); ok {
		return fault.Field("/path", "The backup cannot be written to %s: %v.", path, wrong.Err)
	}
	if wrong, ok := errors.AsType[*os.LinkError](err); ok { // where a folder has the name
		return fault.Field("/path", "The backup cannot be written to %s: %v.", path, wrong.Err)
	}
	return err
}

// WriteWhole has write fill a file, which gets its mode and its name when it is whole and on the
// disk. Until then what was there stays.
func WriteWhole(path string, mode os.FileMode, write func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".lectern-")
	if err != nil {
		return err
	}
	err = write(file)
	if err == nil {
		err = file.Chmod(mode)
	}
	if err == nil {
		err = file.Sync()
	}
	err = errors.Join(err, file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

// backUp writes the library of a folder with a content.
func (f *folder) backUp(ctx context.Context, w io.Writer, content *document.Content, version string) (err error) {
	temp, err := os.MkdirTemp(f.temp(), "backup-")
	if err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	library := backup.Library{
		Database: filepath.Join(temp, databaseFile), SealKey: f.sealKey(),
		Open: content.OpenThere, Lasting: document.IsLasting, Version: version,
	}
	database := filepath.Join(f.path, databaseFile)
	if library.Keys, err = store.Snapshot(ctx, database, library.Database, slog.New(slog.DiscardHandler)); err != nil {
		return err
	}
	return backup.Write(ctx, w, library)
}

// BackupFolder writes the library of a data folder on which no server runs, and leaves it as it
// is. It takes no converter.
func BackupFolder(ctx context.Context, data, version string, w io.Writer) (err error) {
	database, err := FindDatabase(data)
	if err != nil {
		return err
	}
	folder, err := holdFolder(data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, folder.lock.Close()) }()
	if target, err := store.PeekMoved(ctx, database); err != nil || target != "" {
		return errors.Join(err, store.ErrMoved(target))
	}
	for _, dir := range []string{folder.temp(), folder.content()} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("back up: %w", err)
		}
	}
	bucket, err := openFiles(folder.content())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bucket.Close()) }()
	return folder.backUp(ctx, w, document.NewContent(bucket, folder.temp()), version)
}

// RestoreFolder makes a library of a backup in a data folder that has none, and on which no
// server runs meanwhile.
func RestoreFolder(data string, r io.Reader) error {
	folder, err := holdFolder(data)
	if err != nil {
		return err
	}
	err = checkExchanged(data)
	if err == nil {
		err = backup.Restore(r, folder.path)
	}
	return errors.Join(err, folder.lock.Close())
}

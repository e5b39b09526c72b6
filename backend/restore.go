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
	"lectern/backend/ctxio"
	"lectern/backend/fault"
	"lectern/backend/news"
	"lectern/backend/store"
)

// Restore makes a library of the backup in a file, which takes the place of the present one at the
// next start, as of one that was to do so before. Where that cannot be done, nothing changes, and
// the error is a fault of kind Invalid, NoSpace, or, while another one is restored, Conflict.
func (s *Server) Restore(ctx context.Context, path string) (err error) {
	if !s.restoring.TryLock() {
		return errRestoring()
	}
	defer s.restoring.Unlock()
	file, err := openBackup(path)
	if err != nil {
		return err
	}
	defer file.Close()
	temp, err := os.MkdirTemp(s.folder.temp(), "restore-")
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	library := filepath.Join(temp, "library")
	if err := makeLibrary(ctx, file, library); err != nil {
		return refusal(ctx, path, err)
	}
	if err := s.dropRestored(temp); err != nil {
		return err
	}
	if err := rename(library, s.folder.restored()); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	s.news.Tell(news.Settings, "")
	return nil
}

// DropRestore gives up the library that waits for the next start, where there is one. While one is
// restored, the error is a fault of kind Conflict.
func (s *Server) DropRestore() (err error) {
	if !s.restoring.TryLock() {
		return errRestoring()
	}
	defer s.restoring.Unlock()
	temp, err := os.MkdirTemp(s.folder.temp(), "restore-")
	if err != nil {
		return fmt.Errorf("give restore up: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	if err := s.dropRestored(temp); err != nil {
		return err
	}
	s.news.Tell(news.Settings, "")
	return nil
}

// dropRestored moves the library that waits into a temporary folder, where it can be removed: half
// of one must never wait.
func (s *Server) dropRestored(temp string) error {
	err := os.Rename(s.folder.restored(), filepath.Join(temp, "dropped"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err = errors.Join(err, backup.SyncFolder(s.folder.path)); err != nil {
		return fmt.Errorf("give restore up: %w", err)
	}
	return nil
}

func errRestoring() error {
	return fault.New(fault.Conflict, "A backup is being restored already: wait until that is done.")
}

// openBackup opens a file that may be a backup.
func openBackup(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() { // a pipe would be waited for
		return nil, fault.Field("/path", "%s is no file.", path)
	}
	var file *os.File
	if err == nil {
		file, err = os.Open(path)
	}
	if wrong, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, fault.Field("/path", "The backup cannot be read from %s: %v.", path, wrong.Err)
	}
	return file, err
}

// makeLibrary makes a library of a backup in a folder of its own, and looks whether a server opens
// it, as it does not where a newer Lectern has written it.
func makeLibrary(ctx context.Context, r io.Reader, folder string) error {
	if err := backup.Restore(ctxio.NewReader(ctx, r), folder); err != nil {
		return err
	}
	db, err := store.Open(ctx, filepath.Join(folder, databaseFile), slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return db.Close()
}

// refusal is what is said of a backup of which no library could be made.
func refusal(ctx context.Context, path string, err error) error {
	switch {
	case ctx.Err() != nil:
		return err
	case errors.Is(err, syscall.ENOSPC):
		return fault.New(fault.NoSpace, "There is no room for what is in %s on the disk of the library.", path)
	}
	return fault.Field("/path", "%s is not restored: %v.", path, err)
}

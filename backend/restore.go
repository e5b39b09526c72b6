package backend

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"lectern/backend/internal/ctxio"
	"lectern/backend/internal/disk"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/news"
	"lectern/backend/library/backup"
	"lectern/backend/sentence"
	"lectern/backend/store"
)

// Restore makes a library of the backup in a file, which takes the place of the present one at the
// next start, as of one that was to do so before, and returns what the library is without. Where that cannot be done,
// nothing changes, and the error is a fault of kind Invalid, NoSpace, or Conflict: while another one is restored, or
// where content is missing or damaged and neither the backup says so nor partial is set.
func (s *Server) Restore(ctx context.Context, path string, partial bool) ([]backup.Loss, error) {
	if s.config.Database != "" {
		return nil, ErrElsewhere
	}
	if !s.restoring.TryLock() {
		return nil, errRestoring()
	}
	defer s.restoring.Unlock()
	if err := s.folder.checkMovable(); err != nil {
		return nil, err
	}
	file, size, err := openBackup(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	temp, err := os.MkdirTemp(s.folder.temp(), "restore-")
	if err != nil {
		return nil, fmt.Errorf("restore: %w", err)
	}
	defer s.removeTemp(temp)
	source := backup.Source{Reader: ctxio.NewReader(ctx, file), Size: size, Partial: partial, Sanitize: sanitize, Records: openRecords, CheckKey: checkRestoredKey}
	losses, err := makeLibrary(ctx, source, filepath.Join(temp, libraryDir))
	if err != nil {
		return nil, refusal(ctx, path, err)
	}
	return losses, s.keepRestored(ctx, temp)
}

// libraryDir is the library in the temporary folder of a restore.
const libraryDir = "library"

// keepRestored has the library in a temporary folder wait for the next start.
func (s *Server) keepRestored(ctx context.Context, temp string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := replaceFolder(filepath.Join(temp, libraryDir), s.folder.restored(), filepath.Join(temp, droppedDir))
	if err = errors.Join(err, disk.SyncFolder(s.folder.path)); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	s.tellRestored()
	return nil
}

// tellRestored tells that what waits is not what this start found waiting.
func (s *Server) tellRestored() {
	s.newRestore.Store(true)
	s.news.Tell(news.Settings, "")
}

// restoreProblem tells why the library that waits has not taken the place of the present one at
// this start; "" where it was not to.
func (s *Server) restoreProblem() string {
	if s.folder.unrestored == nil || s.newRestore.Load() {
		return ""
	}
	return s.folder.unrestored.Error()
}

// DropRestore gives up the library that waits for the next start, where there is one. While one is
// restored, the error is a fault of kind Conflict.
func (s *Server) DropRestore() error {
	if s.config.Database != "" {
		return ErrElsewhere
	}
	if !s.restoring.TryLock() {
		return errRestoring()
	}
	defer s.restoring.Unlock()
	temp, err := os.MkdirTemp(s.folder.temp(), "restore-")
	if err != nil {
		return fmt.Errorf("give restore up: %w", err)
	}
	defer s.removeTemp(temp)
	if err := s.dropRestored(temp); err != nil {
		return err
	}
	s.tellRestored()
	return nil
}

// droppedDir is, in a temporary folder, the library that has waited.
const droppedDir = "dropped"

// dropRestored moves the library that waits into a temporary folder, where it can be removed: half
// of one must never wait.
func (s *Server) dropRestored(temp string) error {
	err := os.Rename(s.folder.restored(), filepath.Join(temp, droppedDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err = errors.Join(err, disk.SyncFolder(s.folder.path)); err != nil {
		return fmt.Errorf("give restore up: %w", err)
	}
	return nil
}

// removeTemp removes a temporary folder. What of it stays, the next start removes.
func (s *Server) removeTemp(temp string) {
	if err := os.RemoveAll(temp); err != nil {
		s.log.Warn("temporary folder stays until the next start", slog.Any("error", err))
	}
}

// replaceFolder gives a folder the place of another one, or of none, all at once where the disk can
// do that: then the other one has its place. Else it goes aside. Where there is an error, each is
// where it was.
func replaceFolder(from, to, aside string) error {
	err := exchangeFolders(from, to)
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, fs.ErrNotExist) {
		return replaceStepwise(from, to, aside)
	}
	return err
}

func replaceStepwise(from, to, aside string) error {
	err := os.Rename(to, aside)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	wasThere := err == nil
	if err = os.Rename(from, to); err != nil && wasThere {
		return errors.Join(err, os.Rename(aside, to))
	}
	return err
}

func errRestoring() error {
	return fault.Told(fault.Conflict, sentence.New("restore-busy", "A backup is being restored already: wait until that is done."))
}

// openBackup opens a file that may be a backup, of a size in bytes.
func openBackup(path string) (file *os.File, size int64, err error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() { // a pipe would be waited for
		return nil, 0, fault.FieldTold("/path", sentence.New("backup-no-file", "{path} is no file.").With("path", path))
	}
	if err == nil {
		file, err = os.Open(path)
	}
	if wrong, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, 0, fault.FieldTold("/path", sentence.New("backup-unread", "The backup cannot be read from {path}: {reason}").
			With("path", path).With("reason", unread(wrong.Err)))
	}
	if err != nil {
		return nil, 0, err
	}
	return file, info.Size(), nil
}

// unread says why a file cannot be read, as the end of a sentence.
func unread(err error) sentence.Sentence {
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return sentence.New("because-gone", "it is not there.")
	case errors.Is(err, fs.ErrPermission):
		return sentence.New("because-denied", "Lectern's user has no permission.")
	}
	return sentence.New("because-system", "the system says: {text}.").With("text", err.Error())
}

// makeLibrary makes a library of a backup in a folder of its own.
func makeLibrary(ctx context.Context, source backup.Source, folder string) ([]backup.Loss, error) {
	losses, err := backup.Restore(ctx, source, folder)
	if err != nil {
		return nil, err
	}
	return losses, noteRestored(ctx, folder, losses)
}

// noteRestored opens a library that was made of a backup, and records that it was, and what it is without.
func noteRestored(ctx context.Context, folder string, losses []backup.Loss) error {
	db, err := store.OpenCopy(ctx, filepath.Join(folder, databaseFile), slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	keys := make([]string, len(losses))
	for i, loss := range losses {
		keys[i] = loss.Key
	}
	err = db.CreateAudit(ctx, Command("restore-backup"))
	return errors.Join(err, db.SaveMissingContent(ctx, keys, time.Now()), db.Close())
}

// refusal is what is said of a backup of which no library could be made.
func refusal(ctx context.Context, path string, err error) error {
	if ctx.Err() != nil {
		return err
	}
	slog.WarnContext(ctx, "backup not restored", slog.String("path", path), slog.Any("error", err))
	if lost, ok := errors.AsType[*backup.LossError](err); ok {
		return fault.Told(fault.Conflict, sentence.New("restore-refused", "{path} is not restored, as files in it are missing or damaged: of {names}. "+
			"Restore an earlier backup, or restore this one without them.").With("path", path).With("names", lossNames(lost.Losses))).Coded(fault.BackupIncomplete)
	}
	if errors.Is(err, syscall.ENOSPC) {
		return fault.Told(fault.NoSpace, sentence.New("restore-full", "There is no room for what is in {path} on the disk of the library.").With("path", path))
	}
	why := sentence.New("backup-unopened", "This Lectern cannot open the library in it: where a newer one has written it, use that.")
	if told, ok := errors.AsType[*fault.Error](err); ok {
		why = told.Sentence()
	}
	return fault.FieldTold("/path", sentence.New("not-restored", "{path} is not restored. {reason}").With("path", path).With("reason", why))
}

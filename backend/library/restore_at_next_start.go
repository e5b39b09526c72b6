package library

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"

	"lectern/backend/internal/ctxio"
	"lectern/backend/internal/disk"
	"lectern/backend/internal/fault"
	"lectern/backend/library/backup"
	"lectern/backend/sentence"
)

// Restore restores the backup in a file, and returns the losses. The restored library replaces the present library at
// the next start. If another restored library already waits for that start, it is replaced, too. After an error,
// nothing has changed. If another restore is running, the error is a fault of kind Conflict. The same applies to
// missing or damaged content that the backup does not list as lost, unless partial is true. A backup that cannot be
// restored is a fault of kind Invalid, and a full disk is a fault of kind NoSpace.
func (l *Library) Restore(ctx context.Context, path string, partial bool) ([]backup.Loss, error) {
	if l.config.Database != "" {
		return nil, ErrExternalDatabase
	}
	if !l.restoring.TryLock() {
		return nil, errRestoring()
	}
	defer l.restoring.Unlock()
	if err := l.Folder.checkMovable(); err != nil {
		return nil, err
	}
	file, size, err := openBackup(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	temp, err := os.MkdirTemp(l.Folder.Temp(), "restore-")
	if err != nil {
		return nil, fmt.Errorf("restore: %w", err)
	}
	defer l.removeTemp(temp)
	source := backup.Source{Reader: ctxio.NewReader(ctx, file), Size: size, Partial: partial, Sanitize: sanitize, Records: openRecords,
		CheckKey: checkRestoredKey}
	losses, err := makeLibrary(ctx, source, filepath.Join(temp, libraryDir))
	if err != nil {
		return nil, describeRestoreError(ctx, path, err)
	}
	return losses, l.keepRestored(ctx, temp)
}

// libraryDir is the name of the folder for the restored library, within the temporary folder of a restore.
const libraryDir = "library"

// keepRestored moves the restored library from a temporary folder to the folder where it waits for the next start.
func (l *Library) keepRestored(ctx context.Context, temp string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := replaceFolder(filepath.Join(temp, libraryDir), l.Folder.restored(), filepath.Join(temp, droppedDir))
	if err = errors.Join(err, disk.SyncFolder(l.Folder.Path)); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	l.notifyRestored()
	return nil
}

// notifyRestored records that the restored library that waits for the next start was added, replaced or removed, and
// calls OnRestore.
func (l *Library) notifyRestored() {
	l.restoreChanged.Store(true)
	if l.config.OnRestore != nil {
		l.config.OnRestore()
	}
}

// RestoreProblem returns the reason why a restored library could not replace the present library at this start. It
// returns "" if there was no such failure.
func (l *Library) RestoreProblem() string {
	if l.Folder.restoreErr == nil || l.restoreChanged.Load() {
		return ""
	}
	return l.Folder.restoreErr.Error()
}

// DropRestore removes the restored library that waits for the next start, if there is one. During a restore it returns
// a fault of kind Conflict.
func (l *Library) DropRestore() error {
	if l.config.Database != "" {
		return ErrExternalDatabase
	}
	if !l.restoring.TryLock() {
		return errRestoring()
	}
	defer l.restoring.Unlock()
	temp, err := os.MkdirTemp(l.Folder.Temp(), "restore-")
	if err != nil {
		return fmt.Errorf("cancel restore: %w", err)
	}
	defer l.removeTemp(temp)
	if err := l.dropRestored(temp); err != nil {
		return err
	}
	l.notifyRestored()
	return nil
}

// droppedDir is the name of the folder for the dropped library, within a temporary folder.
const droppedDir = "dropped"

// dropRestored moves the restored library that waits for the next start into a temporary folder, which the caller
// removes. So no incomplete library can wait for the next start.
func (l *Library) dropRestored(temp string) error {
	err := os.Rename(l.Folder.restored(), filepath.Join(temp, droppedDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err = errors.Join(err, disk.SyncFolder(l.Folder.Path)); err != nil {
		return fmt.Errorf("cancel restore: %w", err)
	}
	return nil
}

// removeTemp removes a temporary folder. If that fails, the next start removes it.
func (l *Library) removeTemp(temp string) {
	if err := os.RemoveAll(temp); err != nil {
		l.config.Log.Warn("the temporary folder is kept until the next start", slog.Any("error", err))
	}
}

func errRestoring() error {
	return fault.Translatable(fault.Conflict, sentence.New("restore-busy", "A backup is already being restored. Wait until that "+
		"is complete."))
}

// openBackup opens the file of a backup and returns its size in bytes.
func openBackup(path string) (file *os.File, size int64, err error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() { // opening a pipe would block
		return nil, 0, fault.TranslatableField("/path", sentence.New("backup-no-file", "{path} is not a file.").With("path", path))
	}
	if err == nil {
		file, err = os.Open(path)
	}
	if wrong, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, 0, fault.TranslatableField("/path", sentence.New("backup-unread", "The backup cannot be read from {path}: {reason}").
			With("path", path).With("reason", describeReadError(wrong.Err)))
	}
	if err != nil {
		return nil, 0, err
	}
	return file, info.Size(), nil
}

// describeReadError returns the reason why a file cannot be read. The reason is a clause that completes a sentence.
func describeReadError(err error) sentence.Sentence {
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return sentence.New("because-gone", "it does not exist.")
	case errors.Is(err, fs.ErrPermission):
		return sentence.New("because-denied", "Lectern's user has no permission.")
	}
	return sentence.New("because-system", "the system reports: {text}.").With("text", err.Error())
}

// describeRestoreError returns the fault for a backup that could not be restored. It logs the cause.
func describeRestoreError(ctx context.Context, path string, err error) error {
	if ctx.Err() != nil {
		return err
	}
	slog.WarnContext(ctx, "a backup could not be restored", slog.String("path", path), slog.Any("error", err))
	if lost, ok := errors.AsType[*backup.LossError](err); ok {
		return fault.Translatable(fault.Conflict, sentence.New("restore-refused",
			"{path} was not restored because it contains missing or damaged files: of {names}. Restore an earlier backup, or "+
				"restore this one without them.").With("path", path).With("names", lossNames(lost.Losses))).
			WithCode(fault.BackupIncomplete)
	}
	if errors.Is(err, syscall.ENOSPC) {
		return fault.Translatable(fault.NoSpace, sentence.New("restore-full", "There is not enough space for the contents of "+
			"{path} on the disk of the library.").
			With("path", path))
	}
	why := sentence.New("backup-unopened", "This version of Lectern cannot open the library in it. If it was written by a newer "+
		"version, use that.")
	if known, ok := errors.AsType[*fault.Error](err); ok {
		why = known.Sentence()
	}
	return fault.TranslatableField("/path", sentence.New("not-restored", "{path} was not restored. {reason}").With("path", path).
		With("reason", why))
}

package library

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"

	"lectern/backend/internal/fault"
	"lectern/backend/library/backup"
	"lectern/backend/sentence"
)

// BackUp writes a backup of the library to w while the server keeps working. The backup contains the library as it was
// when BackUp began. If content is missing or damaged, the error is a [backup.LossError]. If partial is true, BackUp
// instead writes a backup without this content, and returns the losses.
func (l *Library) BackUp(ctx context.Context, w io.Writer, partial bool) ([]backup.Loss, error) {
	if l.config.Database != "" {
		return nil, ErrExternalDatabase
	}
	if err := l.checkRecordedLosses(ctx, partial); err != nil {
		return nil, err
	}
	resume := l.Content.PauseRemovals()
	defer resume(ctx)
	losses, err := l.Folder.backUp(ctx, w, l.Content, l.config.Version, partial)
	found := "content is missing or damaged and is not in the backup"
	if err != nil {
		found = "content is missing or damaged, so no backup is written"
	}
	for _, loss := range losses {
		l.config.Log.ErrorContext(ctx, found, slog.String("loss", loss.String()))
		l.Checker.NoteCondition(loss.Key, conditionOf(loss))
	}
	return losses, err
}

// ErrExternalDatabase means that Lectern cannot back up or restore a library whose database is in PostgreSQL.
var ErrExternalDatabase = fault.New(fault.Conflict, "The database of this library is PostgreSQL. Back it up with pg_dump, and the "+
	"content with the tools of its storage.")

// checkRecordedLosses returns an error if content is recorded as missing or damaged and the backup is not partial. It
// is called before the first byte is written: after that, an error could only cut off the download, which a browser may
// show as complete.
func (l *Library) checkRecordedLosses(ctx context.Context, partial bool) error {
	if partial || l.DB.IsReplaced() { // the records of a replaced database may not be readable
		return nil
	}
	faults, err := l.Checker.ListFaults(ctx)
	if err != nil || len(faults) == 0 {
		return err
	}
	return describeBackupError("", &backup.LossError{Losses: lossesOf(faults)})
}

// BackUpTo writes a backup of the library to a file, and replaces an existing file. If the file cannot be written, the
// error is a fault of kind Invalid or NoSpace. If content is missing or damaged, the error is a fault of kind Conflict.
// If partial is true, BackUpTo instead writes a backup without this content, and returns the losses; it then replaces
// no existing file.
func (l *Library) BackUpTo(ctx context.Context, path string, partial bool) (losses []backup.Loss, err error) {
	if l.config.Database != "" {
		return nil, ErrExternalDatabase
	}
	if IsInData(l.Folder.Path, path) {
		return nil, fault.Field("/path", "%s contains the library of Lectern. Save the backup to another folder.", filepath.Dir(path))
	}
	if partial && pathExists(path) {
		return nil, fault.TranslatableField("/path", sentence.New("backup-in-place",
			"The file {path} exists already and is not replaced by a backup that lacks documents. Choose another name.").
			With("path", path))
	}
	err = WriteAtomically(path, 0o600, func(w io.Writer) (err error) {
		losses, err = l.BackUp(ctx, w, partial)
		return err
	})
	return losses, describeBackupError(path, err)
}

// describeBackupError returns the fault for an error that occurred while a backup was written to path. It returns other
// errors unchanged.
func describeBackupError(path string, err error) error {
	if lost, ok := errors.AsType[*backup.LossError](err); ok {
		return fault.Translatable(fault.Conflict, sentence.New("backup-refused", "The backup was not written because files of "+
			"the library are missing or damaged. {mend} Or back up without them.").
			With("mend", LossAdvice(lost.Losses))).WithCode(fault.BackupIncomplete)
	}
	if errors.Is(err, syscall.ENOSPC) {
		return fault.New(fault.NoSpace, "There is not enough space for the backup on the disk of %s.", path)
	}
	if wrong, ok := errors.AsType[*fs.PathError](err); ok {
		return fault.Field("/path", "The backup cannot be written to %s: %v.", path, wrong.Err)
	}
	if wrong, ok := errors.AsType[*os.LinkError](err); ok { // path is a folder, so the rename failed
		return fault.Field("/path", "The backup cannot be written to %s: %v.", path, wrong.Err)
	}
	return err
}

package library

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"time"

	"lectern/backend/internal/ctxio"
	"lectern/backend/internal/fault"
	"lectern/backend/library/backup"
	"lectern/backend/library/secrets"
	"lectern/backend/sentence"
	"lectern/backend/store"
	"lectern/backend/store/sqlite"
)

// RestoreFolder restores a backup into a data folder that has no library and on which no server runs. It records the
// restore in the library, and returns the losses. The argument size is the size of the backup in bytes; 0 means
// unknown. If the library is in place but a later step failed, the error is a [backup.InPlaceError], and RestoreFolder
// still returns the losses.
func RestoreFolder(ctx context.Context, data string, r io.Reader, size int64, partial bool) ([]backup.Loss, error) {
	folder, err := holdFolder(data)
	if err != nil {
		return nil, err
	}
	var losses []backup.Loss
	if err = checkNotReplacing(data); err == nil {
		source := backup.Source{Reader: ctxio.NewReader(ctx, r), Size: size, Partial: partial, Sanitize: sanitize, Records: openRecords}
		if !partial {
			source.CheckKey = checkRestoredKey
		}
		losses, err = backup.Restore(ctx, source, folder.Path)
		if _, inPlace := errors.AsType[*backup.InPlaceError](err); inPlace || err == nil {
			err = errors.Join(err, folder.completeRestore(ctx, losses))
		}
	}
	return losses, errors.Join(err, folder.lock.Close())
}

// completeRestore removes the mark of the previous library in the folder, see [sqlite.ReadMark], and records in the
// restored library that it was restored. Even if the mark cannot be removed, the restore is recorded.
func (f *Folder) completeRestore(ctx context.Context, losses []backup.Loss) (err error) {
	if marked := f.forgetMark(); marked != nil {
		err = &backup.InPlaceError{Folder: f.Path, Err: fmt.Errorf("%s of another library cannot be removed: remove it before "+
			"you start a server (%w)", sqlite.MarkFile, marked)}
	}
	if noted := noteRestored(ctx, f.Path, losses); noted != nil {
		err = errors.Join(err, &backup.InPlaceError{Folder: f.Path, Err: fmt.Errorf("it cannot be opened: %w", noted)})
	}
	return err
}

// makeLibrary restores a backup into an empty folder, and records in the library that it was restored.
func makeLibrary(ctx context.Context, source backup.Source, folder string) ([]backup.Loss, error) {
	losses, err := backup.Restore(ctx, source, folder)
	if err != nil {
		return nil, err
	}
	return losses, noteRestored(ctx, folder, losses)
}

// noteRestored records in a restored library that it was restored, and its losses.
func noteRestored(ctx context.Context, folder string, losses []backup.Loss) error {
	db, err := store.OpenCopy(ctx, filepath.Join(folder, databaseFile), slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	keys := make([]string, len(losses))
	for i, loss := range losses {
		keys[i] = loss.Key
	}
	err = db.Audit.CreateAudit(ctx, CommandEntry("restore-backup"))
	return errors.Join(err, db.Contents.SaveMissingContent(ctx, keys, time.Now()), db.Close())
}

// sanitize removes everything from the database of a backup that Lectern did not create, so that it is safe to open,
// and logs what it has removed.
func sanitize(ctx context.Context, database string) error {
	removed, err := sqlite.Sanitize(ctx, database)
	if len(removed) > 0 {
		slog.WarnContext(ctx, "the database in the backup has tables, indexes, triggers or views that are not Lectern's: they "+
			"are not restored, but are still in lectern.db in the backup", slog.Any("left out", removed))
	}
	if foreign, ok := errors.AsType[*sqlite.SchemaError](err); ok {
		return fault.Translatable(fault.Invalid, sentence.New("backup-foreign",
			"The database in the backup differs from the one that Lectern creates: {reasons}. It was changed by someone. Restore "+
				"an earlier backup.").
			With("reasons", sentence.Names(foreign.Reasons, maxNames)))
	}
	if errors.Is(err, sqlite.ErrDamaged) {
		return fmt.Errorf("%w (%w)", fault.Translatable(fault.Invalid, sentence.New("backup-damaged-database",
			"The database in the backup is damaged. Restore an earlier backup.")), err)
	}
	return err
}

// checkRestoredKey returns a fault of kind Conflict if the key from a backup cannot decrypt the secrets in its
// database. Unlike the fault of [checkKey], this fault advises how to restore the backup nevertheless.
func checkRestoredKey(ctx context.Context, database, key string) (err error) {
	db, err := store.OpenCopy(ctx, database, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	wrong, sealed, err := secrets.Set{DB: db, Key: secrets.Key{Path: key}}.Lost(ctx)
	if err != nil || len(sealed) == 0 {
		return err
	}
	return fault.Translatable(fault.Conflict, sentence.New("backup-key", "The encryption key in the backup, seal.key, {wrong}. "+
		"Without it, the following cannot be decrypted: {lost}. Restore an earlier backup; or restore this one into an empty "+
		"folder with 'lectern restore --partial', and run 'lectern forget-secrets' there.").
		With("wrong", wrong).With("lost", secrets.Describe(sealed)))
}

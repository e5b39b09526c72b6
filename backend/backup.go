package backend

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"lectern/backend/document"
	"lectern/backend/internal/ctxio"
	"lectern/backend/internal/fault"
	"lectern/backend/library/backup"
	"lectern/backend/sentence"
	"lectern/backend/store"
)

// Backup writes the library to w, while the server may go on with its work: its state is that
// of the beginning. Where content is missing or damaged, the error is a [backup.LossError]; a partial backup is
// written without it, and Backup returns the losses.
func (s *Server) Backup(ctx context.Context, w io.Writer, partial bool) ([]backup.Loss, error) {
	if s.config.Database != "" {
		return nil, ErrElsewhere
	}
	if err := s.checkKnown(ctx, partial); err != nil {
		return nil, err
	}
	unpin := s.docs.Pin()
	defer unpin(ctx)
	losses, err := s.folder.backUp(ctx, w, s.content, s.version, partial)
	found := "content is missing or damaged: it is not in the backup"
	if err != nil {
		found = "content is missing or damaged: no backup is written"
	}
	for _, loss := range losses {
		s.log.ErrorContext(ctx, found, slog.String("loss", loss.String()))
		s.docs.NoteCondition(loss.Key, conditionOf(loss))
	}
	return losses, err
}

// ErrElsewhere says that a library whose database others keep is not for Lectern to copy.
var ErrElsewhere = fault.New(fault.Conflict, "The records of this library are in PostgreSQL: back them up with pg_dump, and its bytes where they lie.")

// checkKnown refuses a backup before its first byte where content is known to be missing or damaged: an answer that is
// broken off tells a browser nothing.
func (s *Server) checkKnown(ctx context.Context, partial bool) error {
	if partial || s.db.IsReplaced() { // then the records may not be read any more
		return nil
	}
	faults, err := s.docs.ListFaults(ctx)
	if err != nil || len(faults) == 0 {
		return err
	}
	return wordBackup("", &backup.LossError{Losses: lossesOf(faults)})
}

// KnownLosses returns what a backup of the library in a data folder would be without, as far as that is recorded, whether a
// server runs on it or not.
func KnownLosses(ctx context.Context, data string) ([]backup.Loss, error) {
	faults, err := store.PeekContentFaults(ctx, filepath.Join(data, databaseFile), math.MaxInt)
	needed := slices.DeleteFunc(faults, func(f document.ContentFault) bool { return len(f.Users) == 0 })
	return lossesOf(needed), err
}

// lossesOf returns what a backup would be without.
func lossesOf(faults []document.ContentFault) []backup.Loss {
	losses := make([]backup.Loss, len(faults))
	for i, fault := range faults {
		losses[i] = backup.Loss{Key: fault.Key, Reason: backup.Reason(fault.Condition)}
		for _, user := range fault.Users {
			losses[i].Users = append(losses[i].Users, backup.User(user))
		}
	}
	return losses
}

// conditionOf returns the condition of content that is lost.
func conditionOf(loss backup.Loss) document.Condition {
	if loss.Reason == backup.Missing {
		return document.Missing
	}
	return document.Damaged
}

// BackupTo writes the library to a file, in the place of one that is there. Where it cannot be
// written, the error is a fault of kind Invalid, NoSpace, or, where content is missing or damaged, Conflict. A
// partial backup is written without such content, takes no other file's place, and BackupTo returns the losses.
func (s *Server) BackupTo(ctx context.Context, path string, partial bool) (losses []backup.Loss, err error) {
	if s.config.Database != "" {
		return nil, ErrElsewhere
	}
	if IsInData(s.folder.path, path) {
		return nil, fault.Field("/path", "%s is where Lectern keeps its library: put the backup into another folder.", filepath.Dir(path))
	}
	if partial && isThere(path) {
		return nil, fault.FieldTold("/path", sentence.New("backup-in-place",
			"There is a file {path} already, which a backup without some of the documents does not replace: choose another name.").With("path", path))
	}
	err = WriteWhole(path, 0o600, func(w io.Writer) (err error) {
		losses, err = s.Backup(ctx, w, partial)
		return err
	})
	return losses, wordBackup(path, err)
}

// wordBackup makes faults of the errors of writing a backup to a file.
func wordBackup(path string, err error) error {
	if lost, ok := errors.AsType[*backup.LossError](err); ok {
		return fault.Told(fault.Conflict, sentence.New("backup-refused", "The backup is not written, as files of the library are missing or damaged. {mend} Or back up without them.").
			With("mend", MendLosses(lost.Losses))).Coded(fault.BackupIncomplete)
	}
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

// mostNames is how many records a sentence names.
const mostNames = 10

// lossNames returns the names and ids of the records that losses are of.
func lossNames(losses []backup.Loss) sentence.Sentence {
	var names []string
	for _, record := range affectedRecords(losses) {
		names = append(names, record.name)
	}
	return sentence.Names(names, mostNames)
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
func (f *folder) backUp(ctx context.Context, w io.Writer, content *document.Content, version string, partial bool) (losses []backup.Loss, err error) {
	temp, err := os.MkdirTemp(f.temp(), "backup-")
	if err != nil {
		return nil, fmt.Errorf("back up: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	library := backup.Library{
		Database: filepath.Join(temp, databaseFile), SealKey: f.sealKey(), Records: openRecords,
		Open: content.OpenThere, Partial: partial, Version: version,
	}
	database := filepath.Join(f.path, databaseFile)
	if f.open != nil && f.open.IsReplaced() {
		database = filepath.Join(temp, "opened.db")
		if err := f.open.CopyOpened(ctx, database); err != nil {
			return nil, err
		}
	}
	if library.Keys, err = store.Snapshot(ctx, database, library.Database, slog.New(slog.DiscardHandler)); err != nil {
		return nil, wordUnrestorable(err)
	}
	if f.key != nil { // whatever has become of the file
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

// wordUnrestorable returns the fault for an error of a database of which no backup could be restored.
func wordUnrestorable(err error) error {
	if foreign, ok := errors.AsType[*store.SchemaError](err); ok {
		return fault.Told(fault.Conflict, sentence.New("backup-unrestorable",
			"The backup is not written, as it could not be restored: the database is not as Lectern makes it: {reasons}. {mend}").
			With("reasons", sentence.Names(foreign.Reasons, mostNames)).With("mend", mendForeign))
	}
	if errors.Is(err, store.ErrDamaged) {
		return fmt.Errorf("%w (%w)", fault.Told(fault.Conflict, sentence.New("backup-of-damaged",
			"The backup is not written, as the database of the library is damaged. Keep your earlier backups: restore the newest one into another folder.")), err)
	}
	return err
}

// checkKey returns a fault of kind Conflict where the key in a file does not open what a copy of a database has sealed.
func checkKey(ctx context.Context, database, key string) (err error) {
	db, err := store.OpenCopy(ctx, database, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return secrets{db, keyPlace{path: key}}.check(ctx)
}

// sanitize removes what is not Lectern's from the database of a backup, so that it is safe to open, and logs what that was.
func sanitize(ctx context.Context, database string) error {
	removed, err := store.Sanitize(ctx, database)
	if len(removed) > 0 {
		slog.WarnContext(ctx, "the database in the backup has tables, indexes, triggers or views that are not Lectern's: they are not restored, "+
			"and stay in lectern.db in the backup", slog.Any("left out", removed))
	}
	if foreign, ok := errors.AsType[*store.SchemaError](err); ok {
		return fault.Told(fault.Invalid, sentence.New("backup-foreign",
			"The database in the backup is not as Lectern makes it: {reasons}. Somebody has changed it: restore an earlier backup.").
			With("reasons", sentence.Names(foreign.Reasons, mostNames)))
	}
	if errors.Is(err, store.ErrDamaged) {
		return fmt.Errorf("%w (%w)", fault.Told(fault.Invalid, sentence.New("backup-damaged-database",
			"The database in the backup is damaged: restore an earlier backup.")), err)
	}
	return err
}

// checkRestoredKey is checkKey for what a backup has.
func checkRestoredKey(ctx context.Context, database, key string) (err error) {
	db, err := store.OpenCopy(ctx, database, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	wrong, sealed, err := secrets{db, keyPlace{path: key}}.lost(ctx)
	if err != nil || len(sealed) == 0 {
		return err
	}
	return fault.Told(fault.Conflict, sentence.New("backup-key", "The key of secrets in the backup, seal.key, {wrong}. Without it these cannot be opened any more: {lost}. "+
		"Restore an earlier backup; or make a library of this one in an empty folder with 'lectern restore --partial', and run 'lectern forget-secrets' there.").
		With("wrong", wrong).With("lost", describeSealed(sealed)))
}

// records are those of a copy of a database, for backup.
type records struct{ *store.DB }

func openRecords(ctx context.Context, database string) (backup.Records, error) {
	db, err := store.OpenCopy(ctx, database, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	return records{db}, nil
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

// BackupFolder writes the library of a data folder on which no server runs, and leaves it as it
// is, as [Server.Backup] does. It takes no converter.
func BackupFolder(ctx context.Context, data, version string, w io.Writer, partial bool) (losses []backup.Loss, err error) {
	defer func() {
		if fault.Is(err, fault.NoSpace) { // not w, whose errors are returned as they are
			err = fault.NameFullDisk(data, err)
		}
	}()
	if err := (&folder{path: data}).check(ctx); err != nil { // which names a database that is missing
		return nil, err
	}
	database, err := FindDatabase(data)
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
		return nil, errors.Join(err, store.ErrMoved(target))
	}
	for _, dir := range []string{folder.temp(), folder.content()} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, fault.NameFullDisk(data, fmt.Errorf("back up: %w", err))
		}
	}
	bucket, err := openFiles(folder.content())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, bucket.Close()) }()
	return folder.backUp(ctx, w, document.NewContent(bucket, folder.temp()), version, partial)
}

// RestoreFolder makes a library of a backup in a data folder that has none, and on which no server runs meanwhile,
// records that, and returns what the library is without, also beside an error after which the library is in place:
// a [backup.InPlaceError]. A size of 0 is unknown.
func RestoreFolder(ctx context.Context, data string, r io.Reader, size int64, partial bool) ([]backup.Loss, error) {
	folder, err := holdFolder(data)
	if err != nil {
		return nil, err
	}
	var losses []backup.Loss
	if err = checkExchanged(data); err == nil {
		source := backup.Source{Reader: ctxio.NewReader(ctx, r), Size: size, Partial: partial, Sanitize: sanitize, Records: openRecords}
		if !partial {
			source.CheckKey = checkRestoredKey
		}
		losses, err = backup.Restore(ctx, source, folder.path)
		if _, inPlace := errors.AsType[*backup.InPlaceError](err); inPlace || err == nil {
			err = errors.Join(err, folder.completeRestore(ctx, losses))
		}
	}
	return losses, errors.Join(err, folder.lock.Close())
}

// completeRestore removes the mark of a library that was in the folder before, and records that the present one is
// restored. An error of one step does not prevent the other.
func (f *folder) completeRestore(ctx context.Context, losses []backup.Loss) (err error) {
	if marked := f.forgetMark(); marked != nil {
		err = &backup.InPlaceError{Folder: f.path, Err: fmt.Errorf("%s there cannot be removed, which another library has left: remove it "+
			"before you start a server (%w)", store.MarkFile, marked)}
	}
	if noted := noteRestored(ctx, f.path, losses); noted != nil {
		err = errors.Join(err, &backup.InPlaceError{Folder: f.path, Err: fmt.Errorf("it cannot be opened: %w", noted)})
	}
	return err
}

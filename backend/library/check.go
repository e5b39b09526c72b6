package library

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"

	"lectern/backend/internal/fault"
	"lectern/backend/library/backup"
	"lectern/backend/sentence"
	"lectern/backend/store/sqlite"
)

// Advice for users whose database does not match the content in the data folder. {folder} stands for that folder.
var (
	restoreAdvice = sentence.New("advice-restore", "To restore, put the right lectern.db into {folder} together with its "+
		"lectern.db-wal, or restore a backup into another folder with 'lectern restore --data FOLDER BACKUP'.")
	startAnewAdvice = sentence.New("advice-anew",
		"To start with an empty library instead, run 'lectern start-anew --data {folder}': it sets the files of documents aside "+
			"until the server has run for 30 days.")
	adoptAdvice = sentence.New("advice-adopt", "To continue with this database, run 'lectern start-anew --data {folder}': it "+
		"sets aside the files that the database does not know until the server has run for 30 days, and restores those that it "+
		"knows.")
)

// refuse returns the fault for a library that a server must not use, with advice for the user.
func (f *Folder) refuse(problem, advice sentence.Sentence) error {
	place := func(s sentence.Sentence) sentence.Sentence { return s.With("folder", f.Path) }
	return fault.Translatable(fault.Conflict, sentence.New("library-refused", "{what} Nothing was changed. {restore} {anew}").
		With("what", place(problem)).With("restore", place(restoreAdvice)).With("anew", place(advice)))
}

// checkUnfinished returns an error if a restore into the folder was interrupted.
func (f *Folder) checkUnfinished(context.Context) error { return backup.ErrUnfinished(f.Path) }

// checkDatabase returns a fault of kind Conflict if the content in the folder does not belong to the database in the
// folder. It changes nothing, and reads only a few values; [sqlite.Check] reads the whole database.
func (f *Folder) checkDatabase(ctx context.Context) error {
	// The mark (see [sqlite.Mark]) is read before the database, because a running server may update both between the
	// two reads. In this order, the mark can only be older than the database, which is accepted.
	mark, marked, err := sqlite.ReadMark(f.Path)
	if err != nil {
		return err
	}
	found, err := sqlite.Peek(ctx, filepath.Join(f.Path, databaseFile))
	if errors.Is(err, sqlite.ErrDamaged) {
		return f.refuseDamaged(err)
	}
	if err != nil {
		return err
	}
	f.matchesMark = marked && found.Mark == mark
	return f.compare(found, mark, marked)
}

// compare calls [Folder.compareMarks]. If the comparison fails while a server runs on the folder, the server still has
// the previous database open although its file was replaced or removed. compare then adds the advice to make a backup
// before the server stops.
func (f *Folder) compare(found sqlite.Peeked, mark sqlite.Mark, marked bool) error {
	err := f.compareMarks(found, mark, marked)
	if err == nil || !f.isServed() {
		return err
	}
	known, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return err
	}
	return fault.Translatable(fault.Conflict, sentence.New("library-replaced",
		"{refusal} A server still has the previous database open: run 'lectern backup' before you stop the server, and "+
			"restore that backup into another folder.").With("refusal", known.Sentence()))
}

// isServed reports whether another process holds the lock of the folder.
func (f *Folder) isServed() bool {
	if f.lock != nil || !hasAny(f.Path, lockFile) {
		return false
	}
	lock := flock.New(filepath.Join(f.Path, lockFile))
	free, err := lock.TryLock()
	return errors.Join(err, lock.Close()) == nil && !free
}

// compareMarks compares the database with the mark, a file in the folder that names the library and counts the changes
// of its database. It returns a fault of kind Conflict if the database is missing, belongs to another library, or is
// older than the mark.
func (f *Folder) compareMarks(found sqlite.Peeked, mark sqlite.Mark, marked bool) error {
	switch {
	case found.Empty && (marked || hasContent(f.content())):
		return f.refuse(sentence.New("library-no-database", "The folder {folder} has files of documents, but its database lectern.db is "+
			"missing or empty."), startAnewAdvice)
	case found.Empty || !marked:
		return nil
	case found.Mark.Library != "" && found.Mark.Library != mark.Library:
		return f.refuse(sentence.New("library-other-database", "The database lectern.db in {folder} belongs to another library than the files "+
			"of documents there."), adoptAdvice)
	case found.Mark.Counter < mark.Counter:
		return f.refuse(sentence.New("library-older-database", "The database lectern.db in {folder} is older than the files of "+
			"documents there: it is an old copy, or its lectern.db-wal is missing."), adoptAdvice)
	}
	return nil
}

// refuseDamaged returns the fault for a database that SQLite cannot read.
func (f *Folder) refuseDamaged(cause error) error {
	reason := strings.Join(strings.Fields(cause.Error()), " ")
	return f.refuse(sentence.New("library-damaged-database", "The database lectern.db in {folder} cannot be read ({reason}).").
		With("reason", reason), startAnewAdvice)
}

// checkDamage returns a fault of kind Conflict if the database in the folder is damaged. It reads the whole database,
// unless the database is large. If only the search index is damaged, checkDamage sets indexDamaged and returns nil,
// because the start of a server can rebuild the index.
func (f *Folder) checkDamage(ctx context.Context) error {
	err := sqlite.Check(ctx, filepath.Join(f.Path, databaseFile))
	switch {
	case errors.Is(err, sqlite.ErrDamaged):
		return f.refuseDamaged(err)
	case errors.Is(err, sqlite.ErrIndexDamaged):
		f.indexDamaged = true
		return nil
	}
	return err
}

// check returns an error if the library in the folder is incomplete, or if its database and content do not belong
// together. It changes nothing.
func (f *Folder) check(ctx context.Context) error {
	if err := CheckParts(f.Path); err != nil {
		return err
	}
	if err := checkNotReplacing(f.Path); err != nil {
		return err
	}
	return f.checkComplete(ctx)
}

// checkComplete does the same as check, except that it does not look for an interrupted replacement of the library.
func (f *Folder) checkComplete(ctx context.Context) error {
	for _, check := range []func(context.Context) error{f.checkMoving, f.checkUnfinished, f.checkDatabase} {
		if err := check(ctx); err != nil {
			return err
		}
	}
	return nil
}

// examine does the same as check, and also reads the database to find damage.
func (f *Folder) examine(ctx context.Context) error {
	if err := f.check(ctx); err != nil {
		return err
	}
	return f.checkDamage(ctx)
}

// movingFile is the name of the database while a library is being moved into a folder. The database gets its final name
// when the move is complete.
const movingFile = databaseFile + ".moving"

// checkMoving returns an error if a library is being moved into the folder.
func (f *Folder) checkMoving(context.Context) error {
	_, err := os.Stat(filepath.Join(f.Path, movingFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("check data folder: %w", err)
	}
	return errMoving("another place")
}

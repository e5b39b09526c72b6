package backend

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"

	"lectern/backend/document"
	"lectern/backend/internal/dial"
	"lectern/backend/internal/fault"
	"lectern/backend/library/backup"
	"lectern/backend/library/bucket"
	"lectern/backend/sentence"
	"lectern/backend/store"
)

// The ways to go on from a database that does not belong to the content of its data folder. {folder} is the data folder.
var (
	restoreAdvice = sentence.New("advice-restore", "To restore, put the right lectern.db into {folder}, together with the lectern.db-wal that lies beside it, "+
		"or make a library of a backup in another folder with 'lectern restore --data FOLDER BACKUP'.")
	anewAdvice = sentence.New("advice-anew", "To start anew on purpose, with an empty library, run 'lectern start-anew --data {folder}': "+
		"it sets the files of documents aside until the server has run for 30 days.")
	adoptAdvice = sentence.New("advice-adopt", "To go on with this database on purpose, run 'lectern start-anew --data {folder}': "+
		"it sets the files that the database does not know aside until the server has run for 30 days, and brings back those that it knows.")
)

// refuse returns the fault of a library on which no server starts, with the ways to go on.
func (f *folder) refuse(what, anew sentence.Sentence) error {
	place := func(s sentence.Sentence) sentence.Sentence { return s.With("folder", f.path) }
	return fault.Told(fault.Conflict, sentence.New("library-refused", "{what} Nothing was changed. {restore} {anew}").
		With("what", place(what)).With("restore", place(restoreAdvice)).With("anew", place(anew)))
}

// checkUnfinished returns an error where a restore into the folder was broken off.
func (f *folder) checkUnfinished(context.Context) error { return backup.ErrUnfinished(f.path) }

// checkDatabase returns a fault of kind Conflict where the database in the folder is not the one that its content belongs
// to. It changes nothing, and reads little: see also [store.Check].
func (f *folder) checkDatabase(ctx context.Context) error {
	mark, marked, err := store.ReadMark(f.path) // first, as it may only be behind the database
	if err != nil {
		return err
	}
	found, err := store.Peek(ctx, filepath.Join(f.path, databaseFile))
	if errors.Is(err, store.ErrDamaged) {
		return f.refuseDamaged(err)
	}
	if err != nil {
		return err
	}
	f.current = marked && found.Mark == mark
	return f.compare(found, mark, marked)
}

func (f *folder) compare(found store.Peeked, mark store.Mark, marked bool) error {
	err := f.compareMarks(found, mark, marked)
	if err == nil || !f.isServed() {
		return err
	}
	told, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return err
	}
	return fault.Told(fault.Conflict, sentence.New("library-replaced", "{refusal} But a server still has the database open that was here before: "+
		"run 'lectern backup' before you stop it, and restore that backup into another folder.").With("refusal", told.Sentence()))
}

// isServed reports whether a server runs on the folder, which this process does not hold itself.
func (f *folder) isServed() bool {
	if f.lock != nil || !hasAny(f.path, lockFile) {
		return false
	}
	lock := flock.New(filepath.Join(f.path, lockFile))
	free, err := lock.TryLock()
	return errors.Join(err, lock.Close()) == nil && !free
}

func (f *folder) compareMarks(found store.Peeked, mark store.Mark, marked bool) error {
	switch {
	case found.Empty && (marked || hasContent(f.content())):
		return f.refuse(sentence.New("library-no-database", "The folder {folder} has files of documents, but its database lectern.db is missing or empty."), anewAdvice)
	case found.Empty || !marked:
		return nil
	case found.Mark.Library != "" && found.Mark.Library != mark.Library:
		return f.refuse(sentence.New("library-other-database", "The database lectern.db in {folder} belongs to another library than the files of documents there."), adoptAdvice)
	case found.Mark.Counter < mark.Counter:
		return f.refuse(sentence.New("library-older-database", "The database lectern.db in {folder} is older than the files of documents there: "+
			"it is a copy from before, or its lectern.db-wal is missing."), adoptAdvice)
	}
	return nil
}

// refuseDamaged returns the fault of a database that SQLite cannot read.
func (f *folder) refuseDamaged(cause error) error {
	reason := strings.Join(strings.Fields(cause.Error()), " ")
	return f.refuse(sentence.New("library-damaged-database", "The database lectern.db in {folder} cannot be read ({reason}).").With("reason", reason), anewAdvice)
}

// checkDamage returns a fault of kind Conflict where the database in the folder is damaged. It reads all of one that is
// not large. Damage to the search index alone is noted, as it is made anew.
func (f *folder) checkDamage(ctx context.Context) error {
	err := store.Check(ctx, filepath.Join(f.path, databaseFile))
	switch {
	case errors.Is(err, store.ErrDamaged):
		return f.refuseDamaged(err)
	case errors.Is(err, store.ErrIndexDamaged):
		f.indexDamaged = true
		return nil
	}
	return err
}

// ExamineLibrary is [Config.CheckLibrary] that also reads the database in the data folder, to find damage and secrets whose
// key is lost.
func (c Config) ExamineLibrary(ctx context.Context) error {
	if err := c.CheckLibrary(ctx); err != nil {
		return err
	}
	f := &folder{path: cmp.Or(c.Data, DefaultData())}
	if c.Database != "" {
		return c.checkSharedSeal(ctx, f)
	}
	if err := f.checkDamage(ctx); err != nil {
		return err
	}
	return f.checkSeal(ctx)
}

// checkSharedSeal is [folder.checkSeal] for a library whose records, or records and bytes, lie elsewhere. While these
// cannot be reached it returns nil, as nothing is known of the key.
func (c Config) checkSharedSeal(ctx context.Context, f *folder) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	key := keyPlace{path: f.sealKey()}
	if c.Blobs != "" {
		in, err := bucket.Open(ctx, c.Blobs, new(dial.Line), slog.New(slog.DiscardHandler))
		if err != nil {
			return nil
		}
		defer func() { _ = in.Close() }() // which was only read
		key.bucket = in
	}
	err := key.checkOpens(ctx, c.database(f.path))
	if !fault.Is(err, fault.Conflict) {
		return nil
	}
	return err
}

// hasContent reports whether there is any file of a document in the folder of the content.
func hasContent(path string) bool {
	errFound := errors.New("found")
	err := document.EachFile(path, func(string, string) error { return errFound })
	return errors.Is(err, errFound)
}

// takeStock compares the content of the data folder with the records. After a kill, and where nothing proves that the
// database is the last one that was used here, it removes half-written files and sets files aside that no record names.
// Where the database does not know most of the content, it is a fault of kind Conflict, and nothing changes, unless the
// mark proves that the database is current: a backup that the kill broke off has kept files of removed documents.
func (s *Server) takeStock(ctx context.Context) error {
	proven := s.db.Shared() // their mark in the content was compared
	if !proven {
		var err error
		if _, proven, err = store.ReadMark(s.folder.path); err != nil {
			return err
		}
	}
	if err := s.docs.BringBack(ctx); err != nil {
		return err
	}
	if s.folder.killed || !proven {
		if err := s.sweep(ctx, proven); err != nil {
			return err
		}
	}
	return s.db.KeepMark(ctx)
}

func (s *Server) sweep(ctx context.Context, proven bool) error {
	stock, err := s.docs.TakeStock(ctx)
	if err != nil {
		return err
	}
	if unaware, known, unknown := stock.Unaware(proven); unaware && !s.folder.current {
		return s.folder.refuse(sentence.New("library-unaware-database", "The database of the library does not know {unknown} of {all} files of documents in {folder}.").
			With("unknown", unknown).With("all", known+unknown), adoptAdvice)
	}
	return s.docs.Sweep(ctx, stock)
}

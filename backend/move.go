package backend

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"gocloud.dev/blob"

	"lectern/backend/audit"
	"lectern/backend/internal/dial"
	"lectern/backend/internal/disk"
	"lectern/backend/library/backup"
	"lectern/backend/library/bucket"
	"lectern/backend/store"
)

// Place is where a library lies, as the flags of the same names say.
type Place struct{ Data, Database, Blobs string }

// Moved is what a move has carried over.
type Moved struct {
	Documents, Files, Bytes int64
	// Missing is how many files the library that was moved did not have, although its records name them.
	Missing int64
	// Lost names these files, with the records that need them.
	Lost []string
}

// Move copies a library to another place, and compares it there with the original, which stays as it is but for a
// mark that says where it was moved to: no server starts on it then. Neither may be in use; the place that it goes to must be empty, or hold the part of it that a move before has
// got to: then it goes on behind that. Say is told how far it is.
func Move(ctx context.Context, from, to Place, log *slog.Logger, say func(string)) (moved Moved, err error) {
	if from == to {
		return moved, errThere
	}
	if isWithin(from.Data, to.Data) || isWithin(to.Data, from.Data) {
		return moved, errors.New("one of the folders lies in the other: name one beside it")
	}
	source, err := openSource(ctx, from, log)
	if err != nil {
		return moved, err
	}
	defer func() { err = errors.Join(err, source.close(), source.free()) }()
	if err := source.secrets().check(ctx); err != nil {
		return moved, err
	}
	before, err := source.db.Moved(ctx)
	if err == nil && before != "" && before != to.name() {
		err = store.ErrMoved(before)
	}
	if err != nil {
		return moved, err
	}
	target, err := openTarget(ctx, to, log)
	if err != nil {
		return moved, err
	}
	defer func() { err = errors.Join(err, target.free()) }()
	if same, err := isSame(ctx, source, target); err != nil || same {
		return moved, errors.Join(cmp.Or(err, errThere), target.close())
	}
	mover := mover{from: source, to: target, before: before, say: say}
	err = source.db.Alone(ctx, func() error { return mover.run(ctx) })
	if err = errors.Join(err, target.close()); err == nil {
		err = target.finish()
	}
	if err != nil && mover.marked {
		err = &UnendedError{err}
	}
	return mover.moved, err
}

// isWithin says whether a folder lies below another. An empty one is none.
func isWithin(folder, above string) bool {
	if folder == "" || above == "" {
		return false
	}
	path, err := filepath.Rel(above, folder)
	return err == nil && path != "." && filepath.IsLocal(path)
}

var errThere = errors.New("the library lies there already: name another place")

// isSame says whether two places have one database, by whatever addresses.
func isSame(ctx context.Context, a, b *placed) (bool, error) {
	if a.Database == "" || b.Database == "" {
		return false, nil
	}
	one, err := a.db.Identity(ctx)
	if err != nil {
		return false, err
	}
	other, err := b.db.Identity(ctx)
	return one == other, err
}

// UnendedError is why a move is not at its end of which all is carried over: servers start on neither library until
// it is called again, or undone.
type UnendedError struct{ cause error }

// Error says what to do.
func (e *UnendedError) Error() string {
	return fmt.Sprintf("all is carried over, but the move is not at its end: call it as before (%v)", e.cause)
}

// Unwrap gives the cause.
func (e *UnendedError) Unwrap() error { return e.cause }

// UndoMove takes the mark away that a library was moved.
func UndoMove(ctx context.Context, at Place, log *slog.Logger) (err error) {
	p, err := openSource(ctx, at, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close(), p.free()) }()
	target, err := p.db.Moved(ctx)
	if err == nil && target == "" {
		err = errors.New("the library was not moved from there")
	}
	if err != nil {
		return err
	}
	return errors.Join(p.db.ForgetMoved(ctx), p.db.CreateAudit(ctx, Command("undo-move")))
}

// errMoving says that a library is not all there yet; nil where it comes from nowhere.
func errMoving(source string) error {
	if source == "" {
		return nil
	}
	return fmt.Errorf("this library is still being moved here from %s: call 'lectern move' as before, and it goes on", source)
}

// CheckLibrary says why no server starts on the library in the data folder, or in the folder's place for one that is on its
// way there; nil where there is none. Of the folder of one in PostgreSQL, only the kinds of its files are checked. It changes
// nothing.
func (c Config) CheckLibrary(ctx context.Context) error {
	data := cmp.Or(c.Data, DefaultData())
	if c.Database != "" {
		return CheckParts(data)
	}
	if err := (&folder{path: data}).check(ctx); err != nil {
		return err
	}
	database, err := FindDatabase(data)
	if err != nil {
		return nil // there is none
	}
	target, err := store.PeekMoved(ctx, database)
	return errors.Join(err, store.ErrMoved(target))
}

// check returns an error where the folder has no whole library, or a database that its content does not belong to. It
// changes nothing.
func (f *folder) check(ctx context.Context) error {
	if err := CheckParts(f.path); err != nil {
		return err
	}
	if err := checkExchanged(f.path); err != nil {
		return err
	}
	for _, check := range []func(context.Context) error{f.checkMoving, f.checkUnfinished, f.checkDatabase} {
		if err := check(ctx); err != nil {
			return err
		}
	}
	return nil
}

// examine is check that also reads the database, to find damage.
func (f *folder) examine(ctx context.Context) error {
	if err := f.check(ctx); err != nil {
		return err
	}
	return f.checkDamage(ctx)
}

// placed is a library that is open to be moved.
type placed struct {
	Place
	db     *store.DB
	bucket *blob.Bucket
	folder *folder // nil where nothing of it is in one
	new    string  // the database of a target in a folder, until all is there
}

// unmoved is what the database of a target in a folder is called until all is there.
const unmoved = databaseFile + ".moving"

// checkMoving refuses a folder into which a library is on its way.
func (f *folder) checkMoving(context.Context) error {
	_, err := os.Stat(filepath.Join(f.path, unmoved))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("look into the data folder: %w", err)
	}
	return errMoving("another place")
}

func openSource(ctx context.Context, at Place, log *slog.Logger) (*placed, error) {
	database := at.Database
	if database == "" {
		err := (&folder{path: at.Data}).examine(ctx)
		if err != nil {
			return nil, err
		}
		if database, err = FindDatabase(at.Data); err != nil {
			return nil, err
		}
	}
	p, err := openPlace(ctx, at, database, log)
	if err != nil {
		return nil, err
	}
	if err := p.checkSource(ctx); err != nil {
		return nil, errors.Join(err, p.close(), p.free())
	}
	return p, nil
}

// checkSource says why what is there cannot be moved.
func (p *placed) checkSource(ctx context.Context) error {
	if p.Database != "" {
		if err := claimBucket(ctx, p.db, p.bucket); err != nil {
			return err
		}
	}
	source, err := p.db.Moving(ctx)
	return errors.Join(err, errMoving(source))
}

func openTarget(ctx context.Context, at Place, log *slog.Logger) (*placed, error) {
	if at.Database != "" {
		return openPlace(ctx, at, at.Database, log)
	}
	there, err := DatabasePath(at.Data)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(there); !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is a library in %s already: name an empty folder", at.Data)
	}
	database := filepath.Join(at.Data, unmoved)
	p, err := openPlace(ctx, at, database, log)
	if err != nil {
		return nil, err
	}
	p.new = database
	return p, nil
}

func openPlace(ctx context.Context, at Place, database string, log *slog.Logger) (*placed, error) {
	p := &placed{Place: at}
	if err := p.open(ctx, database, log); err != nil {
		return nil, errors.Join(err, p.close(), p.free())
	}
	return p, nil
}

// open opens the database and the content, and holds the folder that has any of them.
func (p *placed) open(ctx context.Context, database string, log *slog.Logger) (err error) {
	if p.Database == "" || p.Blobs == "" {
		if p.folder, err = holdFolder(p.Data); err != nil {
			return err
		}
	}
	if p.db, err = store.Open(ctx, database, log); err != nil {
		return err
	}
	if p.Blobs != "" {
		p.bucket, err = bucket.Open(ctx, p.Blobs, new(dial.Line), log)
		return err
	}
	if err := os.MkdirAll(p.folder.content(), 0o700); err != nil {
		return fmt.Errorf("make data folder: %w", err)
	}
	p.bucket, err = openFiles(p.folder.content())
	return err
}

// name is what the place is called in messages and in the records of libraries.
func (at Place) name() string {
	if at.Database == "" {
		return at.Data
	}
	return store.NameOf(at.Database) + " and " + cmp.Or(at.Blobs, at.Data)
}

func (p *placed) close() error {
	var errs []error
	if p.bucket != nil {
		errs = append(errs, p.bucket.Close())
		p.bucket = nil
	}
	if p.db != nil {
		errs = append(errs, p.db.Close())
		p.db = nil
	}
	return errors.Join(errs...)
}

// free lets the folder go.
func (p *placed) free() error {
	if p.folder == nil {
		return nil
	}
	return p.folder.lock.Close()
}

// finish gives the database of a library in a folder its name, when all else is on the disk.
func (p *placed) finish() error {
	if p.new == "" {
		return nil
	}
	err := backup.SyncFolders(p.folder.path)
	if err == nil {
		err = os.Rename(p.new, filepath.Join(p.folder.path, databaseFile))
	}
	if err == nil {
		err = disk.SyncFolder(p.folder.path)
	}
	_ = os.Remove(p.new + ".migrating") // the lock of an opened database: a new one is made
	return err
}

// mover carries a library from one place to another.
type mover struct {
	from, to *placed
	before   string // where the library says that it was moved to; empty where it was not
	say      func(string)
	moved    Moved
	marked   bool // the library says already where it was moved to
}

func (m *mover) run(ctx context.Context) error {
	if done, err := m.goOn(ctx); done || err != nil {
		return err
	}
	if m.to.Database != "" {
		if err := checkClaim(ctx, m.to.db, m.to.bucket); isForeign(err) && !errors.Is(err, errContentElsewhere) { // before anything is written
			return err
		}
	}
	err := m.to.db.Alone(ctx, func() error { return m.to.db.BeginMove(ctx, m.from.name()) })
	if err != nil {
		return err
	}
	if m.to.Database != "" {
		if err := claimBucket(ctx, m.to.db, m.to.bucket); err != nil {
			return err
		}
	}
	for _, step := range []func(context.Context) error{m.key, m.content, m.records} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	// Of the two libraries one at most may be served at any time, whenever this is ended.
	if err := m.from.db.MarkMoved(ctx, m.to.name()); err != nil {
		return err
	}
	m.marked = true
	return m.to.db.EndMove(ctx, m.from.db, Command(moveAction))
}

// goOn looks whether the library was moved to this place before: done says that it is all there but for the name of its file.
func (m *mover) goOn(ctx context.Context) (done bool, err error) {
	if m.before == "" {
		return false, nil
	}
	source, err := m.to.db.Moving(ctx)
	if m.marked = source != ""; err != nil || m.marked {
		return false, err
	}
	ends, err := m.to.db.ListAudit(ctx, audit.Selection{Action: moveAction, Limit: 1})
	switch {
	case err != nil:
		return false, err
	case len(ends) == 0: // somebody has emptied it since
		return false, nil
	case m.to.new == "":
		return false, store.ErrMoved(m.before)
	}
	m.marked = true
	return true, nil
}

// moveAction is a move in the audit log.
const moveAction = "move-library"

// records carries the records over, and compares them.
func (m *mover) records(ctx context.Context) error {
	err := m.to.db.MoveRecords(ctx, m.from.db, func(table string, rows int64) {
		if table == "document" {
			m.moved.Documents = rows
		}
		m.say(fmt.Sprintf("records: %d of the table %s", rows, table))
	})
	if err != nil {
		return err
	}
	m.say("records: comparing them")
	return m.to.db.CheckRecords(ctx, m.from.db)
}

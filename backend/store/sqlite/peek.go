package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"lectern/backend/internal/fault"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/mattn/go-sqlite3"
)

// Peeked describes a database file that [Peek] has read.
type Peeked struct {
	Empty bool // the file is missing, or has no tables of a library
	Mark  Mark // zero for a library of an earlier version
}

// ErrDamaged is wrapped by the errors of database files that SQLite cannot read.
var ErrDamaged = errors.New("the database is damaged")

// Peek describes the database at a path without changing it. The database may have any version.
func Peek(ctx context.Context, path string) (p Peeked, err error) {
	err = View(path, func(db *sql.DB) error {
		p, err = readMark(ctx, db)
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return Peeked{Empty: true}, nil
	}
	return p, err
}

func readMark(ctx context.Context, db *sql.DB) (p Peeked, err error) {
	var marked bool
	err = db.QueryRowContext(ctx, `SELECT NOT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'migration'),
		EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'library')`).Scan(&p.Empty, &marked)
	if err != nil || !marked {
		return p, err
	}
	err = db.QueryRowContext(ctx, `SELECT id, counter FROM library`).Scan(&p.Mark.Library, &p.Mark.Counter)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("%w: its table library is empty", ErrDamaged)
	}
	return p, err
}

// checkTime is how long a check of a database may take. The start of the server waits for the check.
const checkTime = 5 * time.Second

// Check checks the database at a path for damage. The error wraps [ErrDamaged], or is [ErrIndexDamaged] if only the
// search index is damaged. If the check of a large database takes longer than checkTime, Check stops it and returns
// nil. It also returns nil if there is no database.
func Check(ctx context.Context, path string) error {
	err := View(path, func(db *sql.DB) error {
		ctx, cancel := context.WithTimeout(ctx, checkTime)
		defer cancel()
		err := checkPages(ctx, db)
		if ctx.Err() != nil && !errors.Is(err, ErrDamaged) {
			return nil
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// View opens the database at a path for reading, and passes it to the function do. The error is [fs.ErrNotExist] if
// there is no file. View opens the database for writing if SQLite cannot read it otherwise. That is so after an
// interrupted transaction, and while another program creates the database.
func View(path string, do func(*sql.DB) error) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	err := peekAs(path, "ro", do)
	if e, ok := errors.AsType[sqlite3.Error](err); ok && e.Code == sqlite3.ErrReadonly {
		err = peekAs(path, "rw", do)
	}
	return fault.NameFullDisk(filepath.Dir(path), AsNoSpace(AsDamaged(err)))
}

func peekAs(path, mode string, do func(*sql.DB) error) error {
	name := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}).String() + "?_busy_timeout=10000&mode=" + mode
	db, err := sql.Open("sqlite3", name)
	if err != nil {
		return err
	}
	return errors.Join(do(db), db.Close())
}

// AsDamaged returns err as an error that wraps [ErrDamaged] if the file is damaged or not a database. It returns other
// errors unchanged.
func AsDamaged(err error) error {
	e, ok := errors.AsType[sqlite3.Error](err)
	if !ok || e.Code != sqlite3.ErrCorrupt && e.Code != sqlite3.ErrNotADB || errors.Is(err, ErrDamaged) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}

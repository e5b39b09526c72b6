package store

import (
	"bytes"
	"context"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"syscall"

	"github.com/gofrs/flock"
	"github.com/mattn/go-sqlite3"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
)

//go:embed migration/*.sql
var sqliteMigrations embed.FS

// readers is how many connections read at once. Writing has one connection:
// SQLite has one writer, and a queue in Go is fairer than its busy timeout.
const readers = 8

// sqlite is a database in a file, of one program.
type sqlite struct {
	path        string
	write, read *sql.DB
	mark        *os.File // kept up to date after each transaction; nil where nobody wants that
	log         *slog.Logger
}

// openSQLite opens the file at a path, and makes it where it is missing. Only its owner can read it.
func openSQLite(path string, log *slog.Logger) (*sqlite, error) {
	if err := keepPrivate(path, log); err != nil {
		return nil, err
	}
	write, err := sql.Open("sqlite3", dsn(path, "_txlock=immediate"))
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	read, err := sql.Open("sqlite3", dsn(path, "_query_only=1"))
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers)
	return &sqlite{path: path, write: write, read: read, log: log}, nil
}

// dsn spells the settings that the driver applies to every connection. A commit is seen by
// all from then on, also after a kill; it survives a loss of power once it is on disk,
// which [DB.update] waits for. Those of the job queue need not: what was lost is done again.
// Statements are kept prepared: to read them anew takes a third of a small transaction.
func dsn(path, more string) string {
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}).String() +
		"?_journal_mode=WAL&_synchronous=NORMAL&_busy_timeout=10000&_foreign_keys=1&_stmt_cache_size=64&" + more
}

func (s *sqlite) close() error {
	err := errors.Join(s.read.Close(), s.write.Close())
	if s.mark != nil {
		err = errors.Join(err, s.mark.Close())
	}
	return err
}

func (s *sqlite) pools() (write, read *sql.DB) { return s.write, s.read }

func (s *sqlite) migrations() (fs.FS, error) { return fs.Sub(sqliteMigrations, "migration") }

// alone locks a file beside the database: a server and a command may open a new data folder at the
// same time.
func (s *sqlite) alone(_ context.Context, do func() error) (err error) {
	lock := flock.New(LockFile(s.path))
	if err := lock.Lock(); err != nil {
		return fmt.Errorf("lock migration: %w", err)
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	return do()
}

func (s *sqlite) prepareMigrations(ctx context.Context) error {
	_, err := s.write.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS migration (version BIGINT NOT NULL PRIMARY KEY)`)
	return err
}

func (s *sqlite) noteMigration(ctx context.Context, tx *sql.Tx, m migration) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO migration (version) VALUES (?)`, m.version)
	return err
}

// awaitOlder has nobody to wait for: one program works on a file.
func (s *sqlite) awaitOlder(context.Context, int) error { return nil }

// canWorkWith leaves what a later program has written to that.
func (s *sqlite) canWorkWith(context.Context, int) (bool, error) { return false, nil }

func (s *sqlite) isLocked(error) bool { return false }

func (s *sqlite) ping(ctx context.Context) error { return s.read.PingContext(ctx) }

func (s *sqlite) filled(ctx context.Context, tx *sql.Tx, version int, log *slog.Logger) error {
	switch version {
	case searchVersion:
		return indexTexts(ctx, tx, log)
	case namesVersion:
		return foldNames(ctx, tx)
	case makerVersion:
		return fillReferences(ctx, tx)
	}
	return nil
}

func (s *sqlite) migrateQueue(ctx context.Context, log *slog.Logger) error {
	migrator, err := rivermigrate.New(riversqlite.New(s.write), &rivermigrate.Config{Logger: quiet(log)})
	if err != nil {
		return err
	}
	// The migrator asks for a table that a new database lacks; that is its way
	// to find version 0, and not an error.
	_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return err
}

func (s *sqlite) newQueue(log *slog.Logger) (*queue, error) {
	wakes := make(chan string, 256)
	insert, err := river.NewClient(s.queueDriver(nil), &river.Config{Logger: quiet(log)})
	if err != nil {
		return nil, err
	}
	q := &queue{insert: insert, wakes: wakes, rest: restAfter}
	q.work = func(config *river.Config) (worker, error) {
		return &onDemand{due: s.nextJob, wakes: wakes, rest: q.rest, log: log, open: func(wakes chan string) (worker, error) {
			return river.NewClient(s.queueDriver(wakes), config)
		}}, nil
	}
	return q, nil
}

func (s *sqlite) queueDriver(wakes chan string) *wakingDriver {
	return &wakingDriver{Driver: riversqlite.New(s.write), wakes: wakes}
}

// claim leaves it to the lock of the data folder.
func (s *sqlite) claim(context.Context) error { return nil }

// attend puts back all: nobody but this program works on this database.
func (s *sqlite) attend(ctx context.Context, _, _ func()) (attendance, error) {
	return alone{}, putBack(ctx, s.write, "TRUE")
}

func (s *sqlite) node() string                       { return "" }
func (s *sqlite) bury(context.Context, string) error { return nil }

// alone is the attendance of the only program.
type alone struct{}

func (alone) retire() {}
func (alone) leave()  {}

func (s *sqlite) own() string { return "TRUE" }

func (s *sqlite) transact(ctx context.Context, tx *Tx, do func(*Tx) error) error {
	conn, err := s.write.Conn(ctx)
	if err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	defer conn.Close()
	if !tx.lasting {
		return transact(ctx, conn, tx, do)
	}
	if _, err := conn.ExecContext(ctx, "PRAGMA synchronous=FULL"); err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	// Where this fails, the next commits take longer, that is all.
	defer conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA synchronous=NORMAL")
	return s.transactCounted(ctx, conn, tx, do)
}

// transactCounted is transact for a transaction that must not be lost. It counts it, and writes the mark before another
// one begins.
func (s *sqlite) transactCounted(ctx context.Context, conn *sql.Conn, tx *Tx, do func(*Tx) error) error {
	var mark Mark
	err := transact(ctx, conn, tx, func(tx *Tx) (err error) {
		if err := do(tx); err != nil {
			return err
		}
		mark, err = tx.count(ctx)
		return err
	})
	if err == nil {
		s.writeMark(mark)
	}
	return err
}

func (s *sqlite) name() string { return s.path }

func (s *sqlite) index() wordIndex { return fts5{s.read} }

// tell has nobody to tell: no other program rings.
func (s *sqlite) tell(context.Context, *Tx) error { return nil }

func (s *sqlite) listen(context.Context, func(notice)) error { return nil }

func (s *sqlite) broadcast(context.Context, []string) error { return nil }

// lead lets the only program lead.
func (s *sqlite) lead(ctx context.Context, do func(context.Context)) { do(ctx) }

func (s *sqlite) looking() *sql.TxOptions { return nil }

func (s *sqlite) size(context.Context) (bytes int64, err error) {
	for _, path := range append(SideFiles(s.path), s.path) {
		info, err := os.Stat(path)
		switch {
		case err == nil:
			bytes += info.Size()
		case !errors.Is(err, fs.ErrNotExist):
			return bytes, err
		}
	}
	return bytes, nil
}

func (s *sqlite) vacuum(ctx context.Context) error {
	if _, err := s.write.ExecContext(ctx, `VACUUM`); err != nil {
		return err
	}
	return s.truncateLog(ctx)
}

func (s *sqlite) truncateLog(ctx context.Context) error {
	_, err := s.write.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
	return err
}

func (s *sqlite) byName() string { return " INDEXED BY document_by_name" }

func (s *sqlite) metadata(name string, text json.RawMessage) (condition string, arguments []any) {
	kinds, value := jsonValue(text)
	return `metadata <> '' AND EXISTS (SELECT 1 FROM json_each(metadata) WHERE key = ? AND type IN (` + kinds + `) AND value IS ?)`,
		[]any{name, value}
}

// jsonValue gives a JSON value as json_each does: the types that it may have, and the value.
func jsonValue(text json.RawMessage) (kinds string, value any) {
	if err := json.Unmarshal(text, &value); err != nil {
		return "''", nil // which no value is of
	}
	switch value.(type) {
	case string:
		return "'text'", value
	case float64:
		return "'integer', 'real'", value
	case bool:
		return "'" + string(bytes.TrimSpace(text)) + "'", value
	case nil:
		return "'null'", nil
	}
	var compact bytes.Buffer
	_ = json.Compact(&compact, text) // it was read
	return "'object', 'array'", compact.String()
}

func isDuplicateSQLite(err error) bool {
	e, ok := errors.AsType[sqlite3.Error](err)
	return ok && e.ExtendedCode == sqlite3.ErrConstraintUnique
}

// isFullSQLite says so of a database that cannot be extended; what lies beside it has an I/O error.
func isFullSQLite(err error) bool {
	e, ok := errors.AsType[sqlite3.Error](err)
	return ok && (e.Code == sqlite3.ErrFull || e.SystemErrno == syscall.ENOSPC)
}

// Package sqlite stores records in a SQLite file, and checks and repairs such files.
package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"lectern/backend/internal/fault"
	"lectern/backend/store/engine"
	"lectern/backend/store/jobs"
	"lectern/backend/store/migration"
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

// readers is the number of connections for reading. There is one connection for writing: SQLite allows one writer at a
// time, and a queue in Go is fairer than SQLite's busy timeout.
const readers = 8

// Database is a database in a file, which one program uses.
type Database struct {
	Path        string
	write, read *sql.DB
	mark        *os.File // open mark file, written after each durable transaction; nil until [Database.OpenMark] is called
	log         *slog.Logger
	isCopy      bool        // whether the database is a copy of another one
	opened      fs.FileInfo // information about the file when it was opened
}

// Open opens the database in the file at a path and creates it if it is missing. Only its owner can read it. If isCopy
// is true, the database is itself a copy of a database, and no further copy is kept before a migration.
func Open(path string, isCopy bool, log *slog.Logger) (*Database, error) {
	if err := keepPrivate(path, log); err != nil {
		return nil, err
	}
	opened, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	write, err := sql.Open("sqlite3", DSN(path, "_txlock=immediate"))
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	read, err := sql.Open("sqlite3", DSN(path, "_query_only=1"))
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers)
	return &Database{Path: path, write: write, read: read, log: log, isCopy: isCopy, opened: opened}, nil
}

// DSN returns the data source name of a database at a path. It contains the settings of every connection. After a
// commit, its changes are visible and survive a kill of the process. They survive a loss of power when they have
// reached the disk. Durable transactions wait until then; transactions of the job queue do not, because its jobs are
// repeated. Statements stay prepared, because preparing takes a third of the time of a small transaction.
func DSN(path, options string) string {
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}).String() +
		"?_journal_mode=WAL&_synchronous=NORMAL&_busy_timeout=10000&_foreign_keys=1&_stmt_cache_size=64&" + options
}

func (s *Database) Close() error {
	err := errors.Join(s.read.Close(), s.write.Close())
	if s.mark != nil {
		err = errors.Join(err, s.mark.Close())
	}
	return err
}

func (s *Database) Pools() (write, read *sql.DB) { return s.write, s.read }

func (s *Database) Migrations() (fs.FS, error) { return migration.SQLite() }

// RunExclusively locks a file beside the database, because a server and a command may open a new data folder at the
// same time.
func (s *Database) RunExclusively(_ context.Context, do func() error) (err error) {
	lock := flock.New(LockFile(s.Path))
	if err := lock.Lock(); err != nil {
		return fmt.Errorf("lock migration: %w", err)
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	return do()
}

func (s *Database) PrepareMigrations(ctx context.Context) error {
	_, err := s.write.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS migration (version BIGINT NOT NULL PRIMARY KEY)`)
	return err
}

func (s *Database) RecordMigration(ctx context.Context, tx *sql.Tx, m migration.Migration) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO migration (version) VALUES (?)`, m.Version)
	return err
}

// AwaitOlderPrograms does nothing, because one program uses the file.
func (s *Database) AwaitOlderPrograms(context.Context, int) error { return nil }

// CanWorkWith returns false, because only a newer program can use a database that a newer program has migrated.
func (s *Database) CanWorkWith(context.Context, int) (bool, error) { return false, nil }

func (s *Database) IsLocked(error) bool { return false }

func (s *Database) Ping(ctx context.Context) error { return s.read.PingContext(ctx) }

func (s *Database) RunMigrationCode(ctx context.Context, tx *sql.Tx, version int, log *slog.Logger) error {
	switch version {
	case searchIndexMigration:
		return indexTexts(ctx, tx, log)
	case foldedNamesMigration:
		return foldNames(ctx, tx)
	case referencesMigration:
		return fillReferences(ctx, tx)
	}
	return nil
}

func (s *Database) MigrateQueue(ctx context.Context, log *slog.Logger) error {
	migrator, err := rivermigrate.New(riversqlite.New(s.write), &rivermigrate.Config{Logger: jobs.QuietLog(log)})
	if err != nil {
		return err
	}
	// The migrator reads a table that a new database does not have, to detect version 0. Its error is expected.
	_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return err
}

func (s *Database) NewQueue(log *slog.Logger) (*jobs.Queue, error) {
	wakes := make(chan string, 256)
	insert, err := river.NewClient(s.queueDriver(nil), &river.Config{Logger: jobs.QuietLog(log)})
	if err != nil {
		return nil, err
	}
	q := &jobs.Queue{Client: insert, Wakes: wakes, StopAfter: jobs.DefaultStopAfter}
	q.NewWorker = func(config *river.Config) (jobs.Worker, error) {
		return &jobs.OnDemand{Due: s.nextJob, Wakes: wakes, StopAfter: q.StopAfter, Log: log, Open: func(wakes chan string) (jobs.Worker, error) {
			return river.NewClient(s.queueDriver(wakes), config)
		}}, nil
	}
	return q, nil
}

func (s *Database) queueDriver(wakes chan string) *wakingDriver {
	return &wakingDriver{Driver: riversqlite.New(s.write), wakes: wakes}
}

// Claim does nothing, because the data folder is locked.
func (s *Database) Claim(context.Context) error { return nil }

// Join makes all jobs available, because no other program works on the database.
func (s *Database) Join(ctx context.Context, _, _ func()) (jobs.Membership, error) {
	return singleNode{}, jobs.Requeue(ctx, s.write, "TRUE")
}

func (s *Database) Node() string                              { return "" }
func (s *Database) DeclareDead(context.Context, string) error { return nil }

// singleNode is the membership of the only program.
type singleNode struct{}

func (singleNode) Retire() {}
func (singleNode) Leave()  {}

func (s *Database) OwnJobs() string { return "TRUE" }

func (s *Database) Transact(ctx context.Context, durable bool, do func(*sql.Tx) error) error {
	conn, err := s.write.Conn(ctx)
	if err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	defer conn.Close()
	if !durable {
		return engine.RunTx(ctx, conn, do)
	}
	if _, err := conn.ExecContext(ctx, "PRAGMA synchronous=FULL"); err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	// If switching back to NORMAL fails, later commits take longer but nothing is lost.
	defer conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA synchronous=NORMAL")
	return s.transactCounted(ctx, conn, do)
}

// transactCounted runs a durable transaction, which also increments the transaction counter. It writes the mark before
// another transaction begins.
func (s *Database) transactCounted(ctx context.Context, conn *sql.Conn, do func(*sql.Tx) error) error {
	var mark Mark
	err := engine.RunTx(ctx, conn, func(tx *sql.Tx) (err error) {
		if err := do(tx); err != nil {
			return err
		}
		mark, err = countTransaction(ctx, tx)
		return err
	})
	if err == nil {
		s.writeMark(mark)
	}
	return err
}

func (s *Database) Name() string { return s.Path }

func (s *Database) WordIndex() engine.WordIndex { return fts5{s.read} }

// Announce does nothing, because there are no other nodes.
func (s *Database) Announce(context.Context, *sql.Tx, bool, engine.Changes) error { return nil }

func (s *Database) Listen(context.Context, func(engine.Notice)) error { return nil }

func (s *Database) Broadcast(context.Context, []string) error { return nil }

// Lead calls do at once: a single program uses the database, and is its leader.
func (s *Database) Lead(ctx context.Context, do func(context.Context)) { do(ctx) }

func (s *Database) SnapshotOptions() *sql.TxOptions { return nil }

func (s *Database) Size(context.Context) (bytes int64, err error) {
	for _, path := range append(SideFiles(s.Path), s.Path) {
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

func (s *Database) Vacuum(ctx context.Context) error {
	if _, err := s.write.ExecContext(ctx, `VACUUM`); err != nil {
		return err
	}
	return s.TruncateLog(ctx)
}

func (s *Database) TruncateLog(ctx context.Context) error {
	_, err := s.write.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
	return err
}

func (s *Database) NameIndexHint() string { return " INDEXED BY document_by_name" }

func (s *Database) MetadataCondition(name string, text json.RawMessage) (condition string, arguments []any) {
	kinds, value := jsonValue(text)
	return `metadata <> '' AND EXISTS (SELECT 1 FROM json_each(metadata) WHERE key = ? AND type IN (` + kinds + `) AND value IS ?)`,
		[]any{name, value}
}

// jsonValue returns the types that json_each may report for a JSON value, as a list for SQL, and the value as json_each
// returns it.
func jsonValue(text json.RawMessage) (kinds string, value any) {
	if err := json.Unmarshal(text, &value); err != nil {
		return "''", nil // matches no value, because JSON that cannot be parsed has no type
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
	_ = json.Compact(&compact, text) // it was valid when it was read
	return "'object', 'array'", compact.String()
}

func IsDuplicate(err error) bool {
	e, ok := errors.AsType[sqlite3.Error](err)
	return ok && e.ExtendedCode == sqlite3.ErrConstraintUnique
}

// isFullSQLite reports whether an error means that the disk is full. If a file beside the database cannot be extended,
// SQLite reports an I/O error instead.
func isFullSQLite(err error) bool {
	e, ok := errors.AsType[sqlite3.Error](err)
	return ok && (e.Code == sqlite3.ErrFull || e.SystemErrno == syscall.ENOSPC)
}

// nextJob returns the time at which the first unfinished job is due.
func (s *Database) nextJob(ctx context.Context) (due jobs.DueTime, err error) {
	err = s.read.QueryRowContext(ctx, `SELECT scheduled_at FROM river_job
		WHERE state IN ('available', 'pending', 'retryable', 'running', 'scheduled') ORDER BY scheduled_at LIMIT 1`).Scan(&due.Time)
	if errors.Is(err, sql.ErrNoRows) {
		return jobs.DueTime{}, nil
	}
	return due, err
}

// IsReplaced reports whether the file has been removed or replaced since it was opened.
func (s *Database) IsReplaced() bool {
	present, err := os.Stat(s.Path)
	return errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(present, s.opened)
}

// WithSecureDelete calls do, which replaces values in the database. Afterwards, neither the file nor its log of changes
// contains the old values.
func (s *Database) WithSecureDelete(ctx context.Context, do func() error) error {
	if _, err := s.write.ExecContext(ctx, `PRAGMA secure_delete = ON`); err != nil {
		return err
	}
	err := do()
	for _, step := range []string{`PRAGMA secure_delete = OFF`, `PRAGMA wal_checkpoint(TRUNCATE)`} {
		if err == nil {
			_, err = s.write.ExecContext(ctx, step)
		}
	}
	return err
}

// AsNoSpace returns err as a fault of kind NoSpace if a full disk led to it. It returns other errors unchanged.
func AsNoSpace(err error) error {
	if isFullSQLite(err) {
		return fault.FullDisk(err)
	}
	return fault.AsFullDisk(err)
}

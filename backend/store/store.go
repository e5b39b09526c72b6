// Package store keeps Lectern's records in SQL. It is the only package that
// knows a SQL driver. Times are stored as milliseconds since 1970, UTC.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"syscall"

	"github.com/mattn/go-sqlite3" // and the driver "sqlite3"
)

// Readers is how many connections read at once. Writing has one connection:
// SQLite has one writer, and a queue in Go is fairer than its busy timeout.
const readers = 8

// DB is the database of one data folder.
type DB struct {
	write *sql.DB
	read  *sql.DB
	queue *queue
	log   *slog.Logger
}

// Open opens the SQLite database at path, makes it where it is missing, and
// brings its tables to the newest migration.
func Open(ctx context.Context, path string, log *slog.Logger) (*DB, error) {
	write, err := sql.Open("sqlite3", dsn(path, "_txlock=immediate"))
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	write.SetMaxOpenConns(1)
	read, err := sql.Open("sqlite3", dsn(path, "_query_only=1"))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open database: %w", err), write.Close())
	}
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers)

	db := &DB{write: write, read: read, log: log}
	if err := db.migrateAlone(ctx, path); err != nil {
		return nil, errors.Join(fmt.Errorf("open database %s: %w", path, err), db.Close())
	}
	if db.queue, err = newQueue(write, log); err != nil {
		return nil, errors.Join(fmt.Errorf("open job queue: %w", err), db.Close())
	}
	return db, nil
}

// dsn spells the settings that the driver applies to every connection:
// a transaction is on disk when its commit returns.
func dsn(path, more string) string {
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}).String() +
		"?_journal_mode=WAL&_synchronous=FULL&_busy_timeout=10000&_foreign_keys=1&" + more
}

// Close closes the database. No job may be running.
func (db *DB) Close() error {
	return errors.Join(db.read.Close(), db.write.Close())
}

// brief is ctx for the reading of a row by its key, which an end of ctx would not cut
// short: to look out for that takes two goroutines, longer than to read.
func brief(ctx context.Context) context.Context { return context.WithoutCancel(ctx) }

// Ping reports whether the database answers.
func (db *DB) Ping(ctx context.Context) error {
	return db.read.PingContext(ctx)
}

// update runs do in a writing transaction, and wakes the job queue once what do
// inserted is committed. On a full disk the error wraps [syscall.ENOSPC].
func (db *DB) update(ctx context.Context, do func(*Tx) error) error {
	err := db.transact(ctx, do)
	if full, ok := errors.AsType[sqlite3.Error](err); ok && full.Code == sqlite3.ErrFull {
		return fmt.Errorf("%w: %w", syscall.ENOSPC, err)
	}
	return err
}

func (db *DB) transact(ctx context.Context, do func(*Tx) error) error {
	sqlTx, err := db.write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	tx := &Tx{Tx: sqlTx, queue: db.queue}
	if err := do(tx); err != nil {
		if undo := sqlTx.Rollback(); undo != nil && !errors.Is(undo, sql.ErrTxDone) {
			return errors.Join(err, undo)
		}
		return err
	}
	if err := sqlTx.Commit(); err != nil {
		return fmt.Errorf("commit transaction: %w", err)
	}
	db.queue.wake(tx.inserted)
	return nil
}

// Tx is a writing transaction, in which jobs can be inserted.
type Tx struct {
	*sql.Tx
	queue    *queue
	inserted []string // queues that got a job
}

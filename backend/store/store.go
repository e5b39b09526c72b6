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

	_ "github.com/mattn/go-sqlite3" // the driver "sqlite3"

	"lectern/backend/event"
)

// Readers is how many connections read at once. Writing has one connection:
// SQLite has one writer, and a queue in Go is fairer than its busy timeout.
const readers = 8

// DB is the database of one data folder.
type DB struct {
	path  string
	write *sql.DB
	read  *sql.DB
	queue *queue
	log   *slog.Logger

	stored event.Bell // rings for events
	due    event.Bell // rings for what is to be delivered
}

// Open opens the SQLite database at path, makes it where it is missing, and
// brings its tables to the newest migration. Only the owner can read its files. A full
// disk is a fault of kind NoSpace.
func Open(ctx context.Context, path string, log *slog.Logger) (*DB, error) {
	db, err := open(ctx, path, log)
	return db, wordNoSpace(err)
}

func open(ctx context.Context, path string, log *slog.Logger) (*DB, error) {
	if err := keepPrivate(path, log); err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
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

	db := &DB{path: path, write: write, read: read, log: log}
	if err := db.migrateAlone(ctx, path); err != nil {
		return nil, errors.Join(fmt.Errorf("open database %s: %w", path, err), db.Close())
	}
	if db.queue, err = newQueue(write, log); err != nil {
		return nil, errors.Join(fmt.Errorf("open job queue: %w", err), db.Close())
	}
	return db, nil
}

// dsn spells the settings that the driver applies to every connection. A commit is seen by
// all from then on, also after a kill; it survives a loss of power once it is on disk,
// which [DB.update] waits for. Those of the job queue need not: what was lost is done again.
// Statements are kept prepared: to read them anew takes a third of a small transaction.
func dsn(path, more string) string {
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}).String() +
		"?_journal_mode=WAL&_synchronous=NORMAL&_busy_timeout=10000&_foreign_keys=1&_stmt_cache_size=64&" + more
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

// update runs do in a writing transaction, which is on disk when update returns, and wakes
// the job queue for what do inserted, and those who wait for events. A full disk is a fault of kind NoSpace.
func (db *DB) update(ctx context.Context, do func(*Tx) error) error {
	return db.commit(ctx, true, do)
}

// updateSoon is update for what is done again after a loss of power: it gets to the disk
// with the next that must be there.
func (db *DB) updateSoon(ctx context.Context, do func(*Tx) error) error {
	return db.commit(ctx, false, do)
}

func (db *DB) commit(ctx context.Context, lasting bool, do func(*Tx) error) error {
	err := db.tryCommit(ctx, lasting, do)
	return wordNoSpace(err)
}

func (db *DB) tryCommit(ctx context.Context, lasting bool, do func(*Tx) error) error {
	conn, err := db.write.Conn(ctx)
	if err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	defer conn.Close()
	if lasting {
		if _, err := conn.ExecContext(ctx, "PRAGMA synchronous=FULL"); err != nil {
			return fmt.Errorf("begin transaction: %w", err)
		}
		// Where this fails, the next commits take longer, that is all.
		defer conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA synchronous=NORMAL")
	}
	tx := &Tx{queue: db.queue}
	err = transact(ctx, conn, tx, do)
	if err == nil {
		db.queue.wake(tx.inserted)
		db.ring(tx)
	}
	return err
}

// ring wakes those who wait for what a transaction has brought.
func (db *DB) ring(tx *Tx) {
	if tx.told {
		db.stored.Ring()
	}
	if tx.due {
		db.due.Ring()
	}
}

// transact has do fill a transaction.
func transact(ctx context.Context, conn *sql.Conn, tx *Tx, do func(*Tx) error) (err error) {
	if tx.Tx, err = conn.BeginTx(ctx, nil); err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	if err := do(tx); err != nil {
		if undo := tx.Rollback(); undo != nil && !errors.Is(undo, sql.ErrTxDone) {
			return errors.Join(err, undo)
		}
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit transaction: %w", err)
	}
	return nil
}

// Tx is a writing transaction, in which jobs can be inserted.
type Tx struct {
	*sql.Tx
	queue    *queue
	inserted []string // queues that got a job
	told     bool     // events are recorded
	due      bool     // something is to be delivered now
}

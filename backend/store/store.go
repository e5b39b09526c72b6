// Package store keeps Lectern's records in SQL. It is the only package that
// knows a SQL driver. Times are stored as milliseconds since 1970, UTC.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"

	"lectern/backend/internal/disk"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/notify"
	"lectern/backend/store/engine"
	"lectern/backend/store/jobs"
	"lectern/backend/store/migration"
	"lectern/backend/store/postgres"
	"lectern/backend/store/sqlite"
)

// DB is the database of a library, with a repository for each domain. All repositories share its connections, and a change
// of several is one transaction.
type DB struct {
	*database
	Accounts       Accounts
	Audit          Audit
	Clock          Clock
	Collections    Collections
	Contents       Contents
	Documents      Documents
	Events         Events
	Folders        Folders
	Moves          Moves
	PDFs           PDFs
	Removals       Removals
	Seals          Seals
	Search         Search
	Sessions       Sessions
	Settings       Settings
	Tasks          Tasks
	Templates      Templates
	ViewerSettings ViewerSettings
	Webhooks       Webhooks

	heard atomic.Pointer[func(message string)]
}

// newDB returns a DB whose repositories share a database.
func newDB(on *database) *DB {
	contents, pdfs := Contents{on}, PDFs{on}
	return &DB{
		database: on,
		Accounts: Accounts{on}, Audit: Audit{on}, Clock: Clock{on}, Collections: Collections{on}, Contents: contents,
		Documents: Documents{on, contents, pdfs}, Events: Events{on}, Folders: Folders{on}, Moves: Moves{on}, PDFs: pdfs,
		Removals: Removals{on}, Seals: Seals{on}, Search: Search{on}, Sessions: Sessions{on}, Settings: Settings{on},
		Tasks: Tasks{on}, Templates: Templates{on}, ViewerSettings: ViewerSettings{on}, Webhooks: Webhooks{on},
	}
}

// database is what all repositories share: the connections to the database, and its transactions.
type database struct {
	engine      engine.Engine
	write, read *sql.DB // of the engine
	queue       *jobs.Queue
	log         *slog.Logger

	stored notify.Signal // rings when events are recorded
	due    notify.Signal // rings when a delivery is due
	holder Holder        // nil if no other program removes content
	// reserve is the reserve of the disk of a database in a file; nil for a database on a server, and if none is kept.
	reserve *disk.Reserve
}

// UseReserve has what frees room go on with the reserve of the disk, where that is full. What else writes leaves the room
// of a released reserve alone.
func (db *DB) UseReserve(reserve *disk.Reserve) { db.reserve = reserve }

// Open opens a database and brings its tables to the newest migration: that of SQLite in the file at
// an address, which is made where it is missing and which only the owner can read, or that of
// PostgreSQL at a URL (postgres://user:password@host:port/database,
// https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS). A full disk is a
// fault of kind NoSpace. Of a database in a file a copy is kept beside it before its tables are
// changed.
func Open(ctx context.Context, address string, log *slog.Logger) (*DB, error) {
	return open(ctx, address, false, log)
}

// OpenCopy opens a database that is a copy, so that none needs to be kept of it.
func OpenCopy(ctx context.Context, address string, log *slog.Logger) (*DB, error) {
	return open(ctx, address, true, log)
}

func open(ctx context.Context, address string, isCopy bool, log *slog.Logger) (_ *DB, err error) {
	defer func() { err = postgres.AsLost(err) }()
	on, err := openEngine(ctx, address, isCopy, log)
	if err != nil {
		return nil, NameFullDisk(address, fmt.Errorf("open database: %w", err))
	}
	write, read := on.Pools()
	db := newDB(&database{engine: on, write: write, read: read, log: log})
	if err := migration.Run(ctx, on, log); err != nil {
		if postgres.HasCode(err, "42501") { // insufficient_privilege
			err = postgres.ErrNoTables
		}
		return nil, errors.Join(NameFullDisk(address, fmt.Errorf("open database %s: %w", on.Name(), err)), db.Close())
	}
	if db.queue, err = on.NewQueue(db.log); err != nil {
		return nil, errors.Join(fmt.Errorf("open job queue: %w", err), db.Close())
	}
	if err := on.Listen(ctx, db.hear); err != nil {
		return nil, errors.Join(fmt.Errorf("listen to other programs: %w", err), db.Close())
	}
	return db, nil
}

func openEngine(ctx context.Context, address string, isCopy bool, log *slog.Logger) (engine.Engine, error) {
	if postgres.IsURL(address) {
		return postgres.Open(ctx, address, log)
	}
	return sqlite.Open(address, isCopy, log)
}

// Close closes the database. No job may be running.
func (db *DB) Close() error { return db.engine.Close() }

// brief is ctx for the reading of a row by its key, which an end of ctx would not cut
// short: to look out for that takes two goroutines, longer than to read.
func brief(ctx context.Context) context.Context { return context.WithoutCancel(ctx) }

// Ping reports whether the database answers, and is one that this program can work with.
func (db *DB) Ping(ctx context.Context) error { return db.engine.Ping(ctx) }

// update runs do in a writing transaction, which is on disk when update returns, and wakes
// the job queue for what do inserted, and those who wait for events. A full disk is a fault of kind NoSpace. do may run
// more than once, so it begins by resetting the results that it collects.
func (db *database) update(ctx context.Context, do func(*Tx) error) error {
	return db.commit(ctx, true, do)
}

// updateSoon is update for what is done again after a loss of power: it gets to the disk
// with the next that must be there.
func (db *database) updateSoon(ctx context.Context, do func(*Tx) error) error {
	return db.commit(ctx, false, do)
}

// commit has do fill a transaction; once more where content was removed that it needs, and where the disk was full and
// has a reserve for it.
func (db *database) commit(ctx context.Context, lasting bool, do func(*Tx) error) error {
	if err := db.reserve.Check(ctx); err != nil {
		return wordNoSpace(err)
	}
	err := db.commitWhole(ctx, lasting, do)
	if db.reserve == nil || !disk.MayUseReserve(ctx) || !fault.Is(err, fault.NoSpace) {
		return err
	}
	if released, failed := db.reserve.Release(); !released {
		return errors.Join(err, failed)
	}
	err = db.commitWhole(ctx, lasting, do)
	db.reserve.Keep()
	return err
}

func (db *database) commitWhole(ctx context.Context, lasting bool, do func(*Tx) error) error {
	for {
		err := db.tryCommit(ctx, lasting, do)
		removed, ok := errors.AsType[*removedError](err)
		if !ok {
			return err
		}
		if err := db.holder.Restore(ctx, removed.keys); err != nil {
			return err
		}
	}
}

func (db *database) tryCommit(ctx context.Context, lasting bool, do func(*Tx) error) error {
	tx := &Tx{queue: db.queue, index: db.engine.WordIndex(), holder: db.holder}
	err := db.engine.Transact(ctx, lasting, func(on *sql.Tx) error {
		tx.Tx = on
		if err := do(tx); err != nil {
			return err
		}
		return db.engine.Announce(ctx, on, lasting, tx.Changes)
	})
	if _, unknown := errors.AsType[engine.LostError](err); err == nil || unknown { // where the answer was lost it may be there
		db.queue.Wake(tx.inserted)
		db.ring(tx.Changes)
	}
	return wordNoSpace(err)
}

// Shared says whether other programs may work on this library at the same time.
func (db *DB) Shared() bool {
	_, alone := db.engine.(*sqlite.Database)
	return !alone
}

// Claim has this program be the only server at this library, until the database is closed. Where
// another one is, the error says so.
func (db *DB) Claim(ctx context.Context) error { return db.engine.Claim(ctx) }

// Node is what this program is called among those at this library; empty where there can be no others.
func (db *DB) Node() string { return db.engine.Node() }

// Bury says of a program that worked at this library that it is dead, which is seen only after some time
// else: its jobs begin anew when the next one starts, and it leads no more.
func (db *DB) Bury(ctx context.Context, node string) error { return db.engine.DeclareDead(ctx, node) }

// Lead has do run while this program is the one of those at this library that does what one at a time
// does, again and again until ctx ends. The context of do ends when another may begin.
func (db *DB) Lead(ctx context.Context, do func(ctx context.Context)) { db.engine.Lead(ctx, do) }

// Broadcast tells all other programs at this library messages, of some hundred bytes each.
func (db *DB) Broadcast(ctx context.Context, messages []string) error {
	if err := postgres.AsLost(db.engine.Broadcast(ctx, messages)); err != nil {
		return fmt.Errorf("tell other nodes: %w", err)
	}
	return nil
}

// Hear has do called with each message of others; with an empty one where any may have been missed.
func (db *DB) Hear(do func(message string)) { db.heard.Store(&do) }

func (db *DB) hear(n engine.Notice) {
	db.ring(n.Changes)
	if do := db.heard.Load(); do != nil && (n.Message != "" || n.Missed) {
		(*do)(n.Message)
	}
}

// ring wakes those who wait for what a transaction has brought.
func (db *database) ring(c engine.Changes) {
	if c.Events {
		db.stored.Notify()
	}
	if c.Due {
		db.due.Notify()
	}
}

// Tx is a writing transaction, in which jobs can be inserted.
type Tx struct {
	*sql.Tx
	queue    *jobs.Queue
	index    engine.WordIndex
	holder   Holder   // nil where no other program removes content
	inserted []string // queues that got a job
	engine.Changes
}

// later executes a statement whose result is not needed, see [Deferred].
func (tx *Tx) later(ctx context.Context, query string, arguments ...any) error {
	_, err := tx.ExecContext(engine.Deferred(ctx), query, arguments...)
	return err
}

// Package store keeps Lectern's records in an SQL database. It is the only package that uses an SQL driver. Times are
// stored as milliseconds since 1970, UTC.
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

// DB is the database of a library, with a repository for each domain. All repositories share its connections. A change
// that affects several repositories is made in one transaction. A DB may be used concurrently.
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

	onMessage atomic.Pointer[func(message string)]
}

// newDB returns a DB whose repositories share a database.
func newDB(db *database) *DB {
	contents, pdfs := Contents{db}, PDFs{db}
	return &DB{
		database: db,
		Accounts: Accounts{db}, Audit: Audit{db}, Clock: Clock{db}, Collections: Collections{db}, Contents: contents,
		Documents: Documents{db, contents, pdfs}, Events: Events{db}, Folders: Folders{db}, Moves: Moves{db}, PDFs: pdfs,
		Removals: Removals{db}, Seals: Seals{db}, Search: Search{db}, Sessions: Sessions{db}, Settings: Settings{db},
		Tasks: Tasks{db}, Templates: Templates{db}, ViewerSettings: ViewerSettings{db}, Webhooks: Webhooks{db},
	}
}

// database is what all repositories share: the connections to the database, and its transactions.
type database struct {
	engine      engine.Engine
	write, read *sql.DB // connections of the engine
	queue       *jobs.Queue
	log         *slog.Logger

	stored notify.Signal // is notified when events are recorded
	due    notify.Signal // is notified when a delivery is due
	holder Holder        // nil if no other program removes content
	// reserve is the disk reserve for a database in a file. It is nil for a database on a server, and if there is no
	// reserve.
	reserve *disk.Reserve
}

// UseReserve sets the disk reserve. Operations that free space may use it when the disk is full. All others must not
// use the space of a released reserve.
func (db *DB) UseReserve(reserve *disk.Reserve) { db.reserve = reserve }

// Open opens a database and applies the migrations that it lacks. An address that is a URL
// (postgres://user:password@host:port/database,
// https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS) leads to a PostgreSQL database. Any
// other address is the path of a file of SQLite, which is created if it is missing and only readable for its owner. If
// the disk is full, the error is a fault of kind NoSpace. Before a database in a file is migrated, a copy of it is
// written beside it.
func Open(ctx context.Context, address string, log *slog.Logger) (*DB, error) {
	return open(ctx, address, false, log)
}

// OpenCopy is like [Open] for a database that is itself a copy. It writes no further copy before a migration.
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
	if err := on.Listen(ctx, db.onNotice); err != nil {
		return nil, errors.Join(fmt.Errorf("listen for notifications: %w", err), db.Close())
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

// withoutCancel returns ctx without its cancellation, for reading a row by its key. Watching for a cancellation needs
// two goroutines, and takes longer than reading.
func withoutCancel(ctx context.Context) context.Context { return context.WithoutCancel(ctx) }

// Ping returns an error unless the database answers and this program can work with it.
func (db *DB) Ping(ctx context.Context) error { return db.engine.Ping(ctx) }

// update calls do in a write transaction, which is on disk when update returns. After the commit, it wakes the job
// queue if jobs were inserted, and the goroutines that wait for events. If the disk is full, the error is a fault of
// kind NoSpace. Since do may be called more than once, do must first reset the results that it collects.
func (db *database) update(ctx context.Context, do func(*Tx) error) error {
	return db.commit(ctx, true, do)
}

// updateNonDurable is like [database.update], but does not wait until the changes are on disk. They are written to disk
// with the next durable transaction. It is for changes that the program makes again if a power failure undoes them.
func (db *database) updateNonDurable(ctx context.Context, do func(*Tx) error) error {
	return db.commit(ctx, false, do)
}

// commit calls do in a transaction. If the transaction uses removed content, commit restores the content and tries
// again. If the disk is full, it releases the disk reserve and tries again.
func (db *database) commit(ctx context.Context, durable bool, do func(*Tx) error) error {
	if err := db.reserve.Check(ctx); err != nil {
		return asFullDisk(err)
	}
	err := db.commitRestoringContent(ctx, durable, do)
	if db.reserve == nil || !disk.MayUseReserve(ctx) || !fault.Is(err, fault.NoSpace) {
		return err
	}
	if released, failed := db.reserve.Release(); !released {
		return errors.Join(err, failed)
	}
	err = db.commitRestoringContent(ctx, durable, do)
	db.reserve.Keep()
	return err
}

func (db *database) commitRestoringContent(ctx context.Context, durable bool, do func(*Tx) error) error {
	for {
		err := db.tryCommit(ctx, durable, do)
		removed, ok := errors.AsType[*removedError](err)
		if !ok {
			return err
		}
		if err := db.holder.Restore(ctx, removed.keys); err != nil {
			return err
		}
	}
}

func (db *database) tryCommit(ctx context.Context, durable bool, do func(*Tx) error) error {
	tx := &Tx{queue: db.queue, index: db.engine.WordIndex(), holder: db.holder}
	err := db.engine.Transact(ctx, durable, func(sqlTx *sql.Tx) error {
		tx.Tx = sqlTx
		if err := do(tx); err != nil {
			return err
		}
		return db.engine.Announce(ctx, sqlTx, durable, tx.Changes)
	})
	if _, unknown := errors.AsType[engine.LostError](err); err == nil || unknown { // if the answer was lost, the transaction may be committed
		db.queue.Wake(tx.insertedQueues)
		db.notifyChanges(tx.Changes)
	}
	return asFullDisk(err)
}

// Shared reports whether other programs may use this database at the same time.
func (db *DB) Shared() bool {
	_, alone := db.engine.(*sqlite.Database)
	return !alone
}

// Claim makes this program the only server of the library until the database is closed. It returns an error if another
// server has claimed the library.
func (db *DB) Claim(ctx context.Context) error { return db.engine.Claim(ctx) }

// Node returns the id of this program among the nodes at the library; "" if there can be no other nodes.
func (db *DB) Node() string { return db.engine.Node() }

// DeclareDead marks a node as dead without waiting for missing heartbeats. Its jobs are taken over, and it is no longer
// the leader.
func (db *DB) DeclareDead(ctx context.Context, node string) error {
	return db.engine.DeclareDead(ctx, node)
}

// Lead calls do whenever this node becomes the leader, until ctx ends. The context of do ends when another node may
// become the leader.
func (db *DB) Lead(ctx context.Context, do func(ctx context.Context)) { db.engine.Lead(ctx, do) }

// Broadcast sends messages of some hundred bytes to all other nodes.
func (db *DB) Broadcast(ctx context.Context, messages []string) error {
	if err := postgres.AsLost(db.engine.Broadcast(ctx, messages)); err != nil {
		return fmt.Errorf("notify other nodes: %w", err)
	}
	return nil
}

// OnMessage sets the function that is called with each message of other nodes, and with "" if messages may have been
// missed.
func (db *DB) OnMessage(do func(message string)) { db.onMessage.Store(&do) }

func (db *DB) onNotice(n engine.Notice) {
	db.notifyChanges(n.Changes)
	if do := db.onMessage.Load(); do != nil && (n.Message != "" || n.Missed) {
		(*do)(n.Message)
	}
}

// notifyChanges wakes the goroutines that wait for the changes of a transaction.
func (db *database) notifyChanges(c engine.Changes) {
	if c.Events {
		db.stored.Notify()
	}
	if c.Due {
		db.due.Notify()
	}
}

// Tx is a writing transaction.
type Tx struct {
	*sql.Tx
	queue          *jobs.Queue
	index          engine.WordIndex
	holder         Holder   // nil if no other program removes content
	insertedQueues []string // queues of inserted jobs
	engine.Changes
}

// execDeferred executes a statement whose result is not needed, see [engine.Deferred].
func (tx *Tx) execDeferred(ctx context.Context, query string, arguments ...any) error {
	_, err := tx.ExecContext(engine.Deferred(ctx), query, arguments...)
	return err
}

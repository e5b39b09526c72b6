// Package postgres keeps records in a PostgreSQL database that several nodes share.
package postgres

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"lectern/backend/internal/dial"
	"lectern/backend/internal/id"
	"lectern/backend/store/engine"
	"lectern/backend/store/jobs"
	"lectern/backend/store/migration"
)

// The numbers of connections to PostgreSQL. Each connection costs the database memory and a process with its own query
// plans. Of the two connections for write transactions, one works while the other waits for the write lock.
const (
	txConns    = 2
	writeConns = 2
	readConns  = 6
	queueConns = 6 // for the job queue
)

// sharedCooldown is the minimum time between two fetches of jobs by River. It is longer than [jobs.FetchCooldown],
// because each new job makes every node query the database.
const sharedCooldown = 20 * time.Millisecond

// Database is a database that several programs share.
type Database struct {
	id              string          // id of this program
	host            string          // name of its machine
	Config          *pgx.ConnConfig // configuration of connections outside the pool
	line            *dial.Line      // the network connections of the pool
	pool            *pgxpool.Pool
	write, read     *sql.DB
	txPool          *sql.DB // connections for transactions that write, one after the other
	log             *slog.Logger
	openCtx         context.Context // ends when the database is closed
	end             func()
	listening       sync.WaitGroup
	newestMigration int          // number of the newest migration that this program knows
	outdated        atomic.Bool  // whether a newer program has changed the tables so that this one cannot work with them
	lossLogged      atomic.Bool  // whether the loss of the database is logged
	answered        atomic.Int64 // when the database has answered last over the channel, in nanoseconds since 1970
	leading         watchedFlag
	stall           *stall
	leaderWork      sync.RWMutex // read-locked by work that only the leader does
	server          serverLock
}

// Open connects to a database. While the database cannot be reached, Open waits, and logs that it does.
func Open(ctx context.Context, address string, log *slog.Logger) (*Database, error) {
	config, err := ParseAddress(address)
	if err != nil {
		return nil, err
	}
	own, line := config.ConnConfig.Copy(), new(dial.Line)
	if own.ConnectTimeout == connectTime {
		own.ConnectTimeout = answerTimeout // these connections detect whether the database responds
	}
	config.ConnConfig.DialFunc = line.Connect
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	host, _ := os.Hostname() // an unknown host has no name
	p := &Database{id: id.New(), host: host, Config: own, server: serverLock{config: own}, line: line, pool: pool, log: log, stall: newStall()}
	if p.newestMigration, err = newestMigration(); err != nil {
		pool.Close()
		return nil, err
	}
	if err := p.wait(ctx); err != nil {
		pool.Close()
		return nil, err
	}
	p.openCtx, p.end = context.WithCancel(context.WithoutCancel(ctx))
	p.txPool = p.open(txConns, rebinder{begin: fmt.Sprintf(`BEGIN; SELECT pg_advisory_xact_lock(%d)`, WritingLock)})
	p.write, p.read = p.open(writeConns, rebinder{stall: p.stall}), p.open(readConns, rebinder{})
	return p, nil
}

// open returns a pool of at most maxConns connections.
func (p *Database) open(maxConns int, kind rebinder) *sql.DB {
	kind.Connector = stdlib.GetPoolConnector(p.pool)
	db := sql.OpenDB(kind)
	db.SetMaxOpenConns(maxConns)
	db.SetMaxIdleConns(0) // the pool keeps the idle connections
	return db
}

// Name returns the address without secrets.
func (p *Database) Name() string { return nameOf(p.Config) }

func (p *Database) Close() error {
	p.end()
	p.listening.Wait()
	p.server.release()
	err := errors.Join(p.read.Close(), p.write.Close(), p.txPool.Close())
	p.pool.Close()
	return err
}

func (p *Database) Pools() (write, read *sql.DB) { return p.write, p.read }

func (p *Database) Migrations() (fs.FS, error) {
	return migration.Postgres()
}

func (p *Database) RunMigrationCode(context.Context, *sql.Tx, int, *slog.Logger) error { return nil }

func (p *Database) MigrateQueue(ctx context.Context, log *slog.Logger) error {
	migrator, err := rivermigrate.New(riverpgxv5.New(p.pool), &rivermigrate.Config{Logger: jobs.QuietLog(log)})
	if err == nil {
		_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	}
	return err
}

func (p *Database) NewQueue(log *slog.Logger) (*jobs.Queue, error) {
	insert, err := river.NewClient(riverdatabasesql.New(p.write), &river.Config{Logger: jobs.QuietLog(log), FetchCooldown: jobs.FetchCooldown})
	if err != nil {
		return nil, err
	}
	q := &jobs.Queue{Client: insert}
	q.NewWorker = func(config *river.Config) (jobs.Worker, error) {
		config.ID = p.id
		for name, queue := range config.Queues {
			queue.FetchCooldown = sharedCooldown
			config.Queues[name] = queue
		}
		return river.NewClient(pausableDriver{riverpgxv5.New(p.pool), &q.Paused}, config)
	}
	return q, nil
}

func (p *Database) SnapshotOptions() *sql.TxOptions {
	return &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
}

func (p *Database) Size(ctx context.Context) (bytes int64, err error) {
	err = p.pool.QueryRow(ctx, `SELECT pg_database_size(CURRENT_DATABASE())`).Scan(&bytes)
	return bytes, err
}

// Vacuum does nothing, because PostgreSQL vacuums automatically.
func (p *Database) Vacuum(context.Context) error { return nil }

func (p *Database) TruncateLog(context.Context) error { return nil }

func (p *Database) NameIndexHint() string { return "" }

// MetadataCondition compares values as JSON: numbers by their value, objects regardless of the order of their names.
func (p *Database) MetadataCondition(name string, value json.RawMessage) (condition string, arguments []any) {
	return `metadata <> '' AND metadata::JSONB -> ? = ?::TEXT::JSONB`, []any{name, string(value)}
}

func (p *Database) WordIndex() engine.WordIndex { return tsvector{p.read} }

func IsDuplicate(err error) bool { return HasCode(err, "23505") } // unique_violation

func IsFull(err error) bool { return HasCode(err, "53100") } // disk_full

// HasCode reports whether err is a PostgreSQL error with one of the codes
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
func HasCode(err error, codes ...string) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && slices.Contains(codes, e.Code)
}

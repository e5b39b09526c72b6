package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"embed"
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
)

//go:embed migration/postgres/*.sql
var postgresMigrations embed.FS

// How many connections a program has to PostgreSQL. Each one costs the database memory and a process, which
// plans every statement anew for itself: of those that write in turn, one works and one waits for it.
const (
	postgresTurns   = 2
	postgresWriters = 2
	postgresReaders = 6
	postgresOthers  = 6 // of the job queue
)

// sharedCooldown is longer than fetchCooldown: every node looks for each job.
const sharedCooldown = 20 * time.Millisecond

// postgres is a database that several programs share.
type postgres struct {
	id          string          // of this program
	host        string          // of its machine
	config      *pgx.ConnConfig // of what is no part of the pool
	line        *dial.Line      // which the pool goes over
	pool        *pgxpool.Pool
	write, read *sql.DB
	turns       *sql.DB // for the transactions that write one after the other
	log         *slog.Logger
	ending      context.Context // until it is closed
	end         func()
	listening   sync.WaitGroup
	newest      int          // migration that this program knows
	outdated    atomic.Bool  // whether a newer program has changed what this one needs
	away        atomic.Bool  // whether it is told that the database is away
	answered    atomic.Int64 // when the database has answered last over the channel, in nanoseconds since 1970
	leading     state
	stall       *stall
	atLead      sync.RWMutex // held for reading by what leads
	claimed     bool         // it is to be the only server
	serving     *pgx.Conn    // holds the lock that says so
}

// openPostgres connects to a database. While it cannot be reached, it waits and says so.
func openPostgres(ctx context.Context, address string, log *slog.Logger) (*postgres, error) {
	config, err := readAddress(address)
	if err != nil {
		return nil, err
	}
	own, line := config.ConnConfig.Copy(), new(dial.Line)
	if own.ConnectTimeout == connectTime {
		own.ConnectTimeout = answerTime // what is no part of the pool tells whether the database is there
	}
	config.ConnConfig.DialFunc = line.Context
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	host, _ := os.Hostname() // without one it has none
	p := &postgres{id: id.New(), host: host, config: own, line: line, pool: pool, log: log, stall: newStall()}
	if p.newest, err = p.knows(); err != nil {
		pool.Close()
		return nil, err
	}
	if err := p.wait(ctx); err != nil {
		pool.Close()
		return nil, err
	}
	p.ending, p.end = context.WithCancel(context.WithoutCancel(ctx))
	p.turns = p.open(postgresTurns, rebinder{begin: fmt.Sprintf(`BEGIN; SELECT pg_advisory_xact_lock(%d)`, writingLock)})
	p.write, p.read = p.open(postgresWriters, rebinder{stall: p.stall}), p.open(postgresReaders, rebinder{})
	return p, nil
}

// readAddress gives how the database at an address is connected to.
func readAddress(address string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, errAddress()
	}
	config.MaxConns = postgresTurns + postgresWriters + postgresReaders + postgresOthers
	config.ConnConfig.DialFunc = dial.Context
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = connectTime
	}
	for name, value := range sessionSettings {
		if _, given := config.ConnConfig.RuntimeParams[name]; !given {
			config.ConnConfig.RuntimeParams[name] = value
		}
	}
	return config, nil
}

// connectTime is how long the database may take to let somebody in, unless its address says otherwise.
const connectTime = 8 * time.Second

// sessionSettings bound how long the database waits for a program that is gone, and how long a program waits for one
// that has stopped in the midst of a transaction, or for an administrator's.
var sessionSettings = map[string]string{
	"application_name":                    "lectern",
	"idle_in_transaction_session_timeout": "10s",
	"lock_timeout":                        lockTime.String(),
	"tcp_keepalives_idle":                 "5",
	"tcp_keepalives_interval":             "2",
	"tcp_keepalives_count":                "4",
	"tcp_user_timeout":                    "15000",
}

// open gives so many connections of a kind.
func (p *postgres) open(most int, kind rebinder) *sql.DB {
	kind.Connector = stdlib.GetPoolConnector(p.pool)
	db := sql.OpenDB(kind)
	db.SetMaxOpenConns(most)
	db.SetMaxIdleConns(0) // the pool keeps them
	return db
}

// name is the address without what is secret.
func (p *postgres) name() string { return nameOf(p.config) }

func nameOf(config *pgx.ConnConfig) string {
	return fmt.Sprintf("postgres://%s:%d/%s", config.Host, config.Port, config.Database)
}

// NameOf gives the URL of a PostgreSQL without what is secret in it; nothing where it is none.
func NameOf(address string) string {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return ""
	}
	return nameOf(config)
}

func (p *postgres) close() error {
	p.end()
	p.listening.Wait()
	p.release()
	err := errors.Join(p.read.Close(), p.write.Close(), p.turns.Close())
	p.pool.Close()
	return err
}

func (p *postgres) pools() (write, read *sql.DB) { return p.write, p.read }

func (p *postgres) migrations() (fs.FS, error) {
	return fs.Sub(postgresMigrations, "migration/postgres")
}

func (p *postgres) filled(context.Context, *sql.Tx, int, *slog.Logger) error { return nil }

func (p *postgres) migrateQueue(ctx context.Context, log *slog.Logger) error {
	migrator, err := rivermigrate.New(riverpgxv5.New(p.pool), &rivermigrate.Config{Logger: quiet(log)})
	if err == nil {
		_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	}
	return err
}

func (p *postgres) newQueue(log *slog.Logger) (*queue, error) {
	insert, err := river.NewClient(riverdatabasesql.New(p.write), &river.Config{Logger: quiet(log), FetchCooldown: fetchCooldown})
	if err != nil {
		return nil, err
	}
	q := &queue{insert: insert}
	q.work = func(config *river.Config) (worker, error) {
		config.ID = p.id
		for name, queue := range config.Queues {
			queue.FetchCooldown = sharedCooldown
			config.Queues[name] = queue
		}
		return river.NewClient(restingDriver{riverpgxv5.New(p.pool), &q.rests}, config)
	}
	return q, nil
}

// transact has one program write at a time, as SQLite does: what is read within a transaction stays
// as it was read, and events are seen in the order of their ids.
func (p *postgres) transact(ctx context.Context, tx *Tx, do func(*Tx) error) error {
	err := p.takeTurn(ctx, tx, do)
	if errors.Is(err, driver.ErrBadConn) {
		return lost{err} // nobody but who asked can do it again
	}
	return err
}

// takeTurn waits for the turn no longer than for any other lock: also where many wait before who has stopped.
func (p *postgres) takeTurn(ctx context.Context, tx *Tx, do func(*Tx) error) error {
	ctx, end := p.stall.bound(ctx)
	defer end(nil)
	late := time.AfterFunc(lockTime, func() { end(lost{errLocked}) })
	defer late.Stop()
	conn, err := p.turns.Conn(ctx)
	if err != nil {
		return fmt.Errorf("begin transaction: %w", wordEnd(ctx, err))
	}
	defer conn.Close()
	return wordEnd(ctx, transact(ctx, conn, tx, func(tx *Tx) error {
		late.Stop()
		return do(tx)
	}))
}

func (p *postgres) looking() *sql.TxOptions {
	return &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
}

func (p *postgres) size(ctx context.Context) (bytes int64, err error) {
	err = p.pool.QueryRow(ctx, `SELECT pg_database_size(CURRENT_DATABASE())`).Scan(&bytes)
	return bytes, err
}

// vacuum leaves it to PostgreSQL, which does so by itself.
func (p *postgres) vacuum(context.Context) error { return nil }

func (p *postgres) truncateLog(context.Context) error { return nil }

func (p *postgres) byName() string { return "" }

// metadata compares values as JSON: numbers by what they are, objects whatever the order of their names.
func (p *postgres) metadata(name string, value json.RawMessage) (condition string, arguments []any) {
	return `metadata <> '' AND metadata::JSONB -> ? = ?::TEXT::JSONB`, []any{name, string(value)}
}

func (p *postgres) index() wordIndex { return tsvector{p.read} }

func isDuplicatePostgres(err error) bool { return hasCode(err, "23505") } // unique_violation

func isFullPostgres(err error) bool { return hasCode(err, "53100") } // disk_full

// hasCode says whether an error is PostgreSQL's, with one of some codes
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
func hasCode(err error, codes ...string) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && slices.Contains(codes, e.Code)
}

package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"lectern/backend/internal/retry"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// The keys of the locks that all programs at a database share.
const (
	migrationLock = 0x4c656374 + iota
	WritingLock
	servingLock
)

func (p *Database) RunExclusively(ctx context.Context, do func() error) error {
	conn, err := p.pool.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("lock migration: %w", err)
	}
	defer conn.Release()
	if err := lockMigration(ctx, conn, p.Name(), p.log); err != nil {
		return fmt.Errorf("lock migration: %w", err)
	}
	err = do()
	_, unlocked := conn.Exec(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, migrationLock)
	return errors.Join(err, unlocked)
}

// lockMigration waits for the migration lock by polling, and logs once that it waits.
func lockMigration(ctx context.Context, conn *pgxpool.Conn, name string, log *slog.Logger) error {
	for begin, logged := time.Now(), false; ; retry.Sleep(ctx, lockPoll) {
		var ours bool
		err := conn.QueryRow(ctx, `SELECT pg_try_advisory_lock($1)`, migrationLock).Scan(&ours)
		if err != nil || ours {
			return err
		}
		if !logged && time.Since(begin) > retryInterval {
			logged = true
			log.InfoContext(ctx, "waiting for another Lectern that changes the tables of this database or moves its library",
				slog.String("database", name))
		}
	}
}

// lockTimeout is the maximum time to wait for a lock that another program holds.
const lockTimeout = 8 * time.Second

var errLocked = errors.New("another client has blocked the database")

// lockPoll is the time between two attempts to get a lock.
const lockPoll = 100 * time.Millisecond

// Claim implements [engine.Cluster]. It acquires a lock on a separate connection.
func (p *Database) Claim(ctx context.Context) error { return p.server.claim(ctx) }

// serverLock is the lock that a server holds so that no other server can use the library.
type serverLock struct {
	config  *pgx.ConnConfig
	claimed bool      // whether this program has claimed the library
	conn    *pgx.Conn // connection that holds the lock; nil if there is none
}

func (l *serverLock) claim(ctx context.Context) error {
	l.claimed = true
	conn, err := pgx.ConnectConfig(ctx, l.config)
	if err != nil {
		return err
	}
	waiting, cancel := context.WithTimeout(ctx, killDetectionTime)
	defer cancel()
	for {
		var ours bool
		err := conn.QueryRow(ctx, `SELECT pg_try_advisory_lock($1)`, servingLock).Scan(&ours)
		switch {
		case err != nil:
			return errors.Join(err, conn.Close(ctx))
		case ours:
			l.conn = conn
			return nil
		case waiting.Err() != nil:
			return errors.Join(errServed, conn.Close(ctx))
		}
		retry.Sleep(waiting, lockPoll)
	}
}

// killDetectionTime is how long the database may take to detect that a server was killed.
const killDetectionTime = 3 * time.Second

// reclaim acquires the lock again if the connection that held it is lost.
func (l *serverLock) reclaim(ctx context.Context) error {
	if !l.claimed || l.conn != nil && l.conn.Ping(ctx) == nil {
		return nil
	}
	l.release()
	return l.claim(ctx)
}

// release releases the lock.
func (l *serverLock) release() {
	if l.conn != nil {
		_ = l.conn.Close(context.Background()) // the lock is released when the program ends anyway
		l.conn = nil
	}
}

// errServed is the error of a library that another server has claimed.
var errServed = errors.New("another Lectern uses the library in this database, and its documents are in that one's data folder, " +
	"so only one server can run")

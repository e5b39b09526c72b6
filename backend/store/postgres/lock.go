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

func (p *Database) Exclusively(ctx context.Context, do func() error) error {
	conn, err := p.pool.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("lock migration: %w", err)
	}
	defer conn.Release()
	if err := p.lockMigration(ctx, conn); err != nil {
		return fmt.Errorf("lock migration: %w", err)
	}
	err = do()
	_, unlocked := conn.Exec(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, migrationLock)
	return errors.Join(err, unlocked)
}

// lockMigration polls for the lock, and logs once that it waits.
func (p *Database) lockMigration(ctx context.Context, conn *pgxpool.Conn) error {
	for begin, told := time.Now(), false; ; retry.Sleep(ctx, lockLook) {
		var ours bool
		err := conn.QueryRow(ctx, `SELECT pg_try_advisory_lock($1)`, migrationLock).Scan(&ours)
		if err != nil || ours {
			return err
		}
		if !told && time.Since(begin) > retryInterval {
			told = true
			p.log.InfoContext(ctx, "waiting for another Lectern, which changes the tables of this database or moves its library",
				slog.String("database", p.Name()))
		}
	}
}

// lockTime is how long to wait for a lock that somebody else holds.
const lockTime = 8 * time.Second

var errLocked = errors.New("somebody else has held the database up")

// lockLook is the time between two attempts to get a lock.
const lockLook = 100 * time.Millisecond

// Claim holds a lock on a connection of its own.
func (p *Database) Claim(ctx context.Context) error {
	p.claimed = true
	conn, err := pgx.ConnectConfig(ctx, p.Config)
	if err != nil {
		return err
	}
	waiting, cancel := context.WithTimeout(ctx, noticing)
	defer cancel()
	for {
		var ours bool
		err := conn.QueryRow(ctx, `SELECT pg_try_advisory_lock($1)`, servingLock).Scan(&ours)
		switch {
		case err != nil:
			return errors.Join(err, conn.Close(ctx))
		case ours:
			p.serving = conn
			return nil
		case waiting.Err() != nil:
			return errors.Join(errServed, conn.Close(ctx))
		}
		retry.Sleep(waiting, lockLook)
	}
}

// noticing is how long the database may take to notice that a server was killed.
const noticing = 3 * time.Second

// reclaim takes the lock again if the connection that held it is lost.
func (p *Database) reclaim(ctx context.Context) error {
	if !p.claimed || p.serving != nil && p.serving.Ping(ctx) == nil {
		return nil
	}
	p.release()
	return p.Claim(ctx)
}

// release releases the lock.
func (p *Database) release() {
	if p.serving != nil {
		_ = p.serving.Close(context.Background()) // it ends with the program in any case
		p.serving = nil
	}
}

// errServed is the error of a library that another server has claimed.
var errServed = errors.New("another Lectern serves the library in this database: its documents lie in that one's data folder, " +
	"so only one can")

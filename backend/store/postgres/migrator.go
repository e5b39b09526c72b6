package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"lectern/backend/internal/retry"
	"lectern/backend/store/migration"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Programs of several versions may use one library while newer ones replace older ones. Each PostgreSQL migration
// declares the oldest program version that can work with the changed tables. A migration that only adds tables or
// columns that other programs do not need lets older programs continue. A migration may remove something only if the
// previous release no longer uses it. A new kind of job needs a new queue, because a program that does not know the
// kind would fail its jobs.

// tableLockTimeout is how long a migration waits for the lock of a table. Meanwhile, other users of the table have to
// wait, too.
const tableLockTimeout = 2 * time.Second

func (p *Database) PrepareMigrations(ctx context.Context) error {
	_, err := p.write.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS migration (version BIGINT NOT NULL PRIMARY KEY, beside BIGINT NOT NULL)`)
	return err
}

func (p *Database) RecordMigration(ctx context.Context, tx *sql.Tx, m migration.Migration) error {
	_, err := tx.ExecContext(ctx, `SELECT set_config('lock_timeout', ?, TRUE)`, tableLockTimeout.String())
	if err == nil {
		_, err = tx.ExecContext(ctx, `INSERT INTO migration (version, beside) VALUES (?, ?)`, m.Version, m.OldestVersion)
	}
	return err
}

func (p *Database) IsLocked(err error) bool { return HasCode(err, "55P03") } // lock_not_available

// AwaitOlderPrograms polls, and logs once what it waits for.
func (p *Database) AwaitOlderPrograms(ctx context.Context, version int) error {
	for logged := false; ; logged = true {
		host, err := findOlder(ctx, p.pool, version)
		if err != nil || host == "" {
			return err
		}
		if !logged {
			p.log.InfoContext(ctx, "waiting for an older Lectern to stop, because it does not support the tables of this version",
				slog.String("at", host))
		}
		if retry.Sleep(ctx, retryInterval); ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// KeepCopy does nothing, because backups are the task of the administrator of the database.
func (p *Database) KeepCopy(context.Context, int) error { return nil }

// findOlder returns the host of a living node that does not know a migration; "" if there is none.
func findOlder(ctx context.Context, pool *pgxpool.Pool, version int) (host string, err error) {
	var are bool // a new database has no table of nodes
	if err := pool.QueryRow(ctx, `SELECT TO_REGCLASS('node') IS NOT NULL`).Scan(&are); err != nil || !are {
		return "", err
	}
	err = pool.QueryRow(ctx, `SELECT COALESCE(MIN(name || ''), '') FROM node WHERE knows < $1 AND seen_at > NOW() - $2::INTERVAL`, version,
		deadAfter.String()).Scan(&host)
	return host, err
}

func (p *Database) CanWorkWith(ctx context.Context, version int) (can bool, err error) {
	err = p.pool.QueryRow(ctx, `SELECT NOT EXISTS (SELECT 1 FROM migration WHERE beside > $1)`, version).Scan(&can)
	return can, err
}

// newestMigration returns the newest migration that this program knows.
func newestMigration() (int, error) {
	files, err := migration.Postgres()
	if err != nil {
		return 0, err
	}
	return migration.Newest(files)
}

// ErrOutdated is the error of a program that can no longer work with the tables, because a newer program has changed
// them. The newer program makes such a change only if it receives no heartbeat of the older program, for example
// because of a network failure.
var ErrOutdated = errors.New("a newer Lectern has changed the tables of this library: use the newer version here as well")

// ErrReadOnly is the error of a database that cannot be written to, for example because it has become a replica of
// another database.
var ErrReadOnly = errors.New("the database is read-only")

// checkCompatible returns [ErrOutdated] if a newer program has changed the tables so that this one cannot work with
// them.
func (p *Database) checkCompatible(ctx context.Context) error {
	known, err := p.CanWorkWith(ctx, p.newestMigration)
	if err != nil {
		return fmt.Errorf("check migrations: %w", err)
	}
	p.outdated.Store(!known)
	if !known {
		return ErrOutdated
	}
	return nil
}

func (p *Database) Ping(ctx context.Context) error {
	switch {
	case p.outdated.Load():
		return ErrOutdated
	case p.stall.hasStalled():
		return ErrStalled
	}
	var readOnly bool
	if err := p.read.QueryRowContext(ctx, `SELECT current_setting('transaction_read_only')::BOOLEAN`).Scan(&readOnly); err != nil {
		return err
	}
	if readOnly {
		return ErrReadOnly
	}
	return nil
}

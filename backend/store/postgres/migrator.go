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

// Programs of several versions may use one library while newer ones replace older ones. Each migration of PostgreSQL states
// how old programs may be that can go on with the changed tables: a migration that only adds what others do not need lets them
// go on. Before a migration that removes something, the release before must not use it any more. A job of a new kind gets a
// queue of its own, because a program that does not know it would fail it.

// lockPatience is how long a migration waits for the lock of a table. Those who need the table afterwards wait as long.
const lockPatience = 2 * time.Second

func (p *Database) PrepareMigrations(ctx context.Context) error {
	_, err := p.write.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS migration (version BIGINT NOT NULL PRIMARY KEY, beside BIGINT NOT NULL)`)
	return err
}

func (p *Database) RecordMigration(ctx context.Context, tx *sql.Tx, m migration.Migration) error {
	_, err := tx.ExecContext(ctx, `SELECT set_config('lock_timeout', ?, TRUE)`, lockPatience.String())
	if err == nil {
		_, err = tx.ExecContext(ctx, `INSERT INTO migration (version, beside) VALUES (?, ?)`, m.Version, m.Beside)
	}
	return err
}

func (p *Database) IsLocked(err error) bool { return HasCode(err, "55P03") } // lock_not_available

// AwaitOlder polls, and logs once what it waits for.
func (p *Database) AwaitOlder(ctx context.Context, version int) error {
	for told := false; ; told = true {
		host, err := findOlder(ctx, p.pool, version)
		if err != nil || host == "" {
			return err
		}
		if !told {
			p.log.InfoContext(ctx, "waiting for an older Lectern to end: it could not work with the tables of this one", slog.String("at", host))
		}
		if retry.Sleep(ctx, retryInterval); ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// KeepCopy leaves copies of the database to its administrator.
func (p *Database) KeepCopy(context.Context, int) error { return nil }

// findOlder returns the host of a living node that does not know a migration; "" if there is none.
func findOlder(ctx context.Context, pool *pgxpool.Pool, version int) (host string, err error) {
	var are bool // there are nodes in a database that is not new
	if err := pool.QueryRow(ctx, `SELECT TO_REGCLASS('node') IS NOT NULL`).Scan(&are); err != nil || !are {
		return "", err
	}
	err = pool.QueryRow(ctx, `SELECT COALESCE(MIN(name || ''), '') FROM node WHERE knows < $1 AND seen_at > NOW() - $2::INTERVAL`, version,
		dead.String()).Scan(&host)
	return host, err
}

func (p *Database) CanWorkWith(ctx context.Context, version int) (can bool, err error) {
	err = p.pool.QueryRow(ctx, `SELECT NOT EXISTS (SELECT 1 FROM migration WHERE beside > $1)`, version).Scan(&can)
	return can, err
}

// newestKnown returns the newest migration that this program knows.
func newestKnown() (int, error) {
	files, err := migration.Postgres()
	if err != nil {
		return 0, err
	}
	return migration.Newest(files)
}

// ErrOutdated is the error of a program that cannot work with the tables any more, because a newer one has changed them. The
// newer one does so only if it hears nothing of this one, for example because the network was cut.
var ErrOutdated = errors.New("a newer Lectern has changed the tables of this library: start that one here, too")

// ErrReadOnly is the error of a database that cannot be written to, for example because another one has taken its place.
var ErrReadOnly = errors.New("the database can only be read")

// checkBeside returns [ErrOutdated] if a newer program has changed the tables so that this one cannot work with them.
func (p *Database) checkBeside(ctx context.Context) error {
	known, err := p.CanWorkWith(ctx, p.newest)
	if err != nil {
		return fmt.Errorf("look at migrations: %w", err)
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
	case p.stall.is():
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

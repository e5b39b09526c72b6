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
)

// Programs of several versions may work on one library while the newer ones take the older ones' place. Each
// migration of PostgreSQL says how old programs may be that go on beside it: one that only adds what others do
// not miss. Before one that takes something away, the release before must not use that any more.
// A job of a new kind gets a queue of its own, as a program that does not know it would fail it.

// lockPatience is how long a migration waits for a table: whoever comes behind it waits as long.
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

// awaitOlder asks again and again, and says what it waits for.
func (p *Database) AwaitOlder(ctx context.Context, version int) error {
	for told := false; ; told = true {
		host, err := p.findOlder(ctx, version)
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
func (p *Database) KeepCopy(context.Context, int, int) error { return nil }

// findOlder gives the machine of a living program that does not know a migration; nothing where there is none.
func (p *Database) findOlder(ctx context.Context, version int) (host string, err error) {
	var are bool // there are nodes in a database that is not new
	if err := p.pool.QueryRow(ctx, `SELECT TO_REGCLASS('node') IS NOT NULL`).Scan(&are); err != nil || !are {
		return "", err
	}
	err = p.pool.QueryRow(ctx, `SELECT COALESCE(MIN(name || ''), '') FROM node WHERE knows < $1 AND seen_at > NOW() - $2::INTERVAL`, version,
		dead.String()).Scan(&host)
	return host, err
}

func (p *Database) CanWorkWith(ctx context.Context, version int) (can bool, err error) {
	err = p.pool.QueryRow(ctx, `SELECT NOT EXISTS (SELECT 1 FROM migration WHERE beside > $1)`, version).Scan(&can)
	return can, err
}

// knows is the newest migration that this program knows.
func (p *Database) knows() (int, error) {
	files, err := p.Migrations()
	if err != nil {
		return 0, err
	}
	return migration.Newest(files)
}

// ErrOutdated says that a newer program has changed what this one needs: which it does only when it hears nothing of
// this one, as where that was cut off.
var ErrOutdated = errors.New("a newer Lectern has changed the tables of this library: start that one here, too")

// ErrReadOnly says that nothing can be written to the database, as where another one has taken its place.
var ErrReadOnly = errors.New("the database can only be read")

// checkBeside fails where a newer program has changed what this one needs.
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

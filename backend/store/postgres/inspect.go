package postgres

import (
	"context"
	"errors"
	"fmt"
	"lectern/backend/store/engine"
	"lectern/backend/store/migration"

	"github.com/jackc/pgx/v5"
)

// State is the state of a database that servers are to use.
type State int

// The states of a database.
const (
	Empty   State = iota // its tables must be created
	Older                // its tables are migrated at the next start
	Current              // this program can use it as it is
)

// Inspect returns the name of the PostgreSQL database at a URL, without secrets, and its state as a server would find
// it. It changes nothing and does not wait. It returns an error if no server could use the database.
func Inspect(ctx context.Context, address string) (name string, state State, err error) {
	config, err := ParseAddress(address)
	if err != nil {
		return "", Empty, err
	}
	p := &Database{Config: config.ConnConfig}
	conn, err := pgx.ConnectConfig(ctx, p.Config)
	if err != nil {
		if lasting := describeRefusal(err); lasting != nil {
			err = lasting
		}
		return p.Name(), Empty, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	newest, err := newestMigration()
	if err == nil {
		state, err = findState(ctx, conn, newest)
	}
	return p.Name(), state, err
}

// findState returns the state of the database as a server would find it. The error is nil if a server of this
// version could start.
func findState(ctx context.Context, conn *pgx.Conn, newest int) (State, error) {
	var made, may bool
	err := conn.QueryRow(ctx,
		`SELECT TO_REGCLASS('migration') IS NOT NULL, COALESCE(has_schema_privilege(CURRENT_SCHEMA(), 'CREATE'), FALSE)`).Scan(&made, &may)
	switch {
	case err != nil:
		return Empty, err
	case !may:
		return Empty, ErrNoTables
	case !made:
		return Empty, nil
	}
	var done, oldest int
	if err := conn.QueryRow(ctx, `SELECT COALESCE(MAX(version), 0), COALESCE(MAX(beside), 0) FROM migration`).
		Scan(&done, &oldest); err != nil {
		return Empty, fmt.Errorf("check migrations: %w", err)
	}
	switch {
	case oldest > newest:
		return Current, migration.NewerError(done, newest)
	case done < newest:
		return Older, nil
	}
	return Current, checkMoved(ctx, conn)
}

// checkMoved returns an error if the library of the database was moved to another place. The tables must be those of
// the newest migration.
func checkMoved(ctx context.Context, conn *pgx.Conn) error {
	var is bool
	if err := conn.QueryRow(ctx, `SELECT TO_REGCLASS('moved') IS NOT NULL`).Scan(&is); err != nil || !is {
		return err
	}
	target, err := engine.ScanMoved(conn.QueryRow(ctx, engine.MovedQuery))
	return errors.Join(err, engine.ErrMoved(target))
}

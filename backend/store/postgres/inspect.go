package postgres

import (
	"context"
	"errors"
	"fmt"
	"lectern/backend/store/engine"
	"lectern/backend/store/migration"

	"github.com/jackc/pgx/v5"
)

// Standing describes a database that servers are to use.
type Standing int

// The standings of a database.
const (
	Empty   Standing = iota // its tables are still to be made
	Older                   // its tables are changed at the next start
	Current                 // this program can work with it as it is
)

// Inspect returns the name of the PostgreSQL at a URL, without secrets, and what servers would find there. It changes nothing
// and does not wait for anything. It returns an error if no server could use the database.
func Inspect(ctx context.Context, address string) (name string, standing Standing, err error) {
	config, err := ParseAddress(address)
	if err != nil {
		return "", Empty, err
	}
	p := &Database{Config: config.ConnConfig}
	conn, err := pgx.ConnectConfig(ctx, p.Config)
	if err != nil {
		if lasting := wordRefusal(err); lasting != nil {
			err = lasting
		}
		return p.Name(), Empty, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	newest, err := newestKnown()
	if err == nil {
		standing, err = findStanding(ctx, conn, newest)
	}
	return p.Name(), standing, err
}

// findStanding returns what servers would find. The error is nil if a server of this version could start.
func findStanding(ctx context.Context, conn *pgx.Conn, newest int) (Standing, error) {
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
	var done, beside int
	if err := conn.QueryRow(ctx, `SELECT COALESCE(MAX(version), 0), COALESCE(MAX(beside), 0) FROM migration`).
		Scan(&done, &beside); err != nil {
		return Empty, fmt.Errorf("look at migrations: %w", err)
	}
	switch {
	case beside > newest:
		return Current, migration.NewerError(done, newest)
	case done < newest:
		return Older, nil
	}
	return Current, checkMoved(ctx, conn)
}

// checkMoved returns an error if the library was moved from a database with the newest tables.
func checkMoved(ctx context.Context, conn *pgx.Conn) error {
	var is bool
	if err := conn.QueryRow(ctx, `SELECT TO_REGCLASS('moved') IS NOT NULL`).Scan(&is); err != nil || !is {
		return err
	}
	target, err := engine.ScanMoved(conn.QueryRow(ctx, engine.MovedQuery))
	return errors.Join(err, engine.ErrMoved(target))
}

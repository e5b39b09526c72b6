package postgres

import (
	"context"
	"database/sql"
	"errors"
	"lectern/backend/store/engine"
)

func (p *Database) Columns(ctx context.Context, table string) ([]string, error) {
	return engine.ListStrings(ctx, p.read, `SELECT column_name::TEXT FROM information_schema.columns
		WHERE table_schema = CURRENT_SCHEMA() AND table_name = ? AND is_generated = 'NEVER'`, table)
}

func (p *Database) Counters(ctx context.Context) (all []engine.Counter, err error) {
	for table, column := range engine.NumberedColumns {
		c := engine.Counter{Table: table, Column: column}
		var sequence string
		err := p.read.QueryRowContext(ctx, `SELECT pg_get_serial_sequence(?, ?)`, table, column).Scan(&sequence)
		if err == nil {
			err = p.read.QueryRowContext(ctx, `SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM `+sequence).Scan(&c.Last)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

func (p *Database) SetCounter(ctx context.Context, tx *sql.Tx, c engine.Counter) error {
	_, err := tx.ExecContext(ctx, `SELECT setval(pg_get_serial_sequence(?, ?), GREATEST(?::BIGINT, 1), ?::BIGINT > 0)`, c.Table, c.Column,
		c.Last, c.Last)
	return err
}

func (p *Database) FindServer(ctx context.Context) (host string, found bool, err error) {
	err = p.pool.QueryRow(ctx, `SELECT COALESCE(MIN(name || ''), ''), COUNT(*) > 0 FROM node WHERE seen_at > NOW() - $1::INTERVAL`,
		deadAfter.String()).Scan(&host, &found)
	return host, found, err
}

// Identity identifies the database by the system identifier of the server and the OID of the database. A restored dump
// has other identifiers. Every user may read the system identifier, unless the right was revoked.
func (p *Database) Identity(ctx context.Context) (string, error) {
	var readable bool
	if err := p.pool.QueryRow(ctx, `SELECT has_function_privilege('pg_control_system()', 'execute')`).Scan(&readable); err != nil {
		return "", err
	}
	if !readable {
		return "", errNoIdentity
	}
	var identity string
	err := p.pool.QueryRow(ctx,
		`SELECT system_identifier || '/' || oid FROM pg_control_system(), pg_database WHERE datname = CURRENT_DATABASE()`).Scan(&identity)
	return identity, err
}

var errNoIdentity = errors.New("the user cannot read the identity of this server: as its administrator, run GRANT EXECUTE ON " +
	"FUNCTION pg_control_system() TO this user")

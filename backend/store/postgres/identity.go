package postgres

import (
	"context"
	"errors"
)

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

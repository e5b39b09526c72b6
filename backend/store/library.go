package store

import (
	"context"
	"errors"
	"fmt"

	"lectern/backend/internal/id"
)

// Library gives the id of the library, which it gets when it is first asked for, and whether the store
// of its bytes has been told.
func (db *DB) Library(ctx context.Context) (libraryID string, marked bool, err error) {
	err = db.update(ctx, func(tx *Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO library (id) VALUES (?) ON CONFLICT DO NOTHING`, id.New()); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, `SELECT id, marked FROM library`).Scan(&libraryID, &marked)
	})
	if err != nil {
		return "", false, fmt.Errorf("identify library: %w", err)
	}
	return libraryID, marked, nil
}

// Identity gives what tells the database from its copies, which have the same library: two numbers with a slash
// between them. One in a file has none.
func (db *DB) Identity(ctx context.Context) (string, error) {
	identity, err := db.identity(ctx)
	if err != nil {
		return "", fmt.Errorf("identify database: %w", err)
	}
	return identity, nil
}

func (s *sqlite) identity(context.Context) (string, error) { return "", nil }

// identity is made of the numbers of the server's data and of the database in it: neither is in a dump. The
// former is every user's to read, unless that was revoked.
func (p *postgres) identity(ctx context.Context) (string, error) {
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

var errNoIdentity = errors.New("the user may not read which server this is: as its administrator, run GRANT EXECUTE ON FUNCTION " +
	"pg_control_system() TO this user")

// NoteMarked notes that the store of the library's bytes has been told which library it is of.
func (db *DB) NoteMarked(ctx context.Context) error {
	return db.update(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE library SET marked = TRUE`)
		return err
	})
}

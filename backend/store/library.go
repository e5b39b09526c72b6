package store

import (
	"context"
	"fmt"

	"lectern/backend/internal/id"
	"lectern/backend/store/sqlite"
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
	identity, err := db.engine.Identity(ctx)
	if err != nil {
		return "", fmt.Errorf("identify database: %w", err)
	}
	return identity, nil
}

// NoteMarked notes that the store of the library's bytes has been told which library it is of.
func (db *DB) NoteMarked(ctx context.Context) error {
	return db.update(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE library SET marked = TRUE`)
		return err
	})
}

// KeepMark writes the mark beside the database, and keeps it up to date until the database is closed. It does nothing
// for a database of several servers.
func (db *DB) KeepMark(ctx context.Context) error {
	on, isFile := db.engine.(*sqlite.Database)
	if !isFile {
		return nil
	}
	return db.update(ctx, func(*Tx) error { return on.OpenMark() })
}

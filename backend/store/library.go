package store

import (
	"context"
	"crypto/rand"
	"fmt"
)

// Library gives the id of the library, which it gets when it is first asked for, and whether the store
// of its bytes has been told.
func (db *DB) Library(ctx context.Context) (id string, marked bool, err error) {
	err = db.update(ctx, func(tx *Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO library (id) VALUES (?) ON CONFLICT DO NOTHING`, rand.Text()); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, `SELECT id, marked FROM library`).Scan(&id, &marked)
	})
	if err != nil {
		return "", false, fmt.Errorf("identify library: %w", err)
	}
	return id, marked, nil
}

// NoteMarked notes that the store of the library's bytes has been told which library it is of.
func (db *DB) NoteMarked(ctx context.Context) error {
	return db.update(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE library SET marked = TRUE`)
		return err
	})
}

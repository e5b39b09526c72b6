package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"lectern/backend/internal/id"
	"lectern/backend/store/sqlite"
)

// LibraryID returns the id of the library, and whether the content store is marked with that id. The first call creates
// the id.
func (db *DB) LibraryID(ctx context.Context) (libraryID string, marked bool, err error) {
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

// Identity returns a text that distinguishes the database from copies of it, which have the same library id: two
// numbers separated by a slash. It returns "" for a database in a file.
func (db *DB) Identity(ctx context.Context) (string, error) {
	identity, err := db.engine.Identity(ctx)
	if err != nil {
		return "", fmt.Errorf("identify database: %w", err)
	}
	return identity, nil
}

// NoteMarked records that the content store is marked with the library's id.
func (db *DB) NoteMarked(ctx context.Context) error {
	return db.update(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE library SET marked = TRUE`)
		return err
	})
}

// KeepMark writes the [sqlite.Mark] of the library to a file beside the database, and updates it until the database is
// closed. It does nothing for a database on a server.
func (db *DB) KeepMark(ctx context.Context) error {
	on, isFile := db.engine.(*sqlite.Database)
	if !isFile {
		return nil
	}
	return db.update(ctx, func(*Tx) error { return on.OpenMark() })
}

// Clock stores the latest time that the clock has shown. It implements [session.ClockStore].
type Clock struct{ *database }

// LatestTime implements [session.ClockStore].
func (r Clock) LatestTime(ctx context.Context) (time.Time, error) {
	var latest sql.NullInt64
	if err := r.read.QueryRowContext(ctx, `SELECT MAX(latest) FROM clock`).Scan(&latest); err != nil {
		return time.Time{}, fmt.Errorf("read clock: %w", err)
	}
	return fromMilli(latest), nil
}

// SaveTime implements [session.ClockStore].
func (r Clock) SaveTime(ctx context.Context, t time.Time) error {
	return r.update(ctx, func(tx *Tx) error {
		_, removed := tx.ExecContext(ctx, `DELETE FROM clock`)
		_, added := tx.ExecContext(ctx, `INSERT INTO clock (latest) VALUES (?)`, t.UnixMilli())
		if err := errors.Join(removed, added); err != nil {
			return fmt.Errorf("save clock: %w", err)
		}
		return nil
	})
}

// IsReplaced reports whether the file of the database has been removed or replaced since it was opened. Changes to such
// a database are lost when it is closed. It reports false for a database on a server.
func (db *DB) IsReplaced() bool {
	file, is := db.engine.(*sqlite.Database)
	return is && file.IsReplaced()
}

// CopyOpened writes a copy of the open database to a new file, even if its own file has been replaced. Writers wait
// meanwhile.
func (db *DB) CopyOpened(ctx context.Context, to string) error {
	if _, err := db.write.ExecContext(ctx, `VACUUM INTO ?`, to); err != nil {
		return asFullDisk(fmt.Errorf("copy the open database: %w", err))
	}
	return nil
}

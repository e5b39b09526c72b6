package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// IsReplaced reports whether the file of the database has been removed, or another one put in its place, since it was
// opened: what is written from then on is gone when the database is closed. It is false for a database on a server.
func (db *DB) IsReplaced() bool {
	if db.opened == nil {
		return false
	}
	present, err := os.Stat(db.engine.(*sqlite).path)
	return errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(present, db.opened)
}

// CopyOpened writes a copy of the database that is open to a new file, wherever its own file is by now. Others wait to
// write meanwhile.
func (db *DB) CopyOpened(ctx context.Context, to string) error {
	if _, err := db.write.ExecContext(ctx, `VACUUM INTO ?`, to); err != nil {
		return wordNoSpace(fmt.Errorf("copy the open database: %w", err))
	}
	return nil
}

// noteFile notes which file a database in a file has.
func (db *DB) noteFile() error {
	on, isFile := db.engine.(*sqlite)
	if !isFile {
		return nil
	}
	var err error
	if db.opened, err = os.Stat(on.path); err != nil {
		return fmt.Errorf("look at the database: %w", err)
	}
	return nil
}

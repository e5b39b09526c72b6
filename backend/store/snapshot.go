package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Snapshot writes the database as it is now to a new file, while others go on writing, and
// gives the keys of the content that it needs, sorted.
func (db *DB) Snapshot(ctx context.Context, path string) (keys []string, err error) {
	if err := db.copyTo(ctx, path); err != nil {
		return nil, wordNoSpace(fmt.Errorf("copy database: %w", err))
	}
	copied, err := Open(ctx, path, db.log)
	if err != nil {
		return nil, fmt.Errorf("open copy of the database: %w", err)
	}
	used, err := copied.ListUsedContent(ctx, "")
	if closed := copied.Close(); err == nil {
		err = closed
	}
	delete(used, "") // of documents that are not fetched or converted yet
	return slices.Sorted(maps.Keys(used)), err
}

// copyTo has a connection of its own: those for reading may not even write elsewhere.
func (db *DB) copyTo(ctx context.Context, path string) error {
	own, err := sql.Open("sqlite3", dsn(db.path, ""))
	if err != nil {
		return err
	}
	_, err = own.ExecContext(ctx, `VACUUM INTO ?`, path)
	return errors.Join(err, own.Close())
}

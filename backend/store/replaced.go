package store

import (
	"context"
	"fmt"
	"lectern/backend/store/sqlite"
)

// IsReplaced reports whether the file of the database has been removed or replaced since it was opened. What is written to such a
// database is gone when it is closed. It is false for a database on a server.
func (db *DB) IsReplaced() bool {
	file, is := db.engine.(*sqlite.Database)
	return is && file.IsReplaced()
}

// CopyOpened writes a copy of the open database to a new file, even if its own file has been replaced. Writers wait meanwhile.
func (db *DB) CopyOpened(ctx context.Context, to string) error {
	if _, err := db.write.ExecContext(ctx, `VACUUM INTO ?`, to); err != nil {
		return wordNoSpace(fmt.Errorf("copy the open database: %w", err))
	}
	return nil
}

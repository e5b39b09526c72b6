package store

import (
	"context"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

// searchVersion is the migration after which Go fills the index of the pages' words. It does
// so in its transaction: a library is never half indexed.
const searchVersion = 11

// migrate applies, each in a transaction of its own, the numbered migrations
// that this database has not seen, and then the job queue's.
func (db *DB) migrate(ctx context.Context) error {
	return db.alone(ctx, func() error {
		files, err := db.migrations()
		if err == nil {
			err = db.migrateTables(ctx, files)
		}
		if err == nil {
			err = db.migrateQueue(ctx, db.log)
		}
		return err
	})
}

func (db *DB) migrateTables(ctx context.Context, files fs.FS) error {
	if _, err := db.write.ExecContext(ctx,
		`CREATE TABLE IF NOT EXISTS migration (version BIGINT NOT NULL PRIMARY KEY)`); err != nil {
		return fmt.Errorf("prepare migrations: %w", err)
	}
	var done int
	if err := db.write.QueryRowContext(ctx, `SELECT COALESCE(MAX(version), 0) FROM migration`).Scan(&done); err != nil {
		return fmt.Errorf("read migration version: %w", err)
	}
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return err
	}
	if err := db.keepBefore(ctx, done, newestOf(names)); err != nil {
		return err
	}
	newest := 0
	for _, name := range names {
		if newest, err = versionOf(name); err != nil {
			return err
		}
		if newest <= done {
			continue
		}
		if err := db.apply(ctx, files, name, newest); err != nil {
			return fmt.Errorf("apply %s: %w", name, err)
		}
	}
	if done > newest {
		return fmt.Errorf("the data folder was written by a newer Lectern (its version is %d, this one knows %d): use that one", done, newest)
	}
	return nil
}

// newestOf gives the number of the last of sorted names of migrations; 0 where that has none.
func newestOf(names []string) int {
	if len(names) == 0 {
		return 0
	}
	version, _ := versionOf(names[len(names)-1]) // of one without a number the reader tells
	return version
}

// versionOf gives the number that the name of a migration begins with.
func versionOf(name string) (int, error) {
	number, _, _ := strings.Cut(name, "_")
	return strconv.Atoi(number)
}

func (db *DB) apply(ctx context.Context, files fs.FS, name string, version int) error {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	tx, err := db.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit this does nothing
	if _, err := tx.ExecContext(ctx, string(text)); err != nil {
		return err
	}
	if err := db.filled(ctx, tx, version, db.log); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO migration (version) VALUES (?)`, version); err != nil {
		return err
	}
	return tx.Commit()
}

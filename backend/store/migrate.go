package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/gofrs/flock"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
)

//go:embed migration/*.sql
var migrations embed.FS

// searchVersion is the migration after which Go fills the index of the pages' words. It does
// so in its transaction: a library is never half indexed.
const searchVersion = 11

// migrateAlone migrates while no other process does: a server and a command may
// open a new data folder at the same time.
func (db *DB) migrateAlone(ctx context.Context, path string) (err error) {
	lock := flock.New(path + ".migrating")
	if err := lock.Lock(); err != nil {
		return fmt.Errorf("lock migration: %w", err)
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	return db.migrate(ctx)
}

// migrate applies, each in a transaction of its own, the numbered migrations
// that this database has not seen, and then the job queue's.
func (db *DB) migrate(ctx context.Context) error {
	if _, err := db.write.ExecContext(ctx,
		`CREATE TABLE IF NOT EXISTS migration (version BIGINT NOT NULL PRIMARY KEY)`); err != nil {
		return fmt.Errorf("prepare migrations: %w", err)
	}
	var done int
	if err := db.write.QueryRowContext(ctx, `SELECT COALESCE(MAX(version), 0) FROM migration`).Scan(&done); err != nil {
		return fmt.Errorf("read migration version: %w", err)
	}
	names, err := fs.Glob(migrations, "migration/*.sql")
	if err != nil {
		return err
	}
	if done > len(names) {
		return fmt.Errorf("the data folder was written by a newer Lectern (its version is %d, this one knows %d): use that one", done, len(names))
	}
	for _, name := range names[done:] {
		if err := db.apply(ctx, name); err != nil {
			return fmt.Errorf("apply %s: %w", name, err)
		}
	}
	return db.migrateQueue(ctx)
}

func (db *DB) apply(ctx context.Context, name string) error {
	number, _, _ := strings.Cut(path.Base(name), "_")
	version, err := strconv.Atoi(number)
	if err != nil {
		return err
	}
	text, err := migrations.ReadFile(name)
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
	switch version {
	case searchVersion:
		err = db.indexTexts(ctx, tx)
	case namesVersion:
		err = foldNames(ctx, tx)
	}
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO migration (version) VALUES (?)`, version); err != nil {
		return err
	}
	return tx.Commit()
}

func (db *DB) migrateQueue(ctx context.Context) error {
	migrator, err := rivermigrate.New(riversqlite.New(db.write), &rivermigrate.Config{Logger: quiet(db.log)})
	if err != nil {
		return err
	}
	// The migrator asks for a table that a new database lacks; that is its way
	// to find version 0, and not an error.
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("migrate job queue: %w", err)
	}
	return nil
}

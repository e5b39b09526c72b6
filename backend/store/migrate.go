package store

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"math"
	"regexp"
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
			err = db.migrateTables(ctx, files, math.MaxInt)
		}
		if err == nil {
			err = db.migrateQueue(ctx, db.log)
		}
		return err
	})
}

// migrateTables applies the migrations in files that the database lacks, up to version last.
func (db *DB) migrateTables(ctx context.Context, files fs.FS, last int) error {
	if err := db.prepareMigrations(ctx); err != nil {
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
	newest := newestOf(names)
	if err := db.keepBefore(ctx, done, newest); err != nil {
		return err
	}
	for _, name := range names {
		m, err := readMigration(files, name)
		if err == nil && m.version > done && m.version <= last {
			err = db.apply(ctx, m)
		}
		if err != nil {
			return fmt.Errorf("apply %s: %w", name, err)
		}
	}
	return db.checkKnown(ctx, done, newest)
}

// checkKnown refuses a database that a later program has changed so that this one cannot work with it.
func (db *DB) checkKnown(ctx context.Context, done, newest int) error {
	if done <= newest {
		return nil
	}
	if known, err := db.canWorkWith(ctx, newest); err != nil || known {
		return err
	}
	return errNewer(done, newest)
}

func errNewer(done, newest int) error {
	return fmt.Errorf("the library was written by a newer Lectern (its version is %d, this one knows %d): use that one", done, newest)
}

// migration is a step from one form of the tables to the next.
type migration struct {
	version int
	beside  int // the oldest newest migration of programs that can work with what it makes
	text    string
}

// besideLine is how a migration begins beside which earlier programs go on: with the number of the
// newest one that they must know. Beside others only programs work that know them.
var besideLine = regexp.MustCompile(`^-- beside ([0-9]+)\n`)

func readMigration(files fs.FS, name string) (m migration, err error) {
	if m.version, err = versionOf(name); err != nil {
		return m, err
	}
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return m, err
	}
	m.text, m.beside = string(text), m.version
	if line := besideLine.FindStringSubmatch(m.text); line != nil {
		m.beside, err = strconv.Atoi(line[1])
	}
	return m, err
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

// apply makes a migration when no program is at work any more that cannot go on beside it. Where tables
// are in use it is tried again, rather than that all wait behind it.
func (db *DB) apply(ctx context.Context, m migration) error {
	if err := db.awaitOlder(ctx, m.beside); err != nil {
		return err
	}
	for {
		err := db.tryApply(ctx, m)
		if err == nil || !db.isLocked(err) || ctx.Err() != nil {
			return err
		}
		db.log.InfoContext(ctx, "tables that are to be changed are in use: it is tried again", slog.Int("migration", m.version))
	}
}

func (db *DB) tryApply(ctx context.Context, m migration) error {
	tx, err := db.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit this does nothing
	if err := db.noteMigration(ctx, tx, m); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, m.text); err != nil {
		return err
	}
	if err := db.filled(ctx, tx, m.version, db.log); err != nil {
		return err
	}
	return tx.Commit()
}

package migration

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"log/slog"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Migrator is a database that migrations are applied to.
type Migrator interface {
	// Pools returns the connections for writing and for reading.
	Pools() (write, read *sql.DB)
	// Migrations returns the files of the migrations, whose names begin with their numbers.
	Migrations() (fs.FS, error)
	// RunExclusively calls do while no other program applies migrations.
	RunExclusively(ctx context.Context, do func() error) error
	// PrepareMigrations creates the table of the applied migrations unless it exists.
	PrepareMigrations(ctx context.Context) error
	// KeepCopy keeps a copy of a database in a file, before the database is migrated to a newer version. The argument
	// from is its present version.
	KeepCopy(ctx context.Context, from int) error
	// AwaitOlderPrograms waits until all running programs know a migration.
	AwaitOlderPrograms(ctx context.Context, version int) error
	// CanWorkWith reports whether a program that knows the migrations up to a version can work with all that are
	// applied.
	CanWorkWith(ctx context.Context, version int) (bool, error)
	// RecordMigration records in its transaction that a migration is applied.
	RecordMigration(ctx context.Context, tx *sql.Tx, m Migration) error
	// RunMigrationCode applies those changes of a migration that SQL cannot express, in the transaction of the migration.
	RunMigrationCode(ctx context.Context, tx *sql.Tx, version int, log *slog.Logger) error
	// IsLocked reports whether err means that another program uses a table that is to be changed.
	IsLocked(err error) bool
	// MigrateQueue applies the migrations of the job queue.
	MigrateQueue(ctx context.Context, log *slog.Logger) error
}

// Run applies the migrations that a database lacks, each in a transaction of its own. Then it applies the migrations of
// the job queue.
func Run(ctx context.Context, db Migrator, log *slog.Logger) error {
	return db.RunExclusively(ctx, func() error {
		files, err := db.Migrations()
		if err == nil {
			err = Apply(ctx, db, files, math.MaxInt, log)
		}
		if err == nil {
			err = db.MigrateQueue(ctx, log)
		}
		return err
	})
}

// Apply applies those migrations in files that have not been applied to the database. The argument maxVersion is the
// highest version that is applied.
func Apply(ctx context.Context, db Migrator, files fs.FS, maxVersion int, log *slog.Logger) error {
	if err := db.PrepareMigrations(ctx); err != nil {
		return fmt.Errorf("prepare migrations: %w", err)
	}
	write, _ := db.Pools()
	var done int
	if err := write.QueryRowContext(ctx, `SELECT COALESCE(MAX(version), 0) FROM migration`).Scan(&done); err != nil {
		return fmt.Errorf("read migration version: %w", err)
	}
	names, newest, err := list(files)
	if err != nil {
		return err
	}
	if done > 0 && done < newest {
		if err := db.KeepCopy(ctx, done); err != nil {
			return err
		}
	}
	for _, name := range names {
		m, err := read(files, name)
		if err == nil && m.Version > done && m.Version <= maxVersion {
			err = apply(ctx, db, m, log)
		}
		if err != nil {
			return fmt.Errorf("apply %s: %w", name, err)
		}
	}
	return checkKnown(ctx, db, done, newest)
}

// checkKnown returns an error if a newer program has changed the database so that this one cannot work with it.
func checkKnown(ctx context.Context, db Migrator, applied, newest int) error {
	if applied <= newest {
		return nil
	}
	if known, err := db.CanWorkWith(ctx, newest); err != nil || known {
		return err
	}
	return NewerError(applied, newest)
}

// NewerError returns the error of a database with a migration that this program does not know.
func NewerError(applied, newest int) error {
	return fmt.Errorf("the library was written by a newer Lectern (its version is %d, this one supports %d): use the newer "+
		"version", applied, newest)
}

// Migration is a change of the tables.
type Migration struct {
	Version int
	// OldestVersion is the version of the oldest program that can work with the changed tables, given as the newest
	// migration that this program knows.
	OldestVersion int
	SQL           string
}

// compatibleLine matches the first line of a migration whose changes older programs can work with. The number in the
// line is the newest migration that such a program must know. Without this line, only programs that know the migration
// can work with the changed tables.
var compatibleLine = regexp.MustCompile(`^-- beside ([0-9]+)\n`)

func read(files fs.FS, name string) (m Migration, err error) {
	if m.Version, err = versionOf(name); err != nil {
		return m, err
	}
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return m, err
	}
	m.SQL, m.OldestVersion = string(text), m.Version
	if line := compatibleLine.FindStringSubmatch(m.SQL); line != nil {
		m.OldestVersion, err = strconv.Atoi(line[1])
	}
	return m, err
}

// Newest returns the greatest version of the migrations in files; 0 if there are none.
func Newest(files fs.FS) (int, error) {
	_, newest, err := list(files)
	return newest, err
}

// list returns the names of the migrations in files, in ascending order. The result newest is the highest version; it
// is 0 if there are no migrations.
func list(files fs.FS) (names []string, newest int, err error) {
	names, err = fs.Glob(files, "*.sql") // sorted
	if err == nil && len(names) > 0 {
		newest, err = versionOf(names[len(names)-1])
	}
	return names, newest, err
}

// versionOf returns the number that the name of a migration begins with.
func versionOf(name string) (int, error) {
	number, _, _ := strings.Cut(name, "_")
	return strconv.Atoi(number)
}

// apply waits until all running programs can work with the changed tables, and then applies a migration. If a table is
// in use, it gives up and tries again later, so that other programs do not have to wait for the table.
func apply(ctx context.Context, db Migrator, m Migration, log *slog.Logger) error {
	if err := db.AwaitOlderPrograms(ctx, m.OldestVersion); err != nil {
		return err
	}
	for {
		err := tryApply(ctx, db, m, log)
		if err == nil || !db.IsLocked(err) || ctx.Err() != nil {
			return err
		}
		log.InfoContext(ctx, "tables that must be changed are in use: trying again", slog.Int("migration", m.Version))
	}
}

func tryApply(ctx context.Context, db Migrator, m Migration, log *slog.Logger) error {
	write, _ := db.Pools()
	tx, err := write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit this does nothing
	if err := db.RecordMigration(ctx, tx, m); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, m.SQL); err != nil {
		return err
	}
	if err := db.RunMigrationCode(ctx, tx, m.Version, log); err != nil {
		return err
	}
	return tx.Commit()
}

package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"lectern/backend/store/migration"
	"log/slog"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/mattn/go-sqlite3"
)

// untrustedDriver opens databases that anybody may have written, see https://www.sqlite.org/security.html.
const untrustedDriver = "sqlite3-untrusted"

// Limits of a database from an untrusted source.
const (
	maxObjects   = 2000      // objects in its schema
	maxStatement = 1 << 20   // bytes of the definition of an object
	maxValue     = 256 << 20 // bytes of a value; the parameters of a task have at most 100 MB
	maxCache     = 1 << 16   // KiB of pages that a connection keeps
)

// maxCheckTime is the time limit for reading a whole database: a minute, and a second for each megabyte.
func maxCheckTime(size int64) time.Duration {
	return time.Minute + time.Duration(size>>20)*time.Second
}

func init() {
	sql.Register(untrustedDriver, &sqlite3.SQLiteDriver{ConnectHook: limitUntrusted})
}

// limitUntrusted sets the limits and safety options of a connection to an untrusted database before anything is read.
func limitUntrusted(conn *sqlite3.SQLiteConn) error {
	for limit, most := range map[int]int{
		sqlite3.SQLITE_LIMIT_LENGTH:          maxValue,
		sqlite3.SQLITE_LIMIT_SQL_LENGTH:      maxStatement,
		sqlite3.SQLITE_LIMIT_COLUMN:          200,
		sqlite3.SQLITE_LIMIT_EXPR_DEPTH:      100,
		sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 20,
		sqlite3.SQLITE_LIMIT_ATTACHED:        0,
		sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH:   10,
	} {
		conn.SetLimit(limit, most)
	}
	_, err := conn.Exec(fmt.Sprintf("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA cache_size = -%d", maxCache), nil)
	return err
}

// SchemaError is the error for a database whose schema differs from the one that the migrations create.
type SchemaError struct{ Reasons []string }

func (e *SchemaError) Error() string {
	return "the database differs from the one that Lectern creates: " + strings.Join(e.Reasons, ", ")
}

// Sanitize makes a database file from an untrusted source safe to open, and returns what it removed: tables, indexes,
// triggers and views that no version of Lectern creates. It runs nothing that the database defines. The error is a
// [SchemaError] if the remaining schema is not what the migrations create. It wraps [ErrDamaged] if the file is not a
// complete database.
func Sanitize(ctx context.Context, path string) (removed []string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := checkSchemaSize(path); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, maxCheckTime(info.Size()), fmt.Errorf("%w: it takes too long to read", ErrDamaged))
	defer cancel()
	removed, err = sanitize(ctx, path)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return removed, AsDamaged(err)
}

// CheckRestorable returns the error with which [Sanitize] would reject a copy of the database at a path. It rebuilds a
// damaged search index, and changes nothing else.
func CheckRestorable(ctx context.Context, path string) error {
	if err := checkSchemaSize(path); err != nil {
		return err
	}
	return AsDamaged(onUntrusted(path, func(db *sql.DB) error {
		if _, err := compareSchema(ctx, db); err != nil {
			return err
		}
		return checkRows(ctx, db)
	}))
}

// CheckSchema returns a [SchemaError] if the schema of the database at a path is not what the migrations create. A
// backup of such a database could not be restored. CheckSchema reads the definitions only.
func CheckSchema(ctx context.Context, path string) error {
	return View(path, func(db *sql.DB) error {
		_, err := compareSchema(ctx, db)
		return err
	})
}

func sanitize(ctx context.Context, path string) ([]string, error) {
	var foreign []schemaObject
	err := onUntrusted(path, func(db *sql.DB) (err error) {
		if foreign, err = compareSchema(ctx, db); err == nil {
			err = removeDefinitions(ctx, db, foreign)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	// A new connection has not loaded the removed definitions.
	err = onUntrusted(path, func(db *sql.DB) error {
		if err := dropStored(ctx, db, foreign); err != nil {
			return err
		}
		return checkRows(ctx, db)
	})
	removed := make([]string, len(foreign))
	for i, o := range foreign {
		removed[i] = o.String()
	}
	return removed, err
}

// onUntrusted calls do with one connection to the database at a path.
func onUntrusted(path string, do func(*sql.DB) error) error {
	name := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}).String() +
		"?mode=rw&_journal_mode=DELETE&_foreign_keys=0&_locking_mode=EXCLUSIVE"
	db, err := sql.Open(untrustedDriver, name)
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	return errors.Join(do(db), db.Close())
}

// compareSchema returns the objects that no migration creates. The error is a [SchemaError] if an object of the
// migrations is missing or differs.
func compareSchema(ctx context.Context, db *sql.DB) (foreign []schemaObject, err error) {
	objects, err := readSchema(ctx, db)
	if err != nil {
		return nil, err
	}
	version, err := untrustedVersion(ctx, db, objects)
	if err != nil {
		return nil, err
	}
	expected, err := expectedSchema(ctx, version)
	if err != nil {
		return nil, err
	}
	var reasons []string
	for _, o := range objects {
		want, isOurs := expected[o.id()]
		switch {
		case !isOurs && !o.isInternal():
			foreign = append(foreign, o)
		case isOurs && !o.same(want):
			reasons = append(reasons, fmt.Sprintf("the following differs: %s%s", o, o.describeAddedColumn(want)))
		}
		delete(expected, o.id())
	}
	for _, o := range expected {
		reasons = append(reasons, fmt.Sprintf("the following is missing: %s", o))
	}
	if len(reasons) > 0 {
		slices.Sort(reasons)
		return nil, &SchemaError{reasons}
	}
	return foreign, nil
}

// maxAdded is the maximum number of bytes of an added column's definition that an error message shows.
const maxAdded = 200

// describeAddedColumn returns the description of a column that ALTER TABLE … ADD COLUMN has added to a table. It
// returns "" if the table was changed otherwise.
func (o schemaObject) describeAddedColumn(want schemaObject) string {
	added, ok := strings.CutPrefix(o.text, strings.TrimSuffix(want.text, ")")+",")
	if !ok || len(added) > maxAdded {
		return ""
	}
	return fmt.Sprintf(", to which a column was added (%s)", strings.TrimSpace(strings.TrimSuffix(added, ")")))
}

// isInternal reports whether an object is the table sqlite_sequence, which SQLite creates itself and which cannot be
// dropped.
func (o schemaObject) isInternal() bool {
	return o.same(schemaObject{kind: "table", name: "sqlite_sequence", table: "sqlite_sequence",
		text: "CREATE TABLE sqlite_sequence(name,seq)"})
}

// untrustedVersion returns the newest migration of a database. It first makes sure that the migrations are in a plain
// table.
func untrustedVersion(ctx context.Context, db *sql.DB, objects []schemaObject) (version int, err error) {
	const migrations = "migration"
	is := func(o schemaObject) bool {
		return o.same(schemaObject{kind: "table", name: migrations, table: migrations,
			text: "CREATE TABLE migration(version BIGINT NOT NULL PRIMARY KEY)"})
	}
	if !slices.ContainsFunc(objects, is) {
		return 0, &SchemaError{[]string{`the table "migration" is missing`}}
	}
	if err := db.QueryRowContext(ctx, `SELECT COALESCE(MAX(version), 0) FROM migration`).Scan(&version); err != nil {
		return 0, err
	}
	newest, err := newestMigration()
	if err == nil && version > newest {
		err = migration.NewerError(version, newest)
	}
	return version, err
}

// removeDefinitions removes triggers, views and virtual tables. It deletes their rows from sqlite_schema, because DROP
// TABLE would call the module of a virtual table. That is enough: they have no pages.
func removeDefinitions(ctx context.Context, db *sql.DB, objects []schemaObject) error {
	if _, err := db.ExecContext(ctx, `PRAGMA writable_schema = ON`); err != nil {
		return err
	}
	for _, o := range objects {
		if o.isStored() {
			continue
		}
		if _, err := db.ExecContext(ctx, `DELETE FROM sqlite_schema WHERE rowid = ?`, o.row); err != nil {
			return err
		}
	}
	return nil
}

// isStored reports whether an object has pages of its own.
func (o schemaObject) isStored() bool {
	return (o.kind == "table" || o.kind == "index") && !o.isVirtual()
}

// dropStored drops tables and indexes. It drops indexes first, because dropping a table also drops its indexes, and
// dropping them again would fail.
func dropStored(ctx context.Context, db *sql.DB, objects []schemaObject) error {
	for _, kind := range []string{"index", "table"} {
		for _, o := range objects {
			if o.kind != kind || !o.isStored() || o.text == "" { // an index without text belongs to a constraint of its table
				continue
			}
			if _, err := db.ExecContext(ctx, `DROP `+kind+` `+quoteName(o.name)); err != nil {
				return err
			}
		}
	}
	return nil
}

func quoteName(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// checkRows checks for damage, and for values that no library has. It rebuilds a damaged search index. The schema must
// be that of the migrations.
func checkRows(ctx context.Context, db *sql.DB) error {
	var encoding string
	if err := db.QueryRowContext(ctx, `PRAGMA encoding`).Scan(&encoding); err != nil {
		return err
	}
	if encoding != "UTF-8" {
		return &SchemaError{[]string{"its texts are in " + encoding}}
	}
	err := checkPages(ctx, db)
	if errors.Is(err, ErrIndexDamaged) {
		err = rebuildIndex(ctx, db, slog.Default())
	}
	if err != nil {
		return err
	}
	return checkValues(ctx, db)
}

// checkValues rejects values that are larger than any that Lectern stores. It reads their lengths only.
func checkValues(ctx context.Context, db *sql.DB) error {
	columns, err := valueColumns(ctx, db)
	if err != nil {
		return err
	}
	for table, names := range columns {
		conditions := make([]string, len(names))
		for i, name := range names {
			conditions[i] = fmt.Sprintf("octet_length(%s) > %d", quoteName(name), maxValue)
		}
		var has bool
		query := fmt.Sprintf(`SELECT EXISTS (SELECT 1 FROM %s WHERE %s)`, quoteName(table), strings.Join(conditions, " OR "))
		if err := db.QueryRowContext(ctx, query).Scan(&has); err != nil {
			return err
		}
		if has {
			return &SchemaError{[]string{fmt.Sprintf("the table %q has a value that is too large", table)}}
		}
	}
	return nil
}

// valueColumns returns the stored columns of all tables that are not virtual.
func valueColumns(ctx context.Context, db *sql.DB) (map[string][]string, error) {
	rows, err := db.QueryContext(ctx, `SELECT t.name, c.name FROM pragma_table_list AS t JOIN pragma_table_xinfo(t.name) AS c
		WHERE t.schema = 'main' AND t.type IN ('table', 'shadow') AND c.hidden = 0`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns := make(map[string][]string)
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			return nil, err
		}
		columns[table] = append(columns[table], column)
	}
	return columns, rows.Err()
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5/stdlib"

	"lectern/backend/store/postgres"
	"lectern/backend/store/sqlite"
)

// peekIf calls read with the database at an address if that database contains the given table and the table has the
// given column. The database may have any version. The function bind replaces the placeholders of a query by those of
// the database. If there is no file at the address, peekIf does nothing.
func peekIf(ctx context.Context, address, table, column string, read func(db *sql.DB, bind func(query string) string) error) error {
	lookIf := func(db *sql.DB, exists string, bind func(string) string) error {
		var is bool
		if err := db.QueryRowContext(ctx, exists, table, column).Scan(&is); err != nil || !is {
			return err
		}
		return read(db, bind)
	}
	if postgres.IsURL(address) {
		config, err := postgres.ParseAddress(address)
		if err != nil {
			return err
		}
		db := stdlib.OpenDB(*config.ConnConfig)
		return errors.Join(lookIf(db, `SELECT EXISTS (SELECT 1 FROM information_schema.columns
			WHERE table_schema = CURRENT_SCHEMA() AND table_name = $1 AND column_name = $2)`, postgres.Rebind), db.Close())
	}
	err := sqlite.View(address, func(db *sql.DB) error {
		return lookIf(db, `SELECT EXISTS (SELECT 1 FROM pragma_table_info(?) WHERE name = ?)`, func(query string) string { return query })
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Snapshot writes a copy of the database at a path to a new file, while others may write to the database. It applies
// missing migrations to the copy only, and returns the sorted keys of the content that the copy needs. The error is a
// [sqlite.SchemaError], or wraps [sqlite.ErrDamaged], if no restore would accept the copy.
func Snapshot(ctx context.Context, from, to string, log *slog.Logger) (keys []string, err error) {
	if err := sqlite.Copy(ctx, from, to); err != nil {
		return nil, sqlite.AsDamaged(asFullDisk(fmt.Errorf("copy database: %w", err)))
	}
	copied, err := OpenCopy(ctx, to, log)
	if err != nil {
		return nil, sqlite.AsDamaged(fmt.Errorf("open copy of the database: %w", err))
	}
	used, err := copied.Contents.ListUsedContent(ctx, "")
	if closed := copied.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = sqlite.CheckRestorable(ctx, to)
	}
	if err != nil {
		return nil, sqlite.AsDamaged(err)
	}
	delete(used, "") // documents that are not fetched or converted yet have an empty key
	return slices.Sorted(maps.Keys(used)), nil
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"lectern/backend/store/postgres"
	"lectern/backend/store/sqlite"

	"github.com/jackc/pgx/v5/stdlib"
)

// peekIf calls look with the database at an address, of whatever version, if a table there has a column. bind makes a query
// one of that engine. Where there is no file, peekIf does nothing.
func peekIf(ctx context.Context, address, table, column string, look func(db *sql.DB, bind func(query string) string) error) error {
	lookIf := func(db *sql.DB, exists string, bind func(string) string) error {
		var is bool
		if err := db.QueryRowContext(ctx, exists, table, column).Scan(&is); err != nil || !is {
			return err
		}
		return look(db, bind)
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

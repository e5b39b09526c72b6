package sqlite

import (
	"context"
	"database/sql"
	"lectern/backend/store/engine"
)

// Columns implements [engine.Tables]. It leaves out generated columns.
func (s *Database) Columns(ctx context.Context, table string) ([]string, error) {
	return engine.ListStrings(ctx, s.read, `SELECT name FROM pragma_table_info(?)`, table)
}

func (s *Database) Counters(ctx context.Context) (all []engine.Counter, err error) {
	for table, column := range engine.NumberedColumns {
		c := engine.Counter{Table: table, Column: column}
		err := s.read.QueryRowContext(ctx, `SELECT MAX(COALESCE((SELECT seq FROM sqlite_sequence WHERE name = ?), 0), COALESCE((SELECT MAX(`+
			column+`) FROM `+table+`), 0))`, table).Scan(&c.Last)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// SetCounter does nothing for tables without AUTOINCREMENT, because SQLite has no counter for them.
func (s *Database) SetCounter(ctx context.Context, tx *sql.Tx, c engine.Counter) error {
	_, err := tx.ExecContext(ctx, `UPDATE sqlite_sequence SET seq = ? WHERE name = ? AND seq < ?`, c.Last, c.Table, c.Last)
	if err == nil {
		_, err = tx.ExecContext(ctx, `INSERT INTO sqlite_sequence (name, seq) SELECT ?, ?
			WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?) AND EXISTS (SELECT 1 FROM sqlite_master WHERE name = ?
				AND sql LIKE '%AUTOINCREMENT%')`,
			c.Table, c.Last, c.Table, c.Table)
	}
	return err
}

func (s *Database) FindServer(context.Context) (string, bool, error) { return "", false, nil }

func (s *Database) Identity(context.Context) (string, error) { return "", nil }

package store

import (
	"context"
	"database/sql"
)

// columns gives those of a table that are stored, none where it is missing.
func (s *sqlite) columns(ctx context.Context, table string) ([]string, error) {
	return listTexts(ctx, s.read, `SELECT name FROM pragma_table_info(?)`, table) // which leaves out what is computed
}

func (s *sqlite) counters(ctx context.Context) (all []counter, err error) {
	for table, column := range numbered {
		c := counter{table: table, column: column}
		err := s.read.QueryRowContext(ctx, `SELECT MAX(COALESCE((SELECT seq FROM sqlite_sequence WHERE name = ?), 0), COALESCE((SELECT MAX(`+
			column+`) FROM `+table+`), 0))`, table).Scan(&c.last)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// setCounter leaves those tables alone whose numbers SQLite gives without keeping account of them.
func (s *sqlite) setCounter(ctx context.Context, tx *sql.Tx, c counter) error {
	_, err := tx.ExecContext(ctx, `UPDATE sqlite_sequence SET seq = ? WHERE name = ? AND seq < ?`, c.last, c.table, c.last)
	if err == nil {
		_, err = tx.ExecContext(ctx, `INSERT INTO sqlite_sequence (name, seq) SELECT ?, ?
			WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?) AND EXISTS (SELECT 1 FROM sqlite_master WHERE name = ? AND sql LIKE '%AUTOINCREMENT%')`,
			c.table, c.last, c.table, c.table)
	}
	return err
}

func (s *sqlite) findNode(context.Context) (string, bool, error) { return "", false, nil }

func (p *postgres) columns(ctx context.Context, table string) ([]string, error) {
	return listTexts(ctx, p.read, `SELECT column_name::TEXT FROM information_schema.columns
		WHERE table_schema = CURRENT_SCHEMA() AND table_name = ? AND is_generated = 'NEVER'`, table)
}

func (p *postgres) counters(ctx context.Context) (all []counter, err error) {
	for table, column := range numbered {
		c := counter{table: table, column: column}
		var sequence string
		err := p.read.QueryRowContext(ctx, `SELECT pg_get_serial_sequence(?, ?)`, table, column).Scan(&sequence)
		if err == nil {
			err = p.read.QueryRowContext(ctx, `SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM `+sequence).Scan(&c.last)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

func (p *postgres) setCounter(ctx context.Context, tx *sql.Tx, c counter) error {
	_, err := tx.ExecContext(ctx, `SELECT setval(pg_get_serial_sequence(?, ?), GREATEST(?::BIGINT, 1), ?::BIGINT > 0)`, c.table, c.column,
		c.last, c.last)
	return err
}

func (p *postgres) findNode(ctx context.Context) (host string, at bool, err error) {
	err = p.pool.QueryRow(ctx, `SELECT COALESCE(MIN(name || ''), ''), COUNT(*) > 0 FROM node WHERE seen_at > NOW() - $1::INTERVAL`,
		dead.String()).Scan(&host, &at)
	return host, at, err
}

package postgres

import (
	"context"
	"database/sql"

	"lectern/backend/store/engine"
)

func (p *Database) Columns(ctx context.Context, table string) ([]string, error) {
	return engine.ListStrings(ctx, p.read, `SELECT column_name::TEXT FROM information_schema.columns
		WHERE table_schema = CURRENT_SCHEMA() AND table_name = ? AND is_generated = 'NEVER'`, table)
}

func (p *Database) Counters(ctx context.Context) (all []engine.Counter, err error) {
	for table, column := range engine.NumberedColumns {
		c := engine.Counter{Table: table, Column: column}
		var sequence string
		err := p.read.QueryRowContext(ctx, `SELECT pg_get_serial_sequence(?, ?)`, table, column).Scan(&sequence)
		if err == nil {
			err = p.read.QueryRowContext(ctx, `SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM `+sequence).Scan(&c.Last)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

func (p *Database) SetCounter(ctx context.Context, tx *sql.Tx, c engine.Counter) error {
	_, err := tx.ExecContext(ctx, `SELECT setval(pg_get_serial_sequence(?, ?), GREATEST(?::BIGINT, 1), ?::BIGINT > 0)`, c.Table, c.Column,
		c.Last, c.Last)
	return err
}

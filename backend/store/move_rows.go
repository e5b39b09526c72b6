package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"slices"
	"strings"

	"lectern/backend/store/engine"
)

// Limits of the rows that are copied in one transaction. SQLite accepts 32,766 values in a statement.
const (
	maxMoveRows   = 500
	maxMoveBytes  = 8 << 20
	maxMoveValues = 30_000
)

// moveTable copies the rows of a table that were not copied yet.
func (r Moves) moveTable(ctx context.Context, from *DB, t movedTable, onProgress func(rows int64)) error {
	columns, err := from.Moves.columnsOf(ctx, t)
	if err != nil {
		return err
	}
	var done int64
	err = r.read.QueryRowContext(ctx, `SELECT done FROM moving WHERE name = ?`, t.name).Scan(&done)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	batch := batch{limit: min(maxMoveRows, maxMoveValues/len(columns))}
	flush := func() error {
		done += int64(len(batch.rows))
		if err := r.insertBatch(ctx, t, columns, batch.rows, done); err != nil {
			return err
		}
		batch.clear()
		onProgress(done)
		return nil
	}
	last := done
	err = from.Moves.visitRows(ctx, t, columns, func(values []any) error {
		if last > 0 {
			last--
			return nil
		}
		if batch.add(values); batch.isFull() {
			return flush()
		}
		return nil
	})
	if err != nil {
		return err
	}
	return flush()
}

// batch is the rows that are copied in one transaction.
type batch struct {
	rows         [][]any
	bytes, limit int
}

func (b *batch) add(values []any) {
	for _, v := range values {
		switch v := v.(type) {
		case string:
			b.bytes += len(v)
		case []byte:
			b.bytes += len(v)
		}
	}
	b.rows = append(b.rows, slices.Clone(values))
}

func (b *batch) isFull() bool { return len(b.rows) >= b.limit || b.bytes >= maxMoveBytes }

func (b *batch) clear() { b.rows, b.bytes = nil, 0 }

// insertBatch inserts rows, and records how many rows of the table have been copied so far.
func (r Moves) insertBatch(ctx context.Context, t movedTable, columns []string, rows [][]any, done int64) error {
	return r.update(ctx, func(tx *Tx) error {
		if err := insertRows(ctx, tx, t, columns, rows); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx,
			`INSERT INTO moving (name, done, source) VALUES (?, ?, '') ON CONFLICT (name) DO UPDATE SET done = excluded.done`, t.name, done)
		return err
	})
}

func insertRows(ctx context.Context, tx *Tx, t movedTable, columns []string, rows [][]any) error {
	if t.name == "page_text" {
		for _, row := range rows {
			id, _ := row[0].(int64) // the id is an integer, as in the schema
			text, _ := row[1].(string)
			if err := tx.index.Insert(ctx, tx.Tx, id, text); err != nil {
				return err
			}
		}
		return nil
	}
	if len(rows) == 0 {
		return nil
	}
	row := `(?` + strings.Repeat(`, ?`, len(columns)-1) + `)`
	// Rows that triggers have added for rows of other tables exist already.
	_, err := tx.ExecContext(ctx, `INSERT INTO `+t.name+` (`+strings.Join(columns, ", ")+`) VALUES `+row+strings.Repeat(`, `+row, len(rows)-1)+
		` ON CONFLICT DO NOTHING`,
		slices.Concat(rows...)...)
	return err
}

// columnsOf returns the columns of a table that make up its records. For page texts it leaves out the words, because
// the target database indexes the texts anew.
func (r Moves) columnsOf(ctx context.Context, t movedTable) ([]string, error) {
	if t.name == "page_text" {
		return []string{"id", "text"}, nil
	}
	columns, err := r.engine.Columns(ctx, t.name)
	if err == nil && len(columns) == 0 {
		err = errors.New("it is missing")
	}
	slices.Sort(columns)
	return columns, err
}

// visitRows calls visit with the values of each row of a table. The rows are sorted by the columns in t.order.
func (r Moves) visitRows(ctx context.Context, t movedTable, columns []string, visit func(values []any) error) error {
	rows, err := r.read.QueryContext(ctx, `SELECT `+strings.Join(columns, ", ")+` FROM `+t.name+` ORDER BY `+t.order)
	if err != nil {
		return err
	}
	defer rows.Close()
	values, targets := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		targets[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		for i, v := range values {
			if text, is := v.(string); is {
				values[i] = engine.DecodeText(text) // writing it encodes it again
			}
		}
		if err := visit(values); err != nil {
			return err
		}
	}
	return rows.Err()
}

// tableSum is the number of rows of a table and the SHA-256 of their values.
type tableSum struct {
	rows int64
	sum  [sha256.Size]byte
}

func (r Moves) sumOf(ctx context.Context, t movedTable) (sum tableSum, err error) {
	columns, err := r.columnsOf(ctx, t)
	if err != nil {
		return sum, err
	}
	digest := sha256.New()
	err = r.visitRows(ctx, t, columns, func(values []any) error {
		sum.rows++
		for _, v := range values {
			if err := addValue(digest, v); err != nil {
				return err
			}
		}
		return nil
	})
	digest.Sum(sum.sum[:0])
	return sum, err
}

// addValue adds a value to a digest in a form that is the same for all databases. The boolean true is added as the
// number 1.
func addValue(digest hash.Hash, value any) error {
	switch v := value.(type) {
	case nil:
		digest.Write([]byte{'n'})
	case bool:
		number := int64(0)
		if v {
			number = 1
		}
		return addValue(digest, number)
	case int64:
		digest.Write(binary.BigEndian.AppendUint64([]byte{'i'}, uint64(v)))
	case string:
		digest.Write(binary.BigEndian.AppendUint64([]byte{'t'}, uint64(len(v))))
		digest.Write([]byte(v))
	case []byte:
		digest.Write(binary.BigEndian.AppendUint64([]byte{'b'}, uint64(len(v))))
		digest.Write(v)
	default:
		return fmt.Errorf("a value of type %T is not expected", value)
	}
	return nil
}

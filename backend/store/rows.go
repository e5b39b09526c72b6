package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// toMilli returns a time in milliseconds for a column in which null stands for the zero time.
func toMilli(t time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: t.UnixMilli(), Valid: !t.IsZero()}
}

// fromMilli returns the time of a column in which null stands for the zero time.
func fromMilli(n sql.NullInt64) time.Time {
	if !n.Valid {
		return time.Time{}
	}
	return time.UnixMilli(n.Int64).UTC()
}

// timeOrZero returns the time of a column in which 0 stands for the zero time, as in clock.Milliseconds.
func timeOrZero(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.UnixMilli(n).UTC()
}

// scanner is an [sql.Row], or the current row of [sql.Rows].
type scanner interface{ Scan(dest ...any) error }

// placeholders returns n question marks for a list.
func placeholders(n int) string { return strings.TrimSuffix(strings.Repeat("?, ", n), ", ") }

// toArguments returns texts as arguments of a statement.
func toArguments(texts []string) []any {
	all := make([]any, len(texts))
	for i, text := range texts {
		all[i] = text
	}
	return all
}

// querier is a database or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, arguments ...any) *sql.Row
}

// idList returns ids as JSON for json_each. It omits ids that no record can have and that PostgreSQL cannot read.
func idList(ids []string) string {
	return jsonText(slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return strings.Contains(id, "\x00") }))
}

// jsonText returns the JSON of a value that can always be encoded.
func jsonText(value any) string {
	text, _ := json.Marshal(value)
	return string(text)
}

// rowsQuerier is a database or a transaction.
type rowsQuerier interface {
	querier
	QueryContext(ctx context.Context, query string, arguments ...any) (*sql.Rows, error)
}

// checkRowChanged returns an error if a statement changed no row, and nil otherwise. The argument notFound is that
// error.
func checkRowChanged(result sql.Result, notFound error) error {
	n, err := result.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return notFound
	}
	return nil
}

package store

import (
	"database/sql"
	"time"
)

// toMilli gives a time as a column has it, null for the zero time.
func toMilli(t time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: t.UnixMilli(), Valid: !t.IsZero()}
}

// fromMilli gives the time of a column, the zero time for null.
func fromMilli(n sql.NullInt64) time.Time {
	if !n.Valid {
		return time.Time{}
	}
	return time.UnixMilli(n.Int64).UTC()
}

// milliOrZero gives a time as a column has it that is 0 for the zero time.
func milliOrZero(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// timeOrZero gives the time of such a column.
func timeOrZero(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.UnixMilli(n).UTC()
}

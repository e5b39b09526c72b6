package engine

import (
	"context"
	"database/sql"
)

// Queryer is a database, a connection or a transaction.
type Queryer interface {
	QueryContext(ctx context.Context, query string, arguments ...any) (*sql.Rows, error)
}

// ListStrings returns the values that a query of one column of text finds.
func ListStrings(ctx context.Context, db Queryer, query string, arguments ...any) (texts []string, err error) {
	rows, err := db.QueryContext(ctx, query, arguments...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, rows.Err()
}

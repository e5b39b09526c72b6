package store

import (
	"context"
	"database/sql"
	"fmt"

	"lectern/backend/search"
)

// namesVersion is the migration that has names in their folded form.
const namesVersion = 12

// foldNames folds the names of the documents that there are.
func foldNames(ctx context.Context, tx *sql.Tx) error {
	names, err := documentNames(ctx, tx)
	if err != nil {
		return fmt.Errorf("fold names: %w", err)
	}
	for id, name := range names {
		if _, err := tx.ExecContext(ctx, `UPDATE document SET name_folded = ? WHERE id = ?`, search.Fold(name), id); err != nil {
			return fmt.Errorf("fold names: %w", err)
		}
	}
	return nil
}

func documentNames(ctx context.Context, tx *sql.Tx) (map[string]string, error) {
	rows, err := tx.QueryContext(ctx, `SELECT id, name FROM document`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	names := make(map[string]string)
	for rows.Next() {
		var id, name string
		if err := rows.Scan(&id, &name); err != nil {
			return nil, err
		}
		names[id] = name
	}
	return names, rows.Err()
}

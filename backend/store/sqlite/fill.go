package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"lectern/backend/search"
	"lectern/backend/session"
	"lectern/backend/store/engine"
)

// foldedNamesMigration is the migration that adds the folded names of documents.
const foldedNamesMigration = 12

// foldNames sets the folded names of the existing documents.
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

// referencesMigration is the migration that adds the references of sessions.
const referencesMigration = 33

// fillReferences sets the references of the existing sessions.
func fillReferences(ctx context.Context, tx *sql.Tx) error {
	ids, err := engine.ListStrings(ctx, tx, `SELECT id FROM viewing_session`)
	if err != nil {
		return fmt.Errorf("fill references: %w", err)
	}
	for _, id := range ids {
		if _, err := tx.ExecContext(ctx, `UPDATE viewing_session SET reference = ? WHERE id = ?`, session.ReferenceOf(id), id); err != nil {
			return fmt.Errorf("fill references: %w", err)
		}
	}
	return nil
}

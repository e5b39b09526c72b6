package store

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"lectern/backend/document"
	"lectern/backend/search"
)

// listBatch is how many documents are read at a time: a slow listener must not hold
// a connection for as long as it takes.
const listBatch = 500

// ListDocuments implements [document.Store].
func (db *DB) ListDocuments(ctx context.Context, q document.Query, visit func(document.Document) error) error {
	for left := q.Limit; ; {
		count := listBatch
		if q.Limit > 0 {
			count = min(count, left)
		}
		batch, err := db.listSome(ctx, &q, count)
		if err != nil {
			return fmt.Errorf("list documents: %w", err)
		}
		for _, d := range batch {
			if err := visit(d); err != nil {
				return err
			}
		}
		if left -= len(batch); len(batch) < count || left == 0 {
			return nil
		}
		last := batch[len(batch)-1]
		q.After = document.CursorOf(q.Order, &last)
	}
}

// listSome gives the next documents of a query.
func (db *DB) listSome(ctx context.Context, q *document.Query, count int) ([]document.Document, error) {
	text, arguments := listQuery(q, count)
	rows, err := db.read.QueryContext(ctx, text, arguments...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var batch []document.Document
	for rows.Next() {
		d, err := scanDocument(rows)
		if err != nil {
			return nil, err
		}
		batch = append(batch, d)
	}
	return batch, rows.Err()
}

// listQuery words a query. Each order has an index, in which a list goes on behind a row.
func listQuery(q *document.Query, count int) (text string, arguments []any) {
	column, place := "created_at", func(c *document.Cursor) any { return c.Time }
	switch q.Order {
	case document.ByName:
		column, place = "name_folded", func(c *document.Cursor) any { return search.Fold(c.Name) }
	case document.ByPages:
		column, place = "page_count", func(c *document.Cursor) any { return c.Pages }
	case document.ByPost:
		column, place = "posted_at", func(c *document.Cursor) any { return c.Post }
	}
	comparison, direction := ">", "ASC"
	if q.Descending {
		comparison, direction = "<", "DESC"
	}
	conditions, arguments := listConditions(q)
	if q.After != nil {
		conditions = append(conditions, "("+column+", id) "+comparison+" (?, ?)")
		arguments = append(arguments, place(q.After), q.After.ID)
	}
	text = "SELECT " + documentColumns + " FROM document"
	if len(conditions) > 0 {
		text += " WHERE " + strings.Join(conditions, " AND ")
	}
	text += fmt.Sprintf(" ORDER BY %s %s, id %s LIMIT ?", column, direction, direction)
	return text, append(arguments, count)
}

// listConditions words what the documents of a query have.
func listConditions(q *document.Query) (conditions []string, arguments []any) {
	add := func(condition string, values ...any) {
		conditions = append(conditions, condition)
		arguments = append(arguments, values...)
	}
	if q.Status != "" {
		add("status = ?", q.Status)
	}
	if q.Name != "" {
		add(`name_folded LIKE ? ESCAPE '\'`, "%"+strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(search.Fold(q.Name))+"%")
	}
	if q.ExternalID != "" {
		add("external_id = ? AND external_id <> ''", q.ExternalID)
	}
	for _, tag := range q.Tags {
		add("tags <> '' AND EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?)", tag)
	}
	for _, name := range slices.Sorted(maps.Keys(q.Metadata)) {
		kinds, value := jsonValue(q.Metadata[name])
		add(`metadata <> '' AND EXISTS (SELECT 1 FROM json_each(metadata) WHERE key = ? AND type IN (`+kinds+`) AND value IS ?)`, name, value)
	}
	return conditions, arguments
}

// jsonValue gives a JSON value as json_each does: the types that it may have, and the value.
func jsonValue(text json.RawMessage) (kinds string, value any) {
	if err := json.Unmarshal(text, &value); err != nil {
		return "''", nil // which no value is of
	}
	switch value.(type) {
	case string:
		return "'text'", value
	case float64:
		return "'integer', 'real'", value
	case bool:
		return "'" + string(bytes.TrimSpace(text)) + "'", value
	case nil:
		return "'null'", nil
	}
	var compact bytes.Buffer
	_ = json.Compact(&compact, text) // it was read
	return "'object', 'array'", compact.String()
}

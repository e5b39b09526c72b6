package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"lectern/backend/document"
)

// listBatch is the number of documents that are read from the database at a time. No connection is held while the
// caller's visit function processes them.
const listBatch = 100

// ListDocuments implements [document.Store].
func (r Documents) ListDocuments(ctx context.Context, q document.Query, visit func(document.Document) error) error {
	for left := q.Limit; ; {
		count := listBatch
		if q.Limit > 0 {
			count = min(count, left)
		}
		batch, err := r.listNext(ctx, q, count)
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
		q.After, q.Offset = document.CursorOf(q.Order, &last), 0
	}
}

// listNext returns the next documents of a query.
func (r Documents) listNext(ctx context.Context, q document.Query, count int) (batch []document.Document, err error) {
	queries := documentQueries{r.engine}
	err = r.inSnapshot(ctx, func(tx *sql.Tx) error {
		near, err := queries.smallestSource(ctx, tx, &q)
		if err == nil {
			q.Limit = count
			batch, err = readList(ctx, tx, queries.listQuery(&q, near))
		}
		return err
	})
	return batch, err
}

// ListWindow implements [document.Store].
func (r Documents) ListWindow(ctx context.Context, q document.Query) (docs []document.Document, total int, err error) {
	queries := documentQueries{r.engine}
	err = r.inSnapshot(ctx, func(tx *sql.Tx) error {
		near, err := queries.smallestSource(ctx, tx, &q)
		if err != nil {
			return err
		}
		if total, err = queries.countList(ctx, tx, &q, near); err != nil {
			return err
		}
		docs, err = r.listWindow(ctx, tx, q, near, total)
		return err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("list documents: %w", err)
	}
	return docs, total, nil
}

// inSnapshot calls do with a read transaction in which all queries see the same state of the database.
func (db *database) inSnapshot(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := db.read.BeginTx(ctx, db.engine.SnapshotOptions())
	if err != nil {
		return err
	}
	return errors.Join(do(tx), tx.Rollback())
}

// listWindow reads the part of a list that the offset and the limit of the query select. It reads from the nearer end
// of the list. The argument total is the length of the list.
func (r Documents) listWindow(ctx context.Context, tx *sql.Tx, q document.Query, src *source, total int) ([]document.Document, error) {
	count := min(q.Limit, total-q.Offset)
	after := total - q.Offset - count
	if count <= 0 {
		return nil, nil
	}
	turn := q.After == nil && after < q.Offset
	if turn {
		q.Offset, q.Limit, q.Descending = after, count, !q.Descending
	}
	docs, err := readList(ctx, tx, documentQueries{r.engine}.listQuery(&q, src))
	if turn {
		slices.Reverse(docs)
	}
	return docs, err
}

func readList(ctx context.Context, tx *sql.Tx, s statement) ([]document.Document, error) {
	rows, err := tx.QueryContext(ctx, s.text.String(), s.arguments...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var docs []document.Document
	for rows.Next() {
		d, err := scanDocument(rows)
		if err != nil {
			return nil, err
		}
		docs = append(docs, d)
	}
	return docs, rows.Err()
}

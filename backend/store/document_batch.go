package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"lectern/backend/document"
	"lectern/backend/internal/fault"
)

// UpdateDocuments implements [document.Store]. Documents whose rows change in the same way share a statement, because
// each statement writes every changed page of the database to the journal, which takes longer than changing a row.
func (r Documents) UpdateDocuments(ctx context.Context, ids []string, change func(*document.Document) error) (o document.Outcome,
	err error) {
	err = r.update(ctx, func(tx *Tx) error {
		o = document.Outcome{}
		docs, err := findDocuments(ctx, tx, ids)
		if err != nil {
			return err
		}
		alike := make(map[string]*sameChange)
		for _, id := range ids {
			before, there := docs[id]
			if !there {
				o.Refused = append(o.Refused, document.Refusal{ID: id, Err: documentNotFound(id)})
				continue
			}
			after := before
			switch err := change(&after); {
			case fault.IsFault(err):
				o.Refused = append(o.Refused, document.Refusal{ID: id, Err: err})
			case err != nil:
				return err
			case !reflect.DeepEqual(before, after):
				o.Changed = append(o.Changed, id)
				addToSameChange(alike, changeOf(&before, &after), id)
			}
		}
		return applyChanges(ctx, tx, alike)
	})
	return outcome(o, err)
}

// findDocuments returns the documents with the given ids in a map by id. It leaves out ids without a document.
func findDocuments(ctx context.Context, tx *Tx, ids []string) (map[string]document.Document, error) {
	rows, err := tx.QueryContext(ctx, `SELECT `+readColumns+` FROM document WHERE id IN (SELECT value FROM json_each(?))`, idList(ids))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := make(map[string]document.Document, len(ids))
	for rows.Next() {
		d, err := scanDocument(rows)
		if err != nil {
			return nil, err
		}
		found[d.ID] = d
	}
	return found, rows.Err()
}

// sameChange is a change that several documents have in common.
type sameChange struct {
	rowChange
	ids []string
}

// addToSameChange adds a document to the group of documents with the same change.
func addToSameChange(groups map[string]*sameChange, c rowChange, id string) {
	key := fmt.Sprintf("%q %#v", c.columns, c.values)
	if groups[key] == nil {
		groups[key] = &sameChange{rowChange: c}
	}
	groups[key].ids = append(groups[key].ids, id)
}

func applyChanges(ctx context.Context, tx *Tx, groups map[string]*sameChange) error {
	for _, key := range slices.Sorted(maps.Keys(groups)) {
		c := groups[key]
		set := "revision = revision + 1"
		if len(c.columns) > 0 {
			set += ", " + c.assignments()
		}
		_, err := tx.ExecContext(ctx, `UPDATE document SET `+set+` WHERE id IN (SELECT value FROM json_each(?))`,
			append(c.values, idList(c.ids))...)
		if err != nil {
			return err
		}
	}
	return nil
}

// outcome returns the outcome of a transaction, which is empty if the transaction failed.
func outcome(o document.Outcome, err error) (document.Outcome, error) {
	if err != nil {
		return document.Outcome{}, fmt.Errorf("change documents: %w", err)
	}
	return o, nil
}

// ChangeCollection implements [document.Store].
func (r Documents) ChangeCollection(ctx context.Context, collection string, ids []string, add bool) (o document.Outcome, err error) {
	err = r.update(ctx, func(tx *Tx) error {
		o = document.Outcome{}
		if _, err := findCollection(ctx, tx, collection); err != nil {
			return err
		}
		docs, err := findDocuments(ctx, tx, ids)
		if err != nil {
			return err
		}
		for _, id := range ids {
			switch d, there := docs[id]; {
			case !there:
				o.Refused = append(o.Refused, document.Refusal{ID: id, Err: documentNotFound(id)})
			case slices.Contains(d.Collections, collection) != add:
				o.Changed = append(o.Changed, id)
			}
		}
		return setMembership(ctx, tx, collection, o.Changed, add)
	})
	return outcome(o, err)
}

// setMembership adds documents to a collection, or removes them from it. Documents that are already in the collection
// are not added again.
func setMembership(ctx context.Context, tx *Tx, collection string, ids []string, add bool) error {
	query := `DELETE FROM document_collection WHERE collection_id = ? AND document_id IN (SELECT value FROM json_each(?))`
	if add {
		query = `INSERT INTO document_collection SELECT ?, deleted_at <> 0, id FROM document WHERE id IN (SELECT value FROM json_each(?))`
	}
	_, err := tx.ExecContext(ctx, query, collection, idList(ids))
	if err == nil {
		_, err = tx.ExecContext(ctx, `UPDATE document SET revision = revision + 1 WHERE id IN (SELECT value FROM json_each(?))`, idList(ids))
	}
	return err
}

// addToCollections adds a new document to its collections.
func addToCollections(ctx context.Context, tx *Tx, d *document.Document) error {
	for _, collection := range d.Collections {
		if _, err := findCollection(ctx, tx, collection); err != nil {
			return fault.Field("collection", "There is no collection %q.", collection)
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO document_collection VALUES (?, FALSE, ?)`, collection, d.ID); err != nil {
			return err
		}
	}
	return nil
}

// DeleteDocument implements [document.Store].
func (r Documents) DeleteDocument(ctx context.Context, id string) (d document.Document, err error) {
	err = r.update(ctx, func(tx *Tx) error {
		d, err = deleteDocument(ctx, tx, id, func(*document.Document) error { return nil })
		return err
	})
	return d, err
}

// DeleteDocuments implements [document.Store].
func (r Documents) DeleteDocuments(ctx context.Context, ids []string, check func(*document.Document) error) (deleted []document.Document,
	refused []document.Refusal, err error) {
	err = r.update(ctx, func(tx *Tx) error {
		deleted, refused = nil, nil
		for _, id := range ids {
			d, err := deleteDocument(ctx, tx, id, check)
			switch {
			case err == nil:
				deleted = append(deleted, d)
			case !fault.IsFault(err):
				return err
			default:
				refused = append(refused, document.Refusal{ID: id, Err: err})
			}
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	return deleted, refused, nil
}

func deleteDocument(ctx context.Context, tx *Tx, id string, check func(*document.Document) error) (document.Document, error) {
	d, err := findDocument(tx.QueryRowContext(ctx, `SELECT `+readColumns+` FROM document WHERE id = ?`, id), id)
	if err == nil {
		err = check(&d)
	}
	if err != nil {
		return d, err
	}
	_, ended := tx.ExecContext(ctx, `UPDATE viewing_session SET ended_at = ? WHERE document_id = ? AND ended_at IS NULL`,
		time.Now().UnixMilli(), id)
	_, deleted := tx.ExecContext(ctx, `DELETE FROM document WHERE id = ?`, id)
	if err := errors.Join(ended, deleted); err != nil {
		return d, fmt.Errorf("delete document: %w", err)
	}
	return d, nil
}

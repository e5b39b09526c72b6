package store

import (
	"context"
	"fmt"
	"reflect"

	"lectern/backend/document"
	"lectern/backend/fault"
)

// UpdateDocuments implements [document.Store].
func (db *DB) UpdateDocuments(ctx context.Context, ids []string, change func(*document.Document) error) (o document.Outcome, err error) {
	err = db.update(ctx, func(tx *Tx) error {
		return eachOf(ids, &o, func(id string) (bool, error) { return tx.changeDocument(ctx, id, change) })
	})
	return outcome(o, err)
}

// eachOf does something with each of many documents, and notes whether that has changed it. It
// ends at an error that is the server's own.
func eachOf(ids []string, o *document.Outcome, do func(id string) (bool, error)) error {
	for _, id := range ids {
		changed, err := do(id)
		switch {
		case changed:
			o.Changed = append(o.Changed, id)
		case err == nil:
		case !fault.IsAny(err):
			return err
		default:
			o.Refused = append(o.Refused, document.Refusal{ID: id, Err: err})
		}
	}
	return nil
}

// outcome gives what became of a transaction: nothing where it has failed.
func outcome(o document.Outcome, err error) (document.Outcome, error) {
	if err != nil {
		return document.Outcome{}, fmt.Errorf("change documents: %w", err)
	}
	return o, nil
}

func (tx *Tx) changeDocument(ctx context.Context, id string, change func(*document.Document) error) (changed bool, err error) {
	d, err := findDocument(tx.QueryRowContext(ctx, `SELECT `+readColumns+` FROM document WHERE id = ?`, id), id)
	if err != nil {
		return false, err
	}
	before := d
	if err := change(&d); err != nil || reflect.DeepEqual(before, d) {
		return false, err
	}
	d.Revision++
	return true, tx.saveDocument(ctx, &before, &d)
}

// CollectDocuments implements [document.Store].
func (db *DB) CollectDocuments(ctx context.Context, collection string, ids []string, in bool) (o document.Outcome, err error) {
	err = db.update(ctx, func(tx *Tx) error {
		if _, err := findCollection(ctx, tx, collection); err != nil {
			return err
		}
		return eachOf(ids, &o, func(id string) (bool, error) { return tx.collect(ctx, collection, id, in) })
	})
	return outcome(o, err)
}

// collect puts a document into a collection, or takes it out of it, and says whether that
// changes anything.
func (tx *Tx) collect(ctx context.Context, collection, id string, in bool) (bool, error) {
	var there, member bool
	err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM document WHERE id = ?),
		EXISTS (SELECT 1 FROM document_collection WHERE document_id = ? AND collection_id = ?)`, id, id, collection).Scan(&there, &member)
	switch {
	case err != nil:
		return false, err
	case !there:
		return false, fault.New(fault.NotFound, "There is no document %q.", id)
	case member == in:
		return false, nil
	case in:
		_, err = tx.ExecContext(ctx, `INSERT INTO document_collection SELECT ?, deleted_at <> 0, id FROM document WHERE id = ?`, collection, id)
	default:
		_, err = tx.ExecContext(ctx, `DELETE FROM document_collection WHERE document_id = ? AND collection_id = ?`, id, collection)
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, `UPDATE document SET revision = revision + 1 WHERE id = ?`, id)
	}
	return err == nil, err
}

// collectNew puts a new document into the collections that it is to be in.
func (tx *Tx) collectNew(ctx context.Context, d *document.Document) error {
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

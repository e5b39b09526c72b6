package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"lectern/backend/document"
	"lectern/backend/internal/fault"
	"lectern/backend/store/engine"
)

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
			case !fault.IsAny(err):
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

// ForgetContent implements [document.Store].
func (r Contents) ForgetContent(ctx context.Context, keys ...string) (all []string, err error) {
	err = r.updateSoon(ctx, func(tx *Tx) error {
		all = nil
		for _, key := range keys {
			made, err := listConvertedPDFs(ctx, tx, key)
			if err != nil {
				return fmt.Errorf("forget content: %w", err)
			}
			all = append(append(all, key), made...)
		}
		all = slices.DeleteFunc(all, func(key string) bool { return key == "" })
		for _, key := range all {
			if err := forgetPDF(ctx, tx, key); err != nil {
				return fmt.Errorf("forget content: %w", err)
			}
		}
		return nil
	})
	return all, err
}

// madeOf gives the PDFs that were made of an original.
func listConvertedPDFs(ctx context.Context, tx *Tx, original string) (keys []string, err error) {
	return engine.ListStrings(ctx, tx, `SELECT pdf FROM conversion WHERE original = ? AND original <> ''`, original)
}

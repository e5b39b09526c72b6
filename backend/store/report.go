package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"lectern/backend/document"
)

// FindReport implements [document.Store].
func (r PDFs) FindReport(ctx context.Context, id string) (report document.Report, err error) {
	var text []byte
	err = r.read.QueryRowContext(ctx, `SELECT report FROM report WHERE document_id = ?`, id).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return report, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &report)
	}
	if err != nil {
		return report, fmt.Errorf("find report: %w", err)
	}
	return report, nil
}

// saveReport keeps a document's report in the place of an earlier one.
func saveReport(ctx context.Context, tx *Tx, id string, report *document.Report) error {
	text, err := json.Marshal(report)
	if err != nil {
		return err
	}
	return tx.later(ctx, `INSERT INTO report (document_id, report) VALUES (?, ?)
		ON CONFLICT (document_id) DO UPDATE SET report = excluded.report`, id, string(text))
}

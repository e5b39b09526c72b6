package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"lectern/backend/document"
	"lectern/backend/internal/fault"
)

// PDFs stores PDFs with their texts, and which PDF a document was converted to. It is a part of [document.Store].
type PDFs struct{ *database }

// FindPDF implements [document.Store].
func (r PDFs) FindPDF(ctx context.Context, key string) (document.PDF, error) {
	pdf := document.PDF{Key: key}
	var sizes, unseen, unread string
	err := r.read.QueryRowContext(ctx, `SELECT pages, sizes, indexed, unread, unseen, unread_pages FROM pdf WHERE content = ?`, key).
		Scan(&pdf.Pages, &sizes, &pdf.Indexed, &pdf.Unread, &unseen, &unread)
	if errors.Is(err, sql.ErrNoRows) {
		return pdf, fault.New(fault.NotFound, "There is no such PDF.")
	}
	if err == nil {
		err = json.Unmarshal([]byte(sizes), &pdf.Sizes)
	}
	if err == nil && unseen != "" {
		err = json.Unmarshal([]byte(unseen), &pdf.MissingGlyphs)
	}
	if err == nil && unread != "" {
		err = json.Unmarshal([]byte(unread), &pdf.UnreadPages)
	}
	if err != nil {
		return pdf, fmt.Errorf("find PDF: %w", err)
	}
	return pdf, nil
}

// savePDF records a PDF, or updates its record. A record can exist already, because the PDF of a first page may be
// created again under the same key.
func savePDF(ctx context.Context, tx *Tx, pdf *document.PDF) error {
	sizes, err := json.Marshal(pdf.Sizes)
	if err != nil {
		return err
	}
	return tx.execDeferred(ctx, `INSERT INTO pdf (content, pages, sizes) VALUES (?, ?, ?)
		ON CONFLICT (content) DO UPDATE SET pages = excluded.pages, sizes = excluded.sizes`,
		pdf.Key, pdf.Pages, string(sizes))
}

// FindConversion implements [conversion.Store].
func (r PDFs) FindConversion(ctx context.Context, key document.ConversionKey) (document.Conversion, error) {
	found := document.Conversion{ConversionKey: key}
	var report []byte
	err := r.read.QueryRowContext(ctx, `SELECT pdf, report FROM conversion WHERE original = ? AND type = ? AND engine = ?`,
		key.Original, key.Type, key.Engine).Scan(&found.PDF, &report)
	if errors.Is(err, sql.ErrNoRows) {
		return found, fault.New(fault.NotFound, "There is no such conversion.")
	}
	if err == nil {
		err = json.Unmarshal(report, &found.Report)
	}
	if err != nil {
		return found, fmt.Errorf("find conversion: %w", err)
	}
	return found, nil
}

// saveConversion records a conversion and replaces an earlier one with the same key.
func saveConversion(ctx context.Context, tx *Tx, c *document.Conversion) error {
	report, err := json.Marshal(c.Report)
	if err != nil {
		return err
	}
	return tx.execDeferred(ctx, `INSERT INTO conversion (original, type, engine, pdf, report) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (original, type, engine) DO UPDATE SET pdf = excluded.pdf, report = excluded.report`,
		c.Original, c.Type, c.Engine, c.PDF, string(report))
}

// forgetPDF deletes the record of a PDF, unless the PDF is in use.
func forgetPDF(ctx context.Context, tx *Tx, key string) error {
	return tx.execDeferred(ctx, `DELETE FROM pdf WHERE content = ?1 AND NOT `+fmt.Sprintf(inUse, "?1"), key)
}

// ForgetPDFs implements [content.Records].
func (r PDFs) ForgetPDFs(ctx context.Context) error {
	return r.updateNonDurable(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM pdf WHERE NOT `+fmt.Sprintf(inUse, "pdf.content"))
		if err != nil {
			return fmt.Errorf("forget unused PDFs: %w", err)
		}
		return nil
	})
}

// FindReport implements [conversion.Store].
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

// saveReport records the report of a document and replaces an earlier one.
func saveReport(ctx context.Context, tx *Tx, id string, report *document.Report) error {
	text, err := json.Marshal(report)
	if err != nil {
		return err
	}
	return tx.execDeferred(ctx, `INSERT INTO report (document_id, report) VALUES (?, ?)
		ON CONFLICT (document_id) DO UPDATE SET report = excluded.report`, id, string(text))
}

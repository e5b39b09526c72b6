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
		err = json.Unmarshal([]byte(unseen), &pdf.Unseen)
	}
	if err == nil && unread != "" {
		err = json.Unmarshal([]byte(unread), &pdf.UnreadPages)
	}
	if err != nil {
		return pdf, fmt.Errorf("find PDF: %w", err)
	}
	return pdf, nil
}

// savePDF records a PDF, or what is newly known of it: a first page can be made anew
// under the same key.
func savePDF(ctx context.Context, tx *Tx, pdf *document.PDF) error {
	sizes, err := json.Marshal(pdf.Sizes)
	if err != nil {
		return err
	}
	return tx.later(ctx, `INSERT INTO pdf (content, pages, sizes) VALUES (?, ?, ?)
		ON CONFLICT (content) DO UPDATE SET pages = excluded.pages, sizes = excluded.sizes`,
		pdf.Key, pdf.Pages, string(sizes))
}

// FindConversion implements [document.Store].
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

// saveConversion keeps a conversion, in the place of an earlier one of the same.
func saveConversion(ctx context.Context, tx *Tx, c *document.Conversion) error {
	report, err := json.Marshal(c.Report)
	if err != nil {
		return err
	}
	return tx.later(ctx, `INSERT INTO conversion (original, type, engine, pdf, report) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (original, type, engine) DO UPDATE SET pdf = excluded.pdf, report = excluded.report`,
		c.Original, c.Type, c.Engine, c.PDF, string(report))
}

// inUse says of a PDF's content key whether anything needs it: a document, or a
// conversion whose original a document has.
const inUse = `(EXISTS (SELECT 1 FROM document WHERE document.pdf = %[1]s)
	OR EXISTS (SELECT 1 FROM conversion JOIN document ON document.original = conversion.original WHERE conversion.pdf = %[1]s))`

// usesContent asks whether anything needs content.
var usesContent = `SELECT EXISTS (SELECT 1 FROM document WHERE original = ?1) OR ` + fmt.Sprintf(inUse, "?1") + `
	OR EXISTS (SELECT 1 FROM task WHERE template = ?1) OR EXISTS (SELECT 1 FROM task_result WHERE content = ?1)
	OR EXISTS (SELECT 1 FROM task_row_result WHERE content = ?1) OR EXISTS (SELECT 1 FROM template_version WHERE content = ?1)`

// UsesContent implements [document.Store].
func (r Contents) UsesContent(ctx context.Context, key string) (bool, error) {
	var used bool
	err := r.read.QueryRowContext(ctx, usesContent, key).Scan(&used)
	if err != nil {
		return false, fmt.Errorf("look for users of content: %w", err)
	}
	return used, nil
}

// afterKeys follows all keys that begin with a prefix, when it is added to that: no key
// has a byte as great.
const afterKeys = "\x7f"

// ListUsedContent implements [document.Store].
func (r Contents) ListUsedContent(ctx context.Context, prefix string) (map[string]bool, error) {
	used := make(map[string]bool)
	err := r.VisitUsedContent(ctx, prefix, func(key string) error {
		used[key] = true
		return nil
	})
	if err != nil {
		return nil, err
	}
	return used, nil
}

// usedContent lists the keys of content that records need, with some more than once.
const usedContent = `SELECT original FROM document WHERE original BETWEEN ?1 AND ?2
	UNION ALL SELECT pdf FROM document WHERE pdf BETWEEN ?1 AND ?2
	UNION ALL SELECT pdf FROM conversion WHERE pdf BETWEEN ?1 AND ?2
		AND EXISTS (SELECT 1 FROM document WHERE document.original = conversion.original)
	UNION ALL SELECT template FROM task WHERE template BETWEEN ?1 AND ?2
	UNION ALL SELECT content FROM task_result WHERE content BETWEEN ?1 AND ?2
	UNION ALL SELECT content FROM task_row_result WHERE content BETWEEN ?1 AND ?2
	UNION ALL SELECT content FROM template_version WHERE content BETWEEN ?1 AND ?2`

// VisitUsedContent implements [document.Store].
func (r Contents) VisitUsedContent(ctx context.Context, prefix string, visit func(key string) error) error {
	return visitKeys(ctx, r.read, usedContent, prefix, visit)
}

func visitKeys(ctx context.Context, db *sql.DB, query, prefix string, visit func(key string) error) error {
	rows, err := db.QueryContext(ctx, query, prefix, prefix+afterKeys)
	if err != nil {
		return fmt.Errorf("list used content: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var key string
		err := rows.Scan(&key)
		if err == nil {
			err = visit(key)
		}
		if err != nil {
			return fmt.Errorf("list used content: %w", err)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("list used content: %w", err)
	}
	return nil
}

// forgetPDF removes what is known of a PDF that nothing needs any more.
func forgetPDF(ctx context.Context, tx *Tx, key string) error {
	return tx.later(ctx, `DELETE FROM pdf WHERE content = ?1 AND NOT `+fmt.Sprintf(inUse, "?1"), key)
}

// ForgetPDFs implements [document.Store].
func (r PDFs) ForgetPDFs(ctx context.Context) error {
	return r.updateSoon(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM pdf WHERE NOT `+fmt.Sprintf(inUse, "pdf.content"))
		if err != nil {
			return fmt.Errorf("forget unused PDFs: %w", err)
		}
		return nil
	})
}

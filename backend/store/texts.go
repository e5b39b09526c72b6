package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"lectern/backend/document"
	"lectern/backend/search"
	"lectern/backend/store/engine"
	"lectern/converters/wire"
)

// pageBits is the number of bits of a page number in the id of a page's text.
const pageBits = 20

// textID returns the id of a page's text. Ids are ordered by PDF and page.
func textID(pdf int64, page int) int64 { return pdf<<pageBits + int64(page) }

// AddTexts implements [conversion.Store].
func (r PDFs) AddTexts(ctx context.Context, pdf string, texts document.Texts) error {
	return r.updateNonDurable(ctx, func(tx *Tx) error {
		if err := addTexts(ctx, tx, pdf, &texts); err != nil {
			return fmt.Errorf("add texts: %w", err)
		}
		return nil
	})
}

// addTexts stores the texts of the pages that follow the last stored page of a PDF. It ignores texts of other pages,
// because another job has already stored them.
func addTexts(ctx context.Context, tx *Tx, pdf string, texts *document.Texts) error {
	var id int64
	err := tx.QueryRowContext(ctx, `UPDATE pdf SET indexed = indexed + ?, unread = unread + ?
		WHERE content = ? AND indexed = ? RETURNING id`, texts.Count, document.CountUnread(texts.Unread), pdf, texts.First-1).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err == nil {
		err = errors.Join(addMissingGlyphs(ctx, tx, id, texts.MissingGlyphs), addUnread(ctx, tx, id, texts.Unread))
	}
	if err != nil {
		return err
	}
	return insertTexts(ctx, tx, id, texts)
}

// insertTexts stores the texts of pages of a PDF and indexes their words.
func insertTexts(ctx context.Context, tx *Tx, pdf int64, texts *document.Texts) error {
	for i, text := range texts.Pages {
		page := texts.First + i
		if text = strings.ReplaceAll(text, "\x00", ""); text == "" || page >= 1<<pageBits {
			continue
		}
		if err := tx.index.Insert(ctx, tx.Tx, textID(pdf, page), text); err != nil {
			return err
		}
	}
	return nil
}

// addMissingGlyphs adds the counts of invisible characters to the record of a PDF.
func addMissingGlyphs(ctx context.Context, tx *Tx, pdf int64, missing []wire.MissingGlyphKind) error {
	if len(missing) == 0 {
		return nil
	}
	var text string
	if err := tx.QueryRowContext(ctx, `SELECT unseen FROM pdf WHERE id = ?`, pdf).Scan(&text); err != nil {
		return err
	}
	var before []wire.MissingGlyphKind
	if text != "" {
		if err := json.Unmarshal([]byte(text), &before); err != nil {
			return err
		}
	}
	after, err := json.Marshal(document.JoinMissingGlyphs(before, missing))
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE pdf SET unseen = ? WHERE id = ?`, string(after), pdf)
	return err
}

// addUnread adds page ranges to the record of the pages of a PDF whose text could not be read.
func addUnread(ctx context.Context, tx *Tx, pdf int64, unread []document.UnreadPages) error {
	if len(unread) == 0 {
		return nil
	}
	var text string
	if err := tx.QueryRowContext(ctx, `SELECT unread_pages FROM pdf WHERE id = ?`, pdf).Scan(&text); err != nil {
		return err
	}
	var before []document.UnreadPages
	if text != "" {
		if err := json.Unmarshal([]byte(text), &before); err != nil {
			return err
		}
	}
	after, err := json.Marshal(document.JoinUnread(before, unread))
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE pdf SET unread_pages = ? WHERE id = ?`, string(after), pdf)
	return err
}

// textsBatch is the number of texts that are read at a time, so that a slow visitor does not hold a connection.
const textsBatch = 8

// ListTexts implements [document.Store].
func (r PDFs) ListTexts(ctx context.Context, pdf string, visit func(page int, text string) error) error {
	var id int64
	if err := r.read.QueryRowContext(ctx, `SELECT id FROM pdf WHERE content = ?`, pdf).Scan(&id); err != nil {
		return fmt.Errorf("list texts: %w", err)
	}
	for page := 0; ; {
		texts, err := r.textsAfter(ctx, id, page, textsBatch)
		if err != nil {
			return fmt.Errorf("list texts: %w", err)
		}
		for _, t := range texts {
			page = t.Page
			if err := visit(t.Page, t.Text); err != nil {
				return err
			}
		}
		if len(texts) < textsBatch {
			return nil
		}
	}
}

// textsAfter returns the texts of the pages of a PDF that follow the given page, up to limit texts.
func (db *database) textsAfter(ctx context.Context, pdf int64, page, limit int) ([]search.PageText, error) {
	stored, err := engine.ListTexts(ctx, db.read, `SELECT id, text FROM page_text WHERE id > ? AND id < ? ORDER BY id LIMIT ?`,
		textID(pdf, page), textID(pdf+1, 0), limit)
	if err != nil {
		return nil, err
	}
	var texts []search.PageText
	for _, t := range stored {
		texts = append(texts, search.PageText{Page: int(t.ID - textID(pdf, 0)), Text: t.Text})
	}
	return texts, nil
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"lectern/backend/fault"
	"lectern/backend/search"
)

// matchText gives a query in the language of FTS5. Its words are letters and digits: nothing
// in them has a meaning there.
func matchText(q *search.Query) string {
	var text strings.Builder
	for i, phrase := range q.Phrases {
		if i > 0 {
			text.WriteString(" AND ")
		}
		text.WriteString(`"` + strings.Join(phrase.Terms, " ") + `"`)
		if phrase.Prefix {
			text.WriteString(" *")
		}
	}
	return text.String()
}

// maxPDF is the greatest number of a PDF of which the pages have ids.
const maxPDF = math.MaxInt64 >> pageBits

// ListMatches implements [search.Store].
func (db *DB) ListMatches(ctx context.Context, q *search.Query, before int64, limit int) ([]search.Match, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT rowid, rank FROM page_index
		WHERE page_index MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?`,
		matchText(q), textID(min(before, maxPDF), 0), limit)
	if err != nil {
		return nil, fmt.Errorf("list matches: %w", err)
	}
	defer rows.Close()
	var matches []search.Match
	for rows.Next() {
		var id int64
		var rank float64 // lower is better
		if err := rows.Scan(&id, &rank); err != nil {
			return nil, fmt.Errorf("list matches: %w", err)
		}
		matches = append(matches, search.Match{PDF: id >> pageBits, Page: int(id & (1<<pageBits - 1)), Score: -rank})
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list matches: %w", err)
	}
	return matches, nil
}

// ListHolders implements [search.Store].
func (db *DB) ListHolders(ctx context.Context, pdf int64, skip, limit int) ([]search.Document, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT document.id, name, status, page_count, created_at
		FROM pdf JOIN document ON document.pdf = pdf.content WHERE pdf.id = ? AND deleted_at = 0
		ORDER BY created_at DESC, document.id DESC LIMIT ? OFFSET ?`, pdf, limit, skip)
	if err != nil {
		return nil, fmt.Errorf("list holders of a PDF: %w", err)
	}
	defer rows.Close()
	var docs []search.Document
	for rows.Next() {
		var d search.Document
		var created int64
		if err := rows.Scan(&d.ID, &d.Name, &d.Status, &d.PageCount, &created); err != nil {
			return nil, fmt.Errorf("list holders of a PDF: %w", err)
		}
		d.CreatedAt = time.UnixMilli(created).UTC()
		docs = append(docs, d)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list holders of a PDF: %w", err)
	}
	return docs, nil
}

// FindSource implements [search.Store].
func (db *DB) FindSource(ctx context.Context, document string) (source search.Source, err error) {
	err = db.read.QueryRowContext(brief(ctx), `SELECT COALESCE(pdf.id, 0), COALESCE(pdf.indexed, 0)
		FROM document LEFT JOIN pdf ON pdf.content = document.pdf WHERE document.id = ?`, document).
		Scan(&source.PDF, &source.Indexed)
	if errors.Is(err, sql.ErrNoRows) {
		return source, fault.New(fault.NotFound, "There is no document %q.", document)
	}
	if err != nil {
		return source, fmt.Errorf("find what to search in: %w", err)
	}
	return source, nil
}

// CountPages implements [search.Store].
func (db *DB) CountPages(ctx context.Context, q *search.Query, pdf int64) (count int, err error) {
	err = db.read.QueryRowContext(ctx, `SELECT COUNT(*) FROM page_index WHERE page_index MATCH ? AND rowid > ? AND rowid < ?`,
		matchText(q), textID(pdf, 0), textID(pdf+1, 0)).Scan(&count)
	if err != nil {
		return 0, fmt.Errorf("count pages: %w", err)
	}
	return count, nil
}

// ListPages implements [search.Store].
func (db *DB) ListPages(ctx context.Context, q *search.Query, pdf int64, after, limit int) ([]search.PageText, error) {
	// CROSS JOIN has SQLite ask the index first.
	rows, err := db.read.QueryContext(ctx, `SELECT page_text.id, page_text.text
		FROM page_index CROSS JOIN page_text ON page_text.id = page_index.rowid
		WHERE page_index MATCH ? AND page_index.rowid > ? AND page_index.rowid < ? ORDER BY page_index.rowid LIMIT ?`,
		matchText(q), textID(pdf, min(after, 1<<pageBits-1)), textID(pdf+1, 0), limit)
	if err != nil {
		return nil, fmt.Errorf("list pages: %w", err)
	}
	defer rows.Close()
	var pages []search.PageText
	for rows.Next() {
		var id int64
		var page search.PageText
		if err := rows.Scan(&id, &page.Text); err != nil {
			return nil, fmt.Errorf("list pages: %w", err)
		}
		page.Page = int(id - textID(pdf, 0))
		pages = append(pages, page)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list pages: %w", err)
	}
	return pages, nil
}

// ListAllPages implements [search.Store].
func (db *DB) ListAllPages(ctx context.Context, pdf int64, after, limit int) ([]search.PageText, error) {
	pages, err := db.textsAfter(ctx, pdf, min(after, 1<<pageBits-1), limit)
	if err != nil {
		return nil, fmt.Errorf("list all pages: %w", err)
	}
	return pages, nil
}

// FindText implements [search.Store].
func (db *DB) FindText(ctx context.Context, pdf int64, page int) (text string, err error) {
	err = db.read.QueryRowContext(brief(ctx), `SELECT text FROM page_text WHERE id = ?`, textID(pdf, page)).Scan(&text)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("find text: %w", err)
	}
	return text, nil
}

// indexBatch is how many texts the migration reads at a time.
const indexBatch = 500

// indexTexts brings the words of all texts into the index, which is empty.
func (db *DB) indexTexts(ctx context.Context, tx *sql.Tx) error {
	var pages int
	if err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM page_text`).Scan(&pages); err != nil {
		return err
	}
	if pages > 0 {
		db.log.InfoContext(ctx, "indexing texts anew", "pages", pages)
	}
	insert, err := tx.PrepareContext(ctx, insertWords)
	if err != nil {
		return err
	}
	defer insert.Close()
	for last := int64(math.MinInt64); ; {
		texts, err := textsBehind(ctx, tx, last)
		if err != nil {
			return err
		}
		for _, t := range texts {
			if _, err := insert.ExecContext(ctx, t.id, search.Index(t.text)); err != nil {
				return err
			}
			last = t.id
		}
		if len(texts) < indexBatch {
			return nil
		}
	}
}

// insertWords adds a page to the index.
const insertWords = `INSERT INTO page_index (rowid, words) VALUES (?, ?)`

type storedText struct {
	id   int64
	text string
}

// textsBehind gives the next texts behind an id.
func textsBehind(ctx context.Context, tx *sql.Tx, id int64) ([]storedText, error) {
	rows, err := tx.QueryContext(ctx, `SELECT id, text FROM page_text WHERE id > ? ORDER BY id LIMIT ?`, id, indexBatch)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var texts []storedText
	for rows.Next() {
		var t storedText
		if err := rows.Scan(&t.id, &t.text); err != nil {
			return nil, err
		}
		texts = append(texts, t)
	}
	return texts, rows.Err()
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"

	"lectern/backend/document"
	"lectern/backend/internal/fault"
	"lectern/backend/search"
)

// Search finds pages by their words. It implements [search.Store].
type Search struct{ *database }

// maxPDF is the greatest PDF number that fits into the id of a page.
const maxPDF = math.MaxInt64 >> pageBits

// ListMatches implements [search.Store].
func (r Search) ListMatches(ctx context.Context, q *search.Query, before int64, limit int) ([]search.Match, error) {
	pages, err := r.engine.WordIndex().Newest(ctx, q, textID(min(before, maxPDF), 0), limit)
	if err != nil {
		return nil, fmt.Errorf("list matches: %w", err)
	}
	var matches []search.Match
	for _, p := range pages {
		matches = append(matches, search.Match{PDF: p.ID >> pageBits, Page: int(p.ID & (1<<pageBits - 1)), Score: p.Score})
	}
	return matches, nil
}

// ListDocumentsOfPDF implements [search.Store].
func (r Search) ListDocumentsOfPDF(ctx context.Context, filter *search.Filter, pdf int64, skip, limit int) ([]search.Document, error) {
	var s statement
	s.add(`SELECT document.id, name, status, page_count, created_at
		FROM pdf JOIN document ON document.pdf = pdf.content WHERE pdf.id = ? AND `, pdf)
	r.filter(&s, filter)
	s.add(` ORDER BY created_at DESC, document.id DESC LIMIT ? OFFSET ?`, limit, skip)
	rows, err := r.read.QueryContext(ctx, s.text.String(), s.arguments...)
	if err != nil {
		return nil, fmt.Errorf("list the documents of a PDF: %w", err)
	}
	defer rows.Close()
	var docs []search.Document
	for rows.Next() {
		var d search.Document
		var created int64
		if err := rows.Scan(&d.ID, &d.Name, &d.Status, &d.PageCount, &created); err != nil {
			return nil, fmt.Errorf("list the documents of a PDF: %w", err)
		}
		d.CreatedAt = time.UnixMilli(created).UTC()
		docs = append(docs, d)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list the documents of a PDF: %w", err)
	}
	return docs, nil
}

// filter adds the conditions of a document filter to a statement.
func (r Search) filter(s *statement, f *search.Filter) {
	q := document.Query{Family: document.Family(f.Family), Tags: f.Tags, Collection: f.Collection, Folder: f.Folder, Favorite: f.Favorite}
	documentQueries{r.engine}.addConditions(s, &q, nil, false)
}

// CountDocumentsOfPDFs implements [search.Store].
func (r Search) CountDocumentsOfPDFs(ctx context.Context, filter *search.Filter, pdfs []int64) (map[int64]int, error) {
	var s statement
	s.add(`SELECT pdf.id, COUNT(*) FROM pdf JOIN document ON document.pdf = pdf.content
		WHERE pdf.id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) AND `, jsonText(pdfs))
	r.filter(&s, filter)
	s.add(` GROUP BY pdf.id`)
	rows, err := r.read.QueryContext(ctx, s.text.String(), s.arguments...)
	if err != nil {
		return nil, fmt.Errorf("count the documents of PDFs: %w", err)
	}
	defer rows.Close()
	holders := make(map[int64]int, len(pdfs))
	for rows.Next() {
		var pdf int64
		var count int
		if err := rows.Scan(&pdf, &count); err != nil {
			return nil, fmt.Errorf("count the documents of PDFs: %w", err)
		}
		holders[pdf] = count
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("count the documents of PDFs: %w", err)
	}
	return holders, nil
}

// FindSource implements [search.Store].
func (r Search) FindSource(ctx context.Context, document string) (source search.Source, err error) {
	err = r.read.QueryRowContext(withoutCancel(ctx), `SELECT COALESCE(pdf.id, 0), COALESCE(pdf.indexed, 0)
		FROM document LEFT JOIN pdf ON pdf.content = document.pdf WHERE document.id = ?`, document).
		Scan(&source.PDF, &source.Indexed)
	if errors.Is(err, sql.ErrNoRows) {
		return source, fault.New(fault.NotFound, "There is no document %q.", document).WithCode(fault.DocumentUnknown)
	}
	if err != nil {
		return source, fmt.Errorf("find documents to search: %w", err)
	}
	return source, nil
}

// CountPages implements [search.Store].
func (r Search) CountPages(ctx context.Context, q *search.Query, pdf int64) (int, error) {
	count, err := r.engine.WordIndex().Count(ctx, q, textID(pdf, 0), textID(pdf+1, 0))
	if err != nil {
		return 0, fmt.Errorf("count pages: %w", err)
	}
	return count, nil
}

// ListPages implements [search.Store].
func (r Search) ListPages(ctx context.Context, q *search.Query, pdf int64, after, limit int) ([]search.PageText, error) {
	texts, err := r.engine.WordIndex().Texts(ctx, q, textID(pdf, min(after, 1<<pageBits-1)), textID(pdf+1, 0), limit)
	if err != nil {
		return nil, fmt.Errorf("list pages: %w", err)
	}
	var pages []search.PageText
	for _, t := range texts {
		pages = append(pages, search.PageText{Page: int(t.ID - textID(pdf, 0)), Text: t.Text})
	}
	return pages, nil
}

// ListAllPages implements [search.Store].
func (r Search) ListAllPages(ctx context.Context, pdf int64, after, limit int) ([]search.PageText, error) {
	pages, err := r.textsAfter(ctx, pdf, min(after, 1<<pageBits-1), limit)
	if err != nil {
		return nil, fmt.Errorf("list all pages: %w", err)
	}
	return pages, nil
}

// FindText implements [search.Store].
func (r Search) FindText(ctx context.Context, pdf int64, page int) (text string, err error) {
	err = r.read.QueryRowContext(withoutCancel(ctx), `SELECT text FROM page_text WHERE id = ?`, textID(pdf, page)).Scan(&text)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("find text: %w", err)
	}
	return text, nil
}

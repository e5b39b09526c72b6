package sqlite

import (
	"context"
	"database/sql"
	"log/slog"
	"math"
	"strings"

	"lectern/backend/search"
	"lectern/backend/store/engine"
)

// fts5 is SQLite's full-text index (https://sqlite.org/fts5.html).
type fts5 struct{ read *sql.DB }

func (f fts5) Insert(ctx context.Context, tx *sql.Tx, id int64, text string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO page_text (id, text) VALUES (?, ?)`, id, text)
	if err == nil {
		_, err = tx.ExecContext(ctx, insertWords, id, search.Index(text))
	}
	return err
}

func (f fts5) Newest(ctx context.Context, q *search.Query, before int64, limit int) (pages []engine.ScoredPage, err error) {
	rows, err := f.read.QueryContext(ctx, `SELECT rowid, -rank FROM page_index
		WHERE page_index MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?`, matchText(q), before, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var p engine.ScoredPage
		if err := rows.Scan(&p.ID, &p.Score); err != nil {
			return nil, err
		}
		pages = append(pages, p)
	}
	return pages, rows.Err()
}

func (f fts5) Texts(ctx context.Context, q *search.Query, after, before int64, limit int) ([]engine.PageText, error) {
	// CROSS JOIN makes SQLite query the index first.
	return engine.ListTexts(ctx, f.read, `SELECT page_text.id, page_text.text
		FROM page_index CROSS JOIN page_text ON page_text.id = page_index.rowid
		WHERE page_index MATCH ? AND page_index.rowid > ? AND page_index.rowid < ? ORDER BY page_index.rowid LIMIT ?`,
		matchText(q), after, before, limit)
}

func (f fts5) Count(ctx context.Context, q *search.Query, after, before int64) (count int, err error) {
	err = f.read.QueryRowContext(ctx, `SELECT COUNT(*) FROM page_index WHERE page_index MATCH ? AND rowid > ? AND rowid < ?`,
		matchText(q), after, before).Scan(&count)
	return count, err
}

// matchText returns a query in the language of FTS5. Words need no quoting, because they consist of letters and digits.
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

// searchIndexMigration is the migration that fills the search index, in its own transaction, so that a library is never
// indexed in part.
const searchIndexMigration = 11

// indexBatch is the number of texts that are read at a time.
const indexBatch = 500

// indexTexts adds the words of all texts to the index, which is empty.
func indexTexts(ctx context.Context, tx *sql.Tx, log *slog.Logger) error {
	var pages int
	if err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM page_text`).Scan(&pages); err != nil {
		return err
	}
	if pages > 0 {
		log.InfoContext(ctx, "rebuilding the search index", "pages", pages)
	}
	insert, err := tx.PrepareContext(ctx, insertWords)
	if err != nil {
		return err
	}
	defer insert.Close()
	for last := int64(math.MinInt64); ; {
		texts, err := textsAfter(ctx, tx, last)
		if err != nil {
			return err
		}
		for _, t := range texts {
			if _, err := insert.ExecContext(ctx, t.ID, search.Index(t.Text)); err != nil {
				return err
			}
			last = t.ID
		}
		if len(texts) < indexBatch {
			return nil
		}
	}
}

// insertWords adds a page to the index.
const insertWords = `INSERT INTO page_index (rowid, words) VALUES (?, ?)`

// textsAfter returns the next texts after an id.
func textsAfter(ctx context.Context, tx *sql.Tx, id int64) ([]engine.PageText, error) {
	return engine.ListTexts(ctx, tx, `SELECT id, text FROM page_text WHERE id > ? ORDER BY id LIMIT ?`, id, indexBatch)
}

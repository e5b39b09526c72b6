package engine

import (
	"context"
	"database/sql"

	"lectern/backend/search"
)

// WordIndex finds pages by their words. Go code splits texts into words, so that every database finds the same pages.
// Page ids are ordered by PDF, then by page number.
type WordIndex interface {
	// Insert stores the text of a page and indexes its words.
	Insert(ctx context.Context, tx *sql.Tx, id int64, text string) error
	// Newest returns up to limit pages that match a query, with the greatest ids that are less than the argument
	// before.
	Newest(ctx context.Context, q *search.Query, before int64, limit int) ([]ScoredPage, error)
	// Texts returns up to limit pages that match a query, in the order of their ids. Only pages are considered whose
	// ids are between the arguments after and before.
	Texts(ctx context.Context, q *search.Query, after, before int64, limit int) ([]PageText, error)
	// Count returns the number of pages that match a query and whose ids are between the arguments after and before.
	Count(ctx context.Context, q *search.Query, after, before int64) (int, error)
}

// ScoredPage is a page that matches a query. A higher score is a better match.
type ScoredPage struct {
	ID    int64
	Score float64
}

// PageText is the text of a page.
type PageText struct {
	ID   int64 // of the page
	Text string
}

// ListTexts returns the result of a query for the ids and texts of pages.
func ListTexts(ctx context.Context, db Queryer, query string, arguments ...any) (texts []PageText, err error) {
	rows, err := db.QueryContext(ctx, query, arguments...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var t PageText
		if err := rows.Scan(&t.ID, &t.Text); err != nil {
			return nil, err
		}
		texts = append(texts, t)
	}
	return texts, rows.Err()
}

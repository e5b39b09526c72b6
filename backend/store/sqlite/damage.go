package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
)

// ErrIndexDamaged is the error of a database in which only the search index is damaged. [RebuildIndex] creates the
// index anew.
var ErrIndexDamaged = errors.New("the search index of the database is damaged")

// maxDamageReports is the maximum number of damaged places that a check reports.
const maxDamageReports = 100

// checkPages checks a database for damage. The error is [ErrIndexDamaged] if only the search index is damaged, and
// otherwise wraps [ErrDamaged].
func checkPages(ctx context.Context, db *sql.DB) error {
	found, err := listDamage(ctx, db)
	if err != nil && isIndexDamage(err.Error()) {
		return ErrIndexDamaged
	}
	if err != nil || len(found) == 0 {
		return err
	}
	if other := slices.IndexFunc(found, func(text string) bool { return !isIndexDamage(text) }); other >= 0 {
		return fmt.Errorf("%w: %s", ErrDamaged, found[other])
	}
	return ErrIndexDamaged
}

// listDamage returns the messages of SQLite about a damaged database.
func listDamage(ctx context.Context, db *sql.DB) (found []string, err error) {
	rows, err := db.QueryContext(ctx, fmt.Sprintf(`PRAGMA quick_check(%d)`, maxDamageReports))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		if text != "ok" {
			found = append(found, text)
		}
	}
	return found, rows.Err()
}

// isIndexDamage reports whether a message of SQLite is about the search index only.
func isIndexDamage(text string) bool {
	return strings.HasPrefix(text, "fts5: ") && strings.HasSuffix(text, `"page_index"`) ||
		strings.HasSuffix(text, "inverted index for FTS5 table main.page_index") ||
		strings.HasPrefix(text, "invalid fts5 file format")
}

// RebuildIndex rebuilds the search index of the database at a path from the texts of the pages.
func RebuildIndex(ctx context.Context, path string, log *slog.Logger) (err error) {
	db, err := sql.Open("sqlite3", DSN(path, "_txlock=immediate"))
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	return errors.Join(rebuildIndex(ctx, db, log), db.Close())
}

// indexFormatVersion is the version of the index format that SQLite stores in the table page_index_config.
const indexFormatVersion = 4

func rebuildIndex(ctx context.Context, db *sql.DB, log *slog.Logger) error {
	log.WarnContext(ctx, "the search index of the database is damaged: it is rebuilt from the texts of the pages")
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit this does nothing
	if _, err := tx.ExecContext(ctx, `REPLACE INTO page_index_config (k, v) VALUES ('version', ?)`, indexFormatVersion); err != nil {
		return AsDamaged(err)
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO page_index (page_index) VALUES ('delete-all')`); err != nil {
		return AsDamaged(err)
	}
	if err := indexTexts(ctx, tx, log); err != nil {
		return AsDamaged(err)
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	if err := checkPages(ctx, db); err != nil {
		return errors.Join(ErrDamaged, err)
	}
	return nil
}

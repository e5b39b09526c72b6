// Package storetest creates large libraries for tests and benchmarks. That is faster than posting the documents.
package storetest

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"net/url"
	"time"

	"lectern/backend/internal/clock"
	"lectern/backend/search"
	"lectern/backend/store"
)

// Document is a document whose conversion is complete. Its PDF and original need not exist; only the texts of its pages
// are stored.
type Document struct {
	Name                string
	CreatedAt           time.Time
	Pages               []string
	Type                string // without a dot; empty is pdf
	Size                int64
	Tags                []string
	Favorite            bool
	OpenedAt, DeletedAt time.Time
	Collection, Folder  string // ids; a missing collection is created
	Content             string // content key of original and PDF; "" for a generated key without a file
}

// batch is the number of documents that are written in one transaction.
const batch = 2000

// Fill creates the database of a new library at path and adds documents to it. The database must not be in use. A loss
// of power can damage it.
func Fill(ctx context.Context, path string, docs iter.Seq[Document]) (err error) {
	db, err := store.Open(ctx, path, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	if err := db.Close(); err != nil {
		return err
	}
	raw, err := sql.Open("sqlite3", "file:"+(&url.URL{Path: path}).EscapedPath()+"?_journal_mode=WAL&_synchronous=OFF&_stmt_cache_size=16")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, raw.Close()) }()
	next, stop := iter.Pull(docs)
	defer stop()
	for number := 1; ; number += batch {
		if more, err := fillBatch(ctx, raw, number, next); err != nil || !more {
			return err
		}
	}
}

// fillBatch writes the next documents. The argument number is the number of the first of them; the other documents get
// consecutive numbers. fillBatch reports whether there may be more documents.
func fillBatch(ctx context.Context, db *sql.DB, number int, next func() (Document, bool)) (more bool, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback() }() // after a commit this does nothing
	for i := range batch {
		d, ok := next()
		if !ok {
			return false, tx.Commit()
		}
		if err := insert(ctx, tx, number+i, &d); err != nil {
			return false, fmt.Errorf("fill a library: %w", err)
		}
	}
	return true, tx.Commit()
}

func insert(ctx context.Context, tx *sql.Tx, number int, d *Document) error {
	pdf := contentKey(d, number)
	_, err := tx.ExecContext(ctx, `INSERT INTO pdf (id, content, pages, sizes, indexed) VALUES (?, ?, ?, ?, ?)`,
		number, pdf, len(d.Pages), fmt.Sprintf("[[%d,595,842]]", len(d.Pages)), len(d.Pages))
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO document (id, name, status, message, reason, viewable, page_count, created_at, original_url,
		download_filename, original_saved, webhook_url, original, type, pdf, revision, version, name_folded,
		posted_at, size, tags, favorite, opened_at, deleted_at, folder_id)
		VALUES (?, ?, 'ready', '', '', TRUE, ?, ?, '', ?, TRUE, '', ?, ?, ?, 1, 1, ?, ?, ?, ?, ?, ?, ?, ?)`,
		ID(number), d.Name, len(d.Pages), d.CreatedAt.UnixMilli(), d.Name, pdf, cmp.Or(d.Type, "pdf"), pdf, search.Fold(d.Name),
		d.CreatedAt.UnixMilli(), d.Size, tagsText(d.Tags), d.Favorite, clock.Milliseconds(d.OpenedAt), clock.Milliseconds(d.DeletedAt), d.Folder)
	if err != nil {
		return err
	}
	if err := addToCollection(ctx, tx, number, d); err != nil {
		return err
	}
	for page, text := range d.Pages {
		id := int64(number)<<20 + int64(page+1)
		if _, err := tx.ExecContext(ctx, `INSERT INTO page_text (id, text) VALUES (?, ?)`, id, text); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO page_index (rowid, words) VALUES (?, ?)`, id, search.Index(text)); err != nil {
			return err
		}
	}
	return nil
}

// ID returns the id of the document with a number, from 1.
func ID(number int) string { return fmt.Sprintf("%026d", number) }

func contentKey(d *Document, number int) string {
	return cmp.Or(d.Content, fmt.Sprintf("%02x/%062x", number%256, number))
}

func addToCollection(ctx context.Context, tx *sql.Tx, number int, d *Document) error {
	if d.Collection == "" {
		return nil
	}
	_, made := tx.ExecContext(ctx, `INSERT OR IGNORE INTO collection VALUES (?, ?, '', 0)`, d.Collection, d.Collection)
	_, filled := tx.ExecContext(ctx, `INSERT INTO document_collection VALUES (?, ?, ?)`, d.Collection, !d.DeletedAt.IsZero(), ID(number))
	return errors.Join(made, filled)
}

func tagsText(tags []string) string {
	if len(tags) == 0 {
		return ""
	}
	text, _ := json.Marshal(tags) // marshalling strings cannot fail
	return string(text)
}

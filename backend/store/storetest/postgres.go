package storetest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"

	"github.com/jackc/pgx/v5"

	"lectern/backend/internal/clock"
	"lectern/backend/search"
	"lectern/backend/store"
	"lectern/backend/store/postgres"
)

// copyBatch is how many documents are copied at once.
const copyBatch = 50_000

// FillPostgres adds documents to a new library at the address of an empty PostgreSQL database that nobody uses. It does
// not support documents with collections.
func FillPostgres(ctx context.Context, address string, docs iter.Seq[Document]) (err error) {
	db, err := store.Open(ctx, address, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	if err := db.Close(); err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	for _, statement := range []string{
		`SET session_replication_role = replica`, // triggers would count row by row; the counts are set once instead
		`CREATE TEMPORARY TABLE loaded (id BIGINT, text TEXT, words TEXT)`,
	} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return fmt.Errorf("fill a library: %w", err)
		}
	}
	next, stop := iter.Pull(docs)
	defer stop()
	for number := 1; ; {
		batch := takeBatch(next, copyBatch)
		if len(batch) == 0 {
			break
		}
		if err := copyDocuments(ctx, conn, number, batch); err != nil {
			return fmt.Errorf("fill a library: %w", err)
		}
		number += len(batch)
	}
	return fillTallies(ctx, conn)
}

func takeBatch(next func() (Document, bool), limit int) (batch []Document) {
	for len(batch) < limit {
		d, ok := next()
		if !ok {
			break
		}
		batch = append(batch, d)
	}
	return batch
}

// copyDocuments copies documents with their PDFs and texts. The argument first is the number of the first document; the
// other documents get consecutive numbers.
func copyDocuments(ctx context.Context, conn *pgx.Conn, first int, docs []Document) error {
	var pdfs, documents, texts [][]any
	for i := range docs {
		d, number := &docs[i], first+i
		pdf, posted := contentKey(d, number), d.CreatedAt.UnixMilli()
		pdfs = append(pdfs, []any{number, pdf, len(d.Pages), fmt.Sprintf("[[%d,595,842]]", len(d.Pages)), len(d.Pages)})
		documents = append(documents, []any{ID(number), d.Name, "ready", "", true, len(d.Pages), posted, "", d.Name, true, "",
			pdf, cmp.Or(d.Type, "pdf"), pdf, 1, 1, search.Fold(d.Name), posted, d.Size, tagsText(d.Tags), d.Favorite,
			clock.Milliseconds(d.OpenedAt), clock.Milliseconds(d.DeletedAt), d.Folder})
		for page, text := range d.Pages {
			texts = append(texts, []any{int64(number)<<20 + int64(page+1), text, postgres.Vector(text)})
		}
	}
	for _, table := range []struct {
		name    string
		columns []string
		rows    [][]any
	}{
		{"pdf", []string{"id", "content", "pages", "sizes", "indexed"}, pdfs},
		{"document", []string{"id", "name", "status", "message", "viewable", "page_count", "created_at", "original_url", "download_filename",
			"original_saved", "webhook_url", "original", "type", "pdf", "revision", "version", "name_folded", "posted_at", "size",
			"tags", "favorite",
			"opened_at", "deleted_at", "folder_id"}, documents},
		{"loaded", []string{"id", "text", "words"}, texts},
	} {
		if _, err := conn.CopyFrom(ctx, pgx.Identifier{table.name}, table.columns, pgx.CopyFromRows(table.rows)); err != nil {
			return fmt.Errorf("%s: %w", table.name, err)
		}
	}
	_, err := conn.Exec(ctx, `WITH gone AS (DELETE FROM loaded RETURNING *) INSERT INTO page_text SELECT id, text, words::TSVECTOR FROM gone`)
	return err
}

// fillTallies fills the tallies and updates the statistics of the database.
func fillTallies(ctx context.Context, conn *pgx.Conn) error {
	for _, statement := range []string{
		`INSERT INTO document_tag SELECT tag, deleted_at <> 0, id FROM document, json_array_elements_text(NULLIF(tags, '')::JSON) AS tag`,
		`INSERT INTO facet_tally SELECT facet, COUNT(*) FROM document GROUP BY facet`,
		`INSERT INTO tally SELECT 'tag', tag, COUNT(*) FROM document_tag WHERE NOT deleted GROUP BY tag`,
		`INSERT INTO tally SELECT 'folder', folder_id, COUNT(*) FROM document WHERE folder_id <> '' AND deleted_at = 0 GROUP BY folder_id`,
		`SELECT SETVAL(PG_GET_SERIAL_SEQUENCE('pdf', 'id'), (SELECT MAX(id) FROM pdf))`,
		`VACUUM ANALYZE`,
	} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return fmt.Errorf("fill a library: %s: %w", statement, err)
		}
	}
	return nil
}

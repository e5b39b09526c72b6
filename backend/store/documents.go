package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"lectern/backend/document"
	"lectern/backend/event"
	"lectern/backend/internal/clock"
	"lectern/backend/internal/fault"
	"lectern/backend/search"
	"lectern/backend/sentence"
	"lectern/backend/store/engine"
)

// Documents stores documents, with their content and PDFs. It implements [document.Store].
type Documents struct {
	*database
	Contents
	PDFs
}

const documentColumns = `id, name, status, message, reason, viewable, page_count, created_at, original_url,
	download_filename, original_saved, webhook_url, original, type, pdf, password, revision, version,
	external_id, metadata, tags, size, attempt, started_at, posted_at, failure,
	favorite, opened_at, deleted_at, source_path, folder_id, profile, theme`

// readColumns are the columns for reading a document, including the ids of the collections that contain it.
const readColumns = documentColumns + `,
	(SELECT COALESCE(STRING_AGG(collection_id, ','), '') FROM document_collection WHERE document_id = document.id)`

// documentValues returns the values of the document columns in their order, followed by the folded name.
func documentValues(d *document.Document) []any {
	return []any{
		d.ID, d.Name, d.Status, d.Message, d.Reason, d.Viewable, d.PageCount, d.CreatedAt.UnixMilli(), d.OriginalURL,
		d.DownloadFilename, d.OriginalSaved, d.WebhookURL, d.Original, d.Type, d.PDF, d.Password, d.Revision, d.Version,
		d.ExternalID, string(d.Metadata), tagsText(d.Tags), d.Size, d.Attempt, clock.Milliseconds(d.Started), d.PostedAt.UnixMilli(),
		failureText(d.Failure),
		d.Favorite, clock.Milliseconds(d.OpenedAt), clock.Milliseconds(d.DeletedAt), d.SourcePath, d.FolderID, d.Profile, d.Theme,
		search.Fold(d.Name),
	}
}

// writtenColumns are the columns of [documentValues].
var writtenColumns = strings.Split(strings.Join(strings.Fields(documentColumns+", name_folded"), ""), ",")

// CreateDocuments implements [document.Store].
func (r Documents) CreateDocuments(ctx context.Context, post document.Post) (docs []document.Document, err error) {
	err = r.update(ctx, func(tx *Tx) error {
		if docs, err = findEarlierPost(ctx, tx, post.Idempotency); err != nil || docs != nil {
			return err
		}
		if err := checkQueue(ctx, tx, post.MaxQueue); err != nil {
			return err
		}
		docs = post.Documents
		if err := createDocuments(ctx, tx, post); err != nil {
			return fmt.Errorf("create document: %w", err)
		}
		if err := recordTaken(ctx, tx, post.ArrivalID, &docs[0]); err != nil {
			return err
		}
		if err := addToFolderCollection(ctx, tx, post.ArrivalID, &docs[0]); err != nil {
			return err
		}
		return recordPost(ctx, tx, post)
	})
	return docs, err
}

func createDocuments(ctx context.Context, tx *Tx, post document.Post) error {
	for i := range post.Documents {
		doc := &post.Documents[i]
		err := createDocument(ctx, tx, doc)
		if err == nil && i < len(post.Reports) {
			err = saveReport(ctx, tx, doc.ID, &post.Reports[i])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func createDocument(ctx context.Context, tx *Tx, d *document.Document) error {
	if err := useContent(ctx, tx, d.Original); err != nil {
		return err
	}
	err := tx.execDeferred(ctx, `INSERT INTO document (`+strings.Join(writtenColumns, ", ")+`)
		VALUES (?`+strings.Repeat(", ?", len(writtenColumns)-1)+`)`, documentValues(d)...)
	if err != nil {
		return err
	}
	if err := addToCollections(ctx, tx, d); err != nil {
		return err
	}
	if err := createEvents(ctx, tx, document.Events(nil, d, time.Now())); err != nil {
		return err
	}
	job, options := document.NextJob(ctx, d, 0)
	return tx.Enqueue(ctx, job, options)
}

// FindDocument implements [document.Store].
func (r Documents) FindDocument(ctx context.Context, id string) (document.Document, error) {
	row := r.read.QueryRowContext(withoutCancel(ctx), `SELECT `+readColumns+` FROM document WHERE id = ?`, id)
	return findDocument(row, id)
}

func findDocument(row *sql.Row, id string) (document.Document, error) {
	d, err := scanDocument(row)
	if errors.Is(err, sql.ErrNoRows) {
		return d, documentNotFound(id)
	}
	if err != nil {
		return d, fmt.Errorf("find document: %w", err)
	}
	return d, nil
}

func documentNotFound(id string) error {
	return fault.New(fault.NotFound, "There is no document %q.", id).WithCode(fault.DocumentUnknown)
}

// UpdateDocument implements [document.Store].
func (r Documents) UpdateDocument(ctx context.Context, id string, u document.Update) (d document.Document, err error) {
	commit := r.update
	if u.SkipSync {
		commit = r.updateNonDurable
	}
	err = commit(ctx, func(tx *Tx) error {
		d, err = findDocument(tx.QueryRowContext(ctx, `SELECT `+readColumns+` FROM document WHERE id = ?`, id), id)
		if err != nil {
			return err
		}
		before := d
		if err := u.Apply(&d); err != nil {
			return err
		}
		if before.Status != document.Processing && d.Status == document.Processing {
			if err := checkQueue(ctx, tx, u.MaxQueue); err != nil {
				return err
			}
		}
		d.Revision++
		if err := saveUpdate(ctx, tx, &before, &d, u); err != nil {
			return fmt.Errorf("update document: %w", err)
		}
		if err := createEvents(ctx, tx, eventsOf(&before, &d, u.Posted)); err != nil {
			return fmt.Errorf("update document: %w", err)
		}
		if err := errors.Join(recordTaken(ctx, tx, u.ArrivalID, &d), recordRetry(ctx, tx, &before, &d)); err != nil {
			return err
		}
		if before.PDF == d.PDF || before.PDF == "" {
			return nil
		}
		return forgetPDF(ctx, tx, before.PDF)
	})
	return d, err
}

// eventsOf returns the events that a change of a document causes. If posted is true, the document is new.
func eventsOf(before, after *document.Document, posted bool) []event.Event {
	if posted {
		before = nil
	}
	return document.Events(before, after, time.Now())
}

func saveUpdate(ctx context.Context, tx *Tx, before, d *document.Document, u document.Update) error {
	if err := useContent(ctx, tx, newContent(before, d, u)...); err != nil {
		return err
	}
	if err := saveDocument(ctx, tx, before, d); err != nil {
		return err
	}
	if u.PDF != nil {
		if err := savePDF(ctx, tx, u.PDF); err != nil {
			return err
		}
	}
	if u.Texts != nil {
		if err := addTexts(ctx, tx, d.PDF, u.Texts); err != nil {
			return err
		}
	}
	if u.Report != nil {
		if err := saveReport(ctx, tx, d.ID, u.Report); err != nil {
			return err
		}
	}
	if u.Conversion != nil {
		if err := saveConversion(ctx, tx, u.Conversion); err != nil {
			return err
		}
	}
	if !u.AddJob {
		return nil
	}
	job, options := document.NextJob(ctx, d, u.Preemptions)
	return tx.Enqueue(ctx, job, options)
}

// newContent returns the keys of the content that a document needs after an update and did not need before it.
func newContent(before, d *document.Document, u document.Update) (keys []string) {
	if d.Original != before.Original {
		keys = append(keys, d.Original)
	}
	if d.PDF != before.PDF {
		keys = append(keys, d.PDF)
	}
	if u.Conversion != nil && u.Conversion.PDF != d.PDF {
		keys = append(keys, u.Conversion.PDF)
	}
	return keys
}

// saveDocument writes the columns whose values have changed. Writing the other columns too would update their indexes
// needlessly.
func saveDocument(ctx context.Context, tx *Tx, before, after *document.Document) error {
	change := changeOf(before, after)
	if len(change.columns) == 0 {
		return nil
	}
	return tx.execDeferred(ctx, `UPDATE document SET `+change.assignments()+` WHERE id = ?`, append(change.values, after.ID)...)
}

// rowChange is the columns of a document that change, and their new values.
type rowChange struct {
	columns []string
	values  []any
}

func changeOf(before, after *document.Document) (c rowChange) {
	was := documentValues(before)
	for i, value := range documentValues(after) {
		if !reflect.DeepEqual(value, was[i]) {
			c.columns, c.values = append(c.columns, writtenColumns[i]), append(c.values, value)
		}
	}
	return c
}

// assignments returns the assignments of an UPDATE statement, with a question mark for each value.
func (c *rowChange) assignments() string { return strings.Join(c.columns, " = ?, ") + " = ?" }

// CountDocuments implements [document.Store].
func (r Documents) CountDocuments(ctx context.Context) (map[document.Status]int, error) {
	rows, err := r.read.QueryContext(ctx, `SELECT facet, count FROM facet_tally`)
	if err != nil {
		return nil, fmt.Errorf("count documents: %w", err)
	}
	defer rows.Close()
	counts := map[document.Status]int{document.Processing: 0, document.Ready: 0, document.Failed: 0}
	for rows.Next() {
		var f facet
		var n int
		if err := rows.Scan(&f, &n); err != nil {
			return nil, fmt.Errorf("count documents: %w", err)
		}
		counts[f.status()] += n
	}
	return counts, rows.Err()
}

func scanDocument(row scanner) (d document.Document, err error) {
	var created, started, posted, opened, deleted int64
	var metadata, tags, failure, collections string
	err = row.Scan(&d.ID, &d.Name, &d.Status, &d.Message, &d.Reason, &d.Viewable, &d.PageCount, &created, &d.OriginalURL,
		&d.DownloadFilename, &d.OriginalSaved, &d.WebhookURL, &d.Original, &d.Type, &d.PDF, &d.Password, &d.Revision, &d.Version,
		&d.ExternalID, &metadata, &tags, &d.Size, &d.Attempt, &started, &posted, &failure,
		&d.Favorite, &opened, &deleted, &d.SourcePath, &d.FolderID, &d.Profile, &d.Theme, &collections)
	if err != nil {
		return d, err
	}
	d.SourcePath = engine.DecodeText(d.SourcePath)
	d.CreatedAt, d.PostedAt = time.UnixMilli(created).UTC(), time.UnixMilli(posted).UTC()
	d.Started, d.OpenedAt, d.DeletedAt = timeOrZero(started), timeOrZero(opened), timeOrZero(deleted)
	if collections != "" {
		d.Collections = strings.Split(collections, ",")
	}
	if metadata != "" {
		d.Metadata = json.RawMessage(metadata)
	}
	if tags != "" {
		err = json.Unmarshal([]byte(tags), &d.Tags)
	}
	if failure != "" && err == nil {
		err = json.Unmarshal([]byte(failure), &d.Failure)
	}
	return d, err
}

// tagsText returns tags as they are stored: a JSON array, or "" for none.
func tagsText(tags []string) string {
	if len(tags) == 0 {
		return ""
	}
	return jsonText(tags)
}

// failureText returns the sentence of a failure as it is stored: as JSON, or "" for none.
func failureText(failure sentence.Sentence) string {
	if failure.IsZero() {
		return ""
	}
	return jsonText(failure)
}

package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"lectern/backend/document"
	"lectern/backend/internal/clock"
	"lectern/backend/internal/fault"
	"lectern/backend/store/engine"
	"lectern/backend/watch"
)

const arrivalColumns = `folder_id, path, state, message, document_id, content, size, modified, seen_at, taken_at, gone_at, target, ` +
	`moved, pending, again`

func arrivalValues(a *watch.Arrival) []any {
	return []any{a.FolderID, a.Path, a.Stage, a.Message, a.DocumentID, a.Content, a.Size, a.Modified,
		a.SeenAt.UnixMilli(), clock.Milliseconds(a.TakenAt), clock.Milliseconds(a.GoneAt), a.Target, a.Moved, a.Pending, a.RetryOnScan}
}

// scanArrival scans a row with the id and the arrivalColumns of an arrival. The pointers in extra are for further
// columns of the row.
func scanArrival(row scanner, extra ...any) (a watch.Arrival, err error) {
	var seen, taken, gone int64
	err = row.Scan(append([]any{&a.ID, &a.FolderID, &a.Path, &a.Stage, &a.Message, &a.DocumentID, &a.Content, &a.Size, &a.Modified,
		&seen, &taken, &gone, &a.Target, &a.Moved, &a.Pending, &a.RetryOnScan}, extra...)...)
	a.Path, a.Target = engine.DecodeText(a.Path), engine.DecodeText(a.Target)
	a.SeenAt, a.TakenAt, a.GoneAt = time.UnixMilli(seen).UTC(), timeOrZero(taken), timeOrZero(gone)
	return a, err
}

// CountArrivals implements [watch.Store].
func (r Folders) CountArrivals(ctx context.Context, folder string) (map[watch.Stage]int, error) {
	rows, err := r.read.QueryContext(ctx, `SELECT state, count FROM arrival_tally WHERE folder_id = ?`, folder)
	if err != nil {
		return nil, fmt.Errorf("count arrivals: %w", err)
	}
	defer rows.Close()
	counts := map[watch.Stage]int{}
	for rows.Next() {
		var stage watch.Stage
		var n int
		if err := rows.Scan(&stage, &n); err != nil {
			return nil, fmt.Errorf("count arrivals: %w", err)
		}
		counts[stage] = n
	}
	return counts, rows.Err()
}

// FindArrivals implements [watch.Store].
func (r Folders) FindArrivals(ctx context.Context, folder string, paths []string) (map[string]watch.Arrival, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	arguments := []any{folder}
	for _, path := range paths {
		arguments = append(arguments, path)
	}
	found := make(map[string]watch.Arrival, len(paths))
	err := r.listArrivals(ctx, `WHERE folder_id = ? AND NOT moved AND path IN (?`+strings.Repeat(", ?", len(paths)-1)+`)`, arguments,
		func(a watch.Arrival) {
			found[a.Path] = a
		})
	return found, err
}

// listArrivals calls visit for each arrival that a query selects. The argument named where is the part of the query
// that begins with WHERE.
func (r Folders) listArrivals(ctx context.Context, where string, arguments []any, visit func(watch.Arrival)) error {
	rows, err := r.read.QueryContext(ctx, `SELECT id, `+arrivalColumns+` FROM folder_arrival `+where, arguments...)
	if err != nil {
		return fmt.Errorf("list arrivals: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		a, err := scanArrival(rows)
		if err != nil {
			return fmt.Errorf("list arrivals: %w", err)
		}
		visit(a)
	}
	return rows.Err()
}

// FindArrival implements [watch.Store].
func (r Folders) FindArrival(ctx context.Context, folder string, id int64) (watch.Arrival, error) {
	a, err := scanArrival(r.read.QueryRowContext(withoutCancel(ctx), `SELECT id, `+arrivalColumns+
		` FROM folder_arrival WHERE id = ? AND folder_id = ?`, id, folder))
	if errors.Is(err, sql.ErrNoRows) {
		return a, fault.New(fault.NotFound, "There is no file %d in this watched folder's list.", id)
	}
	if err != nil {
		return a, fmt.Errorf("find arrival: %w", err)
	}
	return a, nil
}

// UpdateArrivals implements [watch.Store]. It does not wait until the changes are on disk: if a power failure undoes
// them, the next scan of the folder finds the files again.
func (r Folders) UpdateArrivals(ctx context.Context, folder string, paths []string, change func(*watch.Arrival) bool) error {
	return r.updateNonDurable(ctx, func(tx *Tx) error {
		for _, path := range paths {
			a, err := scanArrival(tx.QueryRowContext(ctx, `SELECT id, `+arrivalColumns+
				` FROM folder_arrival WHERE folder_id = ? AND path = ? AND NOT moved`, folder, path))
			if errors.Is(err, sql.ErrNoRows) {
				a, err = watch.Arrival{FolderID: folder, Path: path}, nil
			}
			before := a
			if err == nil && change(&a) {
				err = saveArrival(ctx, tx, &before, &a)
			}
			if err != nil {
				return fmt.Errorf("update arrival: %w", err)
			}
		}
		return nil
	})
}

func saveArrival(ctx context.Context, tx *Tx, before, a *watch.Arrival) error {
	statement := `INSERT INTO folder_arrival (` + arrivalColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	values := arrivalValues(a)
	if a.ID != 0 {
		statement = `UPDATE folder_arrival SET (` + arrivalColumns + `) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?`
		values = append(values, a.ID)
	}
	if _, err := tx.ExecContext(ctx, statement, values...); err != nil {
		return err
	}
	if !a.OwnsDocument() || a.DocumentID == before.DocumentID && a.Moved == before.Moved {
		return nil
	}
	return saveSource(ctx, tx, a)
}

// saveSource updates the source path of a document whose file was renamed or moved.
func saveSource(ctx context.Context, tx *Tx, a *watch.Arrival) error {
	source := a.Target
	if !a.Moved {
		var folder string
		if err := tx.QueryRowContext(ctx, `SELECT path FROM folder WHERE id = ?`, a.FolderID).Scan(&folder); err != nil {
			return err
		}
		source = filepath.Join(folder, a.Path)
	}
	_, err := tx.ExecContext(ctx, `UPDATE document SET source_path = ?, revision = revision + 1 WHERE id = ? AND source_path <> ?`, source,
		a.DocumentID, source)
	return err
}

// UpdateArrival implements [watch.Store].
func (r Folders) UpdateArrival(ctx context.Context, id int64, change func(*watch.Arrival)) error {
	return r.update(ctx, func(tx *Tx) error {
		a, err := scanArrival(tx.QueryRowContext(ctx, `SELECT id, `+arrivalColumns+` FROM folder_arrival WHERE id = ?`, id))
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err == nil {
			before := a
			change(&a)
			err = saveArrival(ctx, tx, &before, &a)
		}
		if err != nil {
			return fmt.Errorf("update arrival: %w", err)
		}
		return nil
	})
}

// ListArrivals implements [watch.Store].
func (r Folders) ListArrivals(ctx context.Context, s watch.Selection) (all []watch.Arrival, err error) {
	which, arguments := `WHERE folder_id = ?`, []any{s.FolderID}
	if s.Stage != "" {
		which, arguments = which+` AND state = ?`, append(arguments, s.Stage)
	}
	if s.After != nil {
		which, arguments = which+` AND (seen_at, id) < (?, ?)`, append(arguments, s.After.SeenAt.UnixMilli(), s.After.ID)
	}
	which, arguments = which+` ORDER BY seen_at DESC, id DESC LIMIT ?`, append(arguments, s.Limit)
	err = r.listArrivals(ctx, which, arguments, func(a watch.Arrival) { all = append(all, a) })
	return all, err
}

// ListByContent implements [watch.Store].
func (r Folders) ListByContent(ctx context.Context, folder, content string) (all []watch.Arrival, err error) {
	err = r.listArrivals(ctx, `WHERE content = ? AND content <> '' AND folder_id = ? AND state = ? AND EXISTS
		(SELECT 1 FROM document WHERE id = document_id AND deleted_at = 0) ORDER BY id`, []any{content, folder, watch.Taken},
		func(a watch.Arrival) { all = append(all, a) })
	return all, err
}

// VisitPresent implements [watch.Store]. It reads a batch at a time, so that visit may take long without holding a
// connection.
func (r Folders) VisitPresent(ctx context.Context, folder string, visit func(path string) error) error {
	const some = 1000
	for after := ""; ; {
		var paths []string
		err := r.listArrivals(ctx, `WHERE folder_id = ? AND NOT moved AND path > ? AND gone_at = 0 ORDER BY path LIMIT ?`,
			[]any{folder, after, some},
			func(a watch.Arrival) { paths = append(paths, a.Path) })
		if err != nil {
			return err
		}
		for _, path := range paths {
			if err := visit(path); err != nil {
				return err
			}
		}
		if len(paths) < some {
			return nil
		}
		after = paths[some-1]
	}
}

// ListEnded implements [watch.Store].
func (r Folders) ListEnded(ctx context.Context, folder string, after int64, limit int) ([]watch.EndedArrival, error) {
	rows, err := r.read.QueryContext(ctx, `SELECT a.id, a.`+strings.ReplaceAll(arrivalColumns, ", ", ", a.")+`,
			d.id IS NOT NULL, COALESCE(d.status = 'failed', FALSE), COALESCE(NULLIF(d.failure, ''), d.message, '')
		FROM folder_arrival a LEFT JOIN document d ON d.id = a.document_id
		WHERE a.folder_id = ? AND a.pending AND a.id > ? AND COALESCE(d.status, '') <> 'processing' ORDER BY a.id LIMIT ?`, folder, after, limit)
	if err != nil {
		return nil, fmt.Errorf("list arrivals: %w", err)
	}
	defer rows.Close()
	var all []watch.EndedArrival
	for rows.Next() {
		var e watch.EndedArrival
		if e.Arrival, err = scanArrival(rows, &e.Found, &e.Failed, &e.Reason); err != nil {
			return nil, fmt.Errorf("list arrivals: %w", err)
		}
		all = append(all, e)
	}
	return all, rows.Err()
}

// HasPending implements [watch.Store].
func (r Folders) HasPending(ctx context.Context, folder string) (found bool, err error) {
	err = r.read.QueryRowContext(withoutCancel(ctx), `SELECT EXISTS (SELECT 1 FROM folder_arrival WHERE folder_id = ? AND pending)`,
		folder).Scan(&found)
	if err != nil {
		return false, fmt.Errorf("find pending arrivals: %w", err)
	}
	return found, nil
}

// IsConvertedPDF reports whether the content with the given key is a PDF that was created by converting a document.
func (r PDFs) IsConvertedPDF(ctx context.Context, key string) (converted bool, err error) {
	err = r.read.QueryRowContext(withoutCancel(ctx),
		`SELECT EXISTS (SELECT 1 FROM document WHERE pdf = ? AND pdf <> original)`, key).Scan(&converted)
	if err != nil {
		return false, fmt.Errorf("find PDF: %w", err)
	}
	return converted, nil
}

// HasCollection reports whether a collection exists.
func (r Collections) HasCollection(ctx context.Context, id string) (exists bool, err error) {
	err = r.read.QueryRowContext(withoutCancel(ctx), `SELECT EXISTS (SELECT 1 FROM collection WHERE id = ?)`, id).Scan(&exists)
	if err != nil {
		return false, fmt.Errorf("find collection: %w", err)
	}
	return exists, nil
}

// recordTaken records that a file of a watched folder has become a document. It does nothing if arrival is 0, because
// the document then has another source. It returns a fault of kind Conflict if the folder is no longer watched.
func recordTaken(ctx context.Context, tx *Tx, arrival int64, d *document.Document) error {
	if arrival == 0 {
		return nil
	}
	result, err := tx.ExecContext(ctx,
		`UPDATE folder_arrival SET state = ?, message = '', document_id = ?, content = ?, taken_at = ?, pending = TRUE, again = FALSE
		WHERE id = ? AND folder_id IN (SELECT id FROM folder WHERE NOT deleted)`,
		watch.Taken, d.ID, d.Original, time.Now().UnixMilli(), arrival)
	if err != nil {
		return fmt.Errorf("record arrival: %w", err)
	}
	if n, err := result.RowsAffected(); err != nil || n != 1 {
		return errors.Join(err, fault.New(fault.Conflict, "The folder of this file is no longer watched."))
	}
	tx.Events = true // notifies the watcher even if the conversion has already ended
	return nil
}

// addToFolderCollection adds the document of a file of a watched folder to the collection of the folder. It does
// nothing if arrival is 0, because the document then has another source.
func addToFolderCollection(ctx context.Context, tx *Tx, arrival int64, d *document.Document) error {
	if arrival == 0 {
		return nil
	}
	var text []byte
	err := tx.QueryRowContext(ctx, `SELECT f.settings FROM folder_arrival a JOIN folder f ON f.id = a.folder_id WHERE a.id = ?`,
		arrival).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	var settings watch.Settings
	if err == nil {
		err = json.Unmarshal(text, &settings)
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, `INSERT INTO document_collection (collection_id, deleted, document_id)
			SELECT id, ?, ? FROM collection WHERE id = ? ON CONFLICT DO NOTHING`, !d.DeletedAt.IsZero(), d.ID, settings.Collection)
	}
	if err != nil {
		return fmt.Errorf("add document to the folder's collection: %w", err)
	}
	return nil
}

// recordRetry records that a document that was made from a file in a watched folder is converted again.
func recordRetry(ctx context.Context, tx *Tx, before, after *document.Document) error {
	if after.FolderID == "" || before.Status == document.Processing || after.Status != document.Processing {
		return nil
	}
	_, err := tx.ExecContext(ctx,
		`UPDATE folder_arrival SET state = ?, message = '', pending = TRUE WHERE document_id = ? AND document_id <> '' AND state = ?`,
		watch.Taken, after.ID, watch.Failed)
	if err != nil {
		return fmt.Errorf("record arrival: %w", err)
	}
	return nil
}

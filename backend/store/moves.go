package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"lectern/backend/audit"
	"lectern/backend/document"
	"lectern/backend/store/engine"
	"lectern/backend/task"
)

// movedTable is a table with records, and the columns that order its rows in the same way in every database.
type movedTable struct{ name, order string }

// movedTables are all tables with records. Each table comes after the tables that it references. Tables that triggers
// fill, tables about nodes, and jobs are not moved.
var movedTables = []movedTable{
	{"api_key", "id"}, {"idempotency", "sender, key"}, {"setting", "name"}, {"viewer_setting", "noun, name"}, {"clock", "latest"},
	{"document", "id"}, {"report", "document_id"}, {"document_tag", "tag, deleted, document_id"},
	{"collection", "id"}, {"document_collection", "collection_id, deleted, document_id"},
	{"viewing_session", "id"}, {"session_view", "id"},
	{"pdf", "id"}, {"conversion", "original, type, engine"}, {"page_text", "id"},
	{"event", "id"}, {"webhook_delivery", "number"}, {"webhook_attempt", "id"}, {"webhook_lane", "document_id"},
	{"webhook_gone", "document_id, url"}, {"webhook_secret", "id"},
	{"folder", "id"}, {"folder_arrival", "id"},
	{"template", "number"}, {"template_version", "template_id, number"}, {"template_data", "template_id, name"}, {"sample_given", "given_at"},
	{"task", "number"}, {"task_result", "task_id, place"}, {"task_source", "task_id"},
	{"task_row", "task_id, number"}, {"task_row_result", "task_id, number, place"},
	{"audit", "id"}, {"audit_object", "audit_id, place"}, {"content_fault", "content"},
}

// Moves copies the records of one database to another one.
type Moves struct{ *database }

// MoveSource returns the name of the library whose records are being moved into this database; "" if none are. No
// server may use the database until the move ends.
func (r Moves) MoveSource(ctx context.Context) (source string, err error) {
	exists, err := r.hasTable(ctx, "moving")
	if err != nil || !exists {
		return "", err
	}
	err = r.read.QueryRowContext(ctx, `SELECT source FROM moving WHERE name = ''`).Scan(&source)
	return source, err
}

// RunAlone calls do while no other program can open the database. If a server uses the database, it returns an error
// that names the server.
func (r Moves) RunAlone(ctx context.Context, do func() error) error {
	return r.engine.RunExclusively(ctx, func() error {
		host, at, err := r.engine.FindServer(ctx)
		switch {
		case err != nil:
			return err
		case at:
			return fmt.Errorf("a server is running on %s (at %s): stop it first", r.engine.Name(), host)
		}
		return do()
	})
}

// BeginMove makes this database the target of a move from the library with a name. If that move was interrupted,
// BeginMove resumes it. It returns an error if the database already has records, or is the target of another move.
func (r Moves) BeginMove(ctx context.Context, source string) error {
	before, err := r.MoveSource(ctx)
	if err != nil {
		return fmt.Errorf("begin to move: %w", err)
	}
	if before != "" && before != source {
		return fmt.Errorf("another library is being moved into %s, from %s: choose an empty database, or continue that move",
			r.engine.Name(), before)
	}
	if before != "" {
		return nil
	}
	return r.update(ctx, func(tx *Tx) error {
		for _, t := range movedTables {
			var some bool
			if err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM `+t.name+`)`).Scan(&some); err != nil {
				return fmt.Errorf("begin to move: %w", err)
			}
			if some {
				return fmt.Errorf("there is a library in %s already: choose an empty database", r.engine.Name())
			}
		}
		_, err := tx.ExecContext(ctx, `CREATE TABLE moving (name TEXT NOT NULL PRIMARY KEY, done BIGINT NOT NULL, source TEXT NOT NULL)`)
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO moving (name, done, source) VALUES ('', 0, ?)`, source)
		}
		return err
	})
}

// MoveRecords copies the records of another database that this database does not have yet, in batches. After each batch
// it calls onProgress with the number of rows of a table that have been copied so far. Neither database may change
// meanwhile.
func (r Moves) MoveRecords(ctx context.Context, from *DB, onProgress func(table string, rows int64)) error {
	for _, t := range movedTables {
		if err := r.moveTable(ctx, from, t, func(rows int64) { onProgress(t.name, rows) }); err != nil {
			return fmt.Errorf("move the table %s: %w", t.name, err)
		}
	}
	return nil
}

// CheckRecords compares all records of two databases.
func (r Moves) CheckRecords(ctx context.Context, from *DB) error {
	for _, t := range movedTables {
		theirs, err := from.Moves.sumOf(ctx, t)
		if err != nil {
			return fmt.Errorf("check the table %s of %s: %w", t.name, from.engine.Name(), err)
		}
		ours, err := r.sumOf(ctx, t)
		if err != nil {
			return fmt.Errorf("check the table %s of %s: %w", t.name, r.engine.Name(), err)
		}
		if ours != theirs {
			return fmt.Errorf("the table %s differs between source and destination (%d rows and %d): the library has changed "+
				"since the move began, so start again with an empty database",
				t.name, ours.rows, theirs.rows)
		}
	}
	return nil
}

// EndMove makes the moved library usable for servers. It inserts the jobs of unfinished documents and tasks, sets the
// id counters so that no id is used twice, and adds an entry to the audit log.
func (r Moves) EndMove(ctx context.Context, from *DB, entry audit.Entry) error {
	counters, err := from.engine.Counters(ctx)
	if err != nil {
		return fmt.Errorf("end the move: %w", err)
	}
	return r.update(ctx, func(tx *Tx) error {
		if err := errors.Join(enqueueDocuments(ctx, tx), enqueueTasks(ctx, tx)); err != nil {
			return fmt.Errorf("end the move: %w", err)
		}
		for _, c := range counters {
			if err := r.engine.SetCounter(ctx, tx.Tx, c); err != nil {
				return fmt.Errorf("end the move: %w", err)
			}
		}
		if err := createAuditEntries(ctx, tx, entry); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `DROP TABLE moving`)
		return err
	})
}

// enqueueDocuments inserts a job for each document that is being processed.
func enqueueDocuments(ctx context.Context, tx *Tx) error {
	ids, err := engine.ListStrings(ctx, tx, `SELECT id FROM document WHERE status = ? ORDER BY posted_at, id`, document.Processing)
	if err != nil {
		return err
	}
	for _, id := range ids {
		d, err := findDocument(tx.QueryRowContext(ctx, `SELECT `+readColumns+` FROM document WHERE id = ?`, id), id)
		if err != nil {
			return err
		}
		job, options := document.NextJob(ctx, &d, 0)
		if err := tx.Enqueue(ctx, job, options); err != nil {
			return err
		}
	}
	return nil
}

// enqueueTasks inserts a job for each task that has not ended.
func enqueueTasks(ctx context.Context, tx *Tx) error {
	ids, err := engine.ListStrings(ctx, tx, `SELECT id FROM task WHERE ended_at IS NULL ORDER BY number`)
	if err != nil {
		return err
	}
	for _, id := range ids {
		t, err := findTask(ctx, tx, id)
		if err != nil {
			return err
		}
		job, options := task.NewJob(ctx, &t)
		if err := tx.Enqueue(ctx, job, options); err != nil {
			return err
		}
	}
	return nil
}

// hasTable reports whether a table exists.
func (r Moves) hasTable(ctx context.Context, name string) (bool, error) {
	columns, err := r.engine.Columns(ctx, name)
	return len(columns) > 0, err
}

// MoveTarget returns the name of the place that the library was moved to; "" if it was not moved.
func (r Moves) MoveTarget(ctx context.Context) (target string, err error) {
	is, err := r.hasTable(ctx, "moved")
	if err != nil || !is {
		return "", err
	}
	return engine.ScanMoved(r.read.QueryRowContext(ctx, engine.MovedQuery))
}

// MarkMoved records the name of the place that the library was moved to.
func (r Moves) MarkMoved(ctx context.Context, target string) error {
	return r.update(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS moved (target TEXT NOT NULL, moved_at BIGINT NOT NULL)`)
		if err == nil {
			_, err = tx.ExecContext(ctx, `DELETE FROM moved`)
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO moved (target, moved_at) VALUES (?, ?)`, target, time.Now().UnixMilli())
		}
		if err != nil {
			return fmt.Errorf("mark the library as moved: %w", err)
		}
		return nil
	})
}

// ForgetMoved undoes [Moves.MarkMoved].
func (r Moves) ForgetMoved(ctx context.Context) error {
	return r.update(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `DROP TABLE IF EXISTS moved`)
		return err
	})
}

// PeekMoved is like [Moves.MoveTarget] for the database at a path. The database may have any version and is not
// changed.
func PeekMoved(ctx context.Context, path string) (target string, err error) {
	err = peekIf(ctx, path, "moved", "target", func(db *sql.DB, _ func(string) string) error {
		target, err = engine.ScanMoved(db.QueryRowContext(ctx, engine.MovedQuery))
		return err
	})
	return target, err
}

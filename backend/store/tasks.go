package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/idempotency"
	"lectern/backend/sentence"
	"lectern/backend/store/engine"
	"lectern/backend/task"
)

// Tasks stores tasks and their rows. It implements [task.Store].
type Tasks struct{ *database }

const taskColumns = `number, id, state, created_at, started_at, ended_at, identifier, template_id, template, template_name, options,
	integration, log, problems,
	row_count, rows_done, rows_failed`

// CreateTask implements [task.Store].
func (r Tasks) CreateTask(ctx context.Context, p task.Post) (t task.Task, err error) {
	err = r.update(ctx, func(tx *Tx) error {
		if found, err := findEarlierTask(ctx, tx, p.Idempotency); err != nil || found != nil {
			if found != nil {
				t = *found
			}
			return err
		}
		if err := checkTasks(ctx, tx, p.Queue); err != nil {
			return err
		}
		t = p.Task
		if err := createTask(ctx, tx, &t, &p); err != nil {
			return fmt.Errorf("create task: %w", err)
		}
		return recordKey(ctx, tx, p.Idempotency, []string{t.ID})
	})
	return t, err
}

// findEarlierTask returns the task of an earlier request with the same key, or nil if there was none. If this task was
// deleted, the error is errPostDeleted.
func findEarlierTask(ctx context.Context, tx *Tx, key *idempotency.Key) (*task.Task, error) {
	ids, err := findEarlierIDs(ctx, tx, key)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	t, err := findTask(ctx, tx, ids[0])
	if fault.Is(err, fault.NotFound) {
		return nil, errPostDeleted
	}
	return &t, err
}

func createTask(ctx context.Context, tx *Tx, t *task.Task, p *task.Post) error {
	if err := useContent(ctx, tx, t.Template); err != nil {
		return err
	}
	err := tx.QueryRowContext(ctx,
		`INSERT INTO task (id, state, created_at, started_at, ended_at, identifier, template_id, template, template_name, options,
			integration, log, problems,
		row_count, rows_done, rows_failed, params) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`,
		append(taskValues(t), p.Params)...).Scan(&t.Number)
	if err == nil && p.Source != nil {
		_, err = tx.ExecContext(ctx, `INSERT INTO task_source (task_id, content) VALUES (?, ?)`, t.ID, p.Source)
	}
	if err != nil {
		return err
	}
	job, options := task.NewJob(ctx, t)
	return tx.Enqueue(ctx, job, options)
}

// taskValues returns the values of the columns of a task in their order, without the number.
func taskValues(t *task.Task) []any {
	integration, problems := "", ""
	if t.Integration != nil {
		integration = jsonText(t.Integration)
	}
	if len(t.Problems) > 0 {
		problems = jsonText(storedProblems(t.Problems))
	}
	var count sql.NullInt64
	rows := task.Progress{}
	if t.Rows != nil {
		rows = *t.Rows
		count = sql.NullInt64{Int64: int64(rows.Count), Valid: true}
	}
	return []any{t.ID, t.State, t.CreatedAt.UnixMilli(), toMilli(t.StartedAt), toMilli(t.EndedAt), t.Identifier, t.TemplateID, t.Template,
		t.TemplateName,
		jsonText(t.Options), integration, jsonText(storedLog(t.Log)), problems, count, rows.Done, rows.Failed}
}

// logLine is a line of a task's log as it is stored. Its sentence is stored with its code, so that it can be translated
// later.
type logLine struct {
	At      int64  `json:"at"` // milliseconds since 1970
	Message string `json:"said"`
}

func storedLog(log []task.Entry) []logLine {
	lines := make([]logLine, len(log))
	for i, entry := range log {
		lines[i] = logLine{entry.At.UnixMilli(), string(entry.Message)}
	}
	return lines
}

// storedProblem is a problem of a task as it is stored. Its sentence is stored with its code, so that it can be
// translated later.
type storedProblem struct {
	task.Problem
	EncodedMessage string `json:"said"`
}

func storedProblems(problems []task.Problem) []storedProblem {
	kept := make([]storedProblem, len(problems))
	for i, p := range problems {
		kept[i] = storedProblem{p, string(p.Message)}
	}
	return kept
}

// CheckTasks implements [task.Store].
func (r Tasks) CheckTasks(ctx context.Context, limit int) error {
	r.queue.StartIfIdle()
	return checkTasks(ctx, r.read, limit)
}

func checkTasks(ctx context.Context, db querier, limit int) error {
	if limit == 0 {
		return nil
	}
	var count int
	err := db.QueryRowContext(ctx, `SELECT COUNT(*) FROM task WHERE state IN (?, ?)`, task.Queued, task.Running).Scan(&count)
	if err != nil {
		return fmt.Errorf("count tasks: %w", err)
	}
	if count >= limit {
		return task.ErrBusy(limit)
	}
	return nil
}

// FindTask implements [task.Store].
func (r Tasks) FindTask(ctx context.Context, id string) (task.Task, error) {
	return findTask(withoutCancel(ctx), r.read, id)
}

func findTask(ctx context.Context, db rowsQuerier, id string) (task.Task, error) {
	t, err := scanTask(db.QueryRowContext(ctx, `SELECT `+taskColumns+` FROM task WHERE id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return t, fault.New(fault.NotFound, "There is no task %q.", id).WithCode(fault.TaskUnknown)
	}
	if err == nil {
		err = findResults(ctx, db, &t)
	}
	if err != nil {
		return t, fmt.Errorf("find task: %w", err)
	}
	return t, nil
}

// MeasureTaskParams implements [task.Store].
func (r Tasks) MeasureTaskParams(ctx context.Context, id string) (size int64, err error) {
	err = r.read.QueryRowContext(ctx, `SELECT COALESCE(MAX(LENGTH(params)), 0) FROM task WHERE id = ?`, id).Scan(&size)
	if err != nil {
		return 0, fmt.Errorf("measure parameters: %w", err)
	}
	return size, nil
}

// FindTaskParams implements [task.Store].
func (r Tasks) FindTaskParams(ctx context.Context, id string) (params []byte, err error) {
	err = r.read.QueryRowContext(ctx, `SELECT params FROM task WHERE id = ?`, id).Scan(&params)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("find parameters: %w", err)
	}
	return params, nil
}

func scanTask(row scanner) (t task.Task, err error) {
	var created int64
	var started, ended, count sql.NullInt64
	var options, integration, log, problems string
	var rows task.Progress
	err = row.Scan(&t.Number, &t.ID, &t.State, &created, &started, &ended, &t.Identifier, &t.TemplateID, &t.Template, &t.TemplateName,
		&options, &integration, &log, &problems, &count, &rows.Done, &rows.Failed)
	if err != nil {
		return t, err
	}
	if count.Valid {
		rows.Count, t.Rows = int(count.Int64), &rows
	}
	t.CreatedAt, t.StartedAt, t.EndedAt = time.UnixMilli(created).UTC(), fromMilli(started), fromMilli(ended)
	err = json.Unmarshal([]byte(options), &t.Options)
	if integration != "" && err == nil {
		err = json.Unmarshal([]byte(integration), &t.Integration)
	}
	if err == nil {
		t.Problems, err = decodeProblems(problems)
	}
	var lines []logLine
	if err == nil {
		err = json.Unmarshal([]byte(log), &lines)
	}
	for _, line := range lines {
		t.Log = append(t.Log, task.Entry{At: time.UnixMilli(line.At).UTC(), Message: sentence.Encoded(line.Message)})
	}
	return t, err
}

// decodeProblems decodes the stored problems of a task. The text is "" if there are none.
func decodeProblems(text string) (problems []task.Problem, err error) {
	var kept []storedProblem
	if text != "" {
		err = json.Unmarshal([]byte(text), &kept)
	}
	for _, p := range kept {
		p.Problem.Message = sentence.Encoded(p.EncodedMessage)
		problems = append(problems, p.Problem)
	}
	return problems, err
}

func findResults(ctx context.Context, db rowsQuerier, t *task.Task) error {
	rows, err := db.QueryContext(ctx, `SELECT id, name, type, size, content, marked, document_id, session_id, platform_id
		FROM task_result WHERE task_id = ? ORDER BY place`, t.ID)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var r task.Result
		err := rows.Scan(&r.ID, &r.Name, &r.Type, &r.Size, &r.Content, &r.ShowsProblems, &r.DocumentID, &r.SessionID, &r.PlatformID)
		if err != nil {
			return err
		}
		t.Results = append(t.Results, r)
	}
	return rows.Err()
}

// ListTasks implements [task.Store].
func (r Tasks) ListTasks(ctx context.Context, q task.Query) ([]task.Task, error) {
	query, arguments := `SELECT `+taskColumns+` FROM task WHERE TRUE`, []any{}
	if q.State != "" {
		query, arguments = query+` AND state = ?`, append(arguments, q.State)
	}
	if q.Template != nil {
		query += ` AND (template_id = ? OR template_id = '' AND identifier IN (?, ?))`
		arguments = append(arguments, q.Template.ID, q.Template.ID, q.Template.Name)
	}
	if q.After != 0 {
		query, arguments = query+` AND number < ?`, append(arguments, q.After)
	}
	found, err := r.readTasks(ctx, query+` ORDER BY number DESC LIMIT ?`, append(arguments, q.Limit)...)
	for i := range found {
		if err == nil {
			err = findResults(ctx, r.read, &found[i])
		}
	}
	if err != nil {
		return nil, fmt.Errorf("list tasks: %w", err)
	}
	return found, nil
}

func (r Tasks) readTasks(ctx context.Context, query string, arguments ...any) (found []task.Task, err error) {
	rows, err := r.read.QueryContext(ctx, query, arguments...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		t, err := scanTask(rows)
		if err != nil {
			return nil, err
		}
		found = append(found, t)
	}
	return found, rows.Err()
}

// UpdateTask implements [task.Store].
func (r Tasks) UpdateTask(ctx context.Context, id string, change func(*task.Task) error) (t task.Task, err error) {
	err = r.update(ctx, func(tx *Tx) error {
		if t, err = findTask(ctx, tx, id); err != nil {
			return err
		}
		before := t
		if err := change(&t); err != nil {
			return err
		}
		if err := saveTask(ctx, tx, &before, &t); err != nil {
			return fmt.Errorf("update task: %w", err)
		}
		return createEvents(ctx, tx, task.Events(&before, &t, time.Now()))
	})
	return t, err
}

func saveTask(ctx context.Context, tx *Tx, before, t *task.Task) error {
	if err := useContent(ctx, tx, newlyIn(t.ContentKeys(), before.ContentKeys())...); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx,
		`UPDATE task SET id = ?, state = ?, created_at = ?, started_at = ?, ended_at = ?, identifier = ?, template_id = ?, template = ?,
		template_name = ?, options = ?, integration = ?, log = ?, problems = ?, row_count = ?, rows_done = ?, rows_failed = ? WHERE number = ?`,
		append(taskValues(t), t.Number)...)
	if err == nil && t.State.Ended() {
		_, err = tx.ExecContext(ctx, `UPDATE task SET params = NULL WHERE number = ? AND params IS NOT NULL`, t.Number)
	}
	if err == nil && t.Rows != nil && t.State.Ended() {
		_, err = tx.ExecContext(ctx, `DELETE FROM task_source WHERE task_id = ?`, t.ID)
	}
	if err != nil || reflect.DeepEqual(before.Results, t.Results) {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM task_result WHERE task_id = ?`, t.ID); err != nil {
		return err
	}
	for i, r := range t.Results {
		_, err := tx.ExecContext(ctx,
			`INSERT INTO task_result (task_id, place, id, name, type, size, content, marked, document_id, session_id, platform_id)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, t.ID, i, r.ID, r.Name, r.Type, r.Size, r.Content, r.ShowsProblems, r.DocumentID,
			r.SessionID, r.PlatformID)
		if err != nil {
			return err
		}
	}
	return nil
}

// newlyIn returns the keys that are not among the earlier keys in the argument earlier.
func newlyIn(keys, earlier []string) []string {
	return slices.DeleteFunc(keys, func(key string) bool { return slices.Contains(earlier, key) })
}

// DeleteTask implements [task.Store].
func (r Tasks) DeleteTask(ctx context.Context, id string) (t task.Task, err error) {
	// Rows are removed in batches, so that other writers do not wait for all of them.
	if err = r.inBatches(ctx,
		`DELETE FROM task_row WHERE (task_id, number) IN (SELECT task_id, number FROM task_row WHERE task_id = ? LIMIT ?)`, id); err != nil {
		return t, fmt.Errorf("delete task: %w", err)
	}
	err = r.update(ctx, func(tx *Tx) error {
		if t, err = findTask(ctx, tx, id); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM task WHERE number = ?`, t.Number); err != nil {
			return fmt.Errorf("delete task: %w", err)
		}
		return nil
	})
	return t, err
}

// ListOldTasks implements [task.Store].
func (r Tasks) ListOldTasks(ctx context.Context, before time.Time) (ids []string, err error) {
	if ids, err = engine.ListStrings(ctx, r.read, `SELECT id FROM task WHERE ended_at < ? ORDER BY ended_at LIMIT ?`, before.UnixMilli(),
		pruneBatch); err != nil {
		return nil, fmt.Errorf("list old tasks: %w", err)
	}
	return ids, nil
}

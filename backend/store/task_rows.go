package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"lectern/backend/internal/fault"
	"lectern/backend/task"
)

// FindTaskSource implements [task.RowStore].
func (r Tasks) FindTaskSource(ctx context.Context, id string) (source []byte, err error) {
	err = r.read.QueryRowContext(ctx, `SELECT content FROM task_source WHERE task_id = ?`, id).Scan(&source)
	if errors.Is(err, sql.ErrNoRows) {
		return source, fault.New(fault.NotFound, "The task %q has no rows that are still to be read.", id)
	}
	if err != nil {
		return source, fmt.Errorf("find rows of task: %w", err)
	}
	return source, nil
}

// SaveTaskRows implements [task.RowStore].
func (r Tasks) SaveTaskRows(ctx context.Context, id string, rows []task.Row) (recorded bool, err error) {
	err = r.update(ctx, func(tx *Tx) error {
		var done, failed int
		for _, row := range rows {
			switch row.State {
			case task.RowDone:
				done++
			case task.RowFailed:
				failed++
			}
		}
		result, err := tx.ExecContext(ctx, `UPDATE task SET rows_done = rows_done + ?, rows_failed = rows_failed + ? WHERE id = ? AND state = ?`,
			done, failed, id, task.Running)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		if recorded = n > 0; err != nil || !recorded {
			return err
		}
		for i := range rows {
			if err := saveTaskRow(ctx, tx, id, &rows[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return false, fmt.Errorf("save rows of task: %w", err)
	}
	return recorded, nil
}

func saveTaskRow(ctx context.Context, tx *Tx, id string, row *task.Row) error {
	var keys []string
	for _, r := range row.Results {
		keys = append(keys, r.Content)
	}
	if err := useContent(ctx, tx, keys...); err != nil {
		return err
	}
	problems := ""
	if len(row.Problems) > 0 {
		problems = jsonText(storedProblems(row.Problems))
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO task_row (task_id, number, line, state, name, problems) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (task_id, number) DO UPDATE SET state = excluded.state, name = excluded.name, problems = excluded.problems`,
		id, row.Number, row.Line, row.State, row.Name, problems)
	if err == nil {
		_, err = tx.ExecContext(ctx, `DELETE FROM task_row_result WHERE task_id = ? AND number = ?`, id, row.Number)
	}
	for i, r := range row.Results {
		if err == nil {
			_, err = tx.ExecContext(ctx,
				`INSERT INTO task_row_result (task_id, number, place, id, name, type, size, content, document_id, session_id, platform_id)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, id, row.Number, i, r.ID, r.Name, r.Type, r.Size, r.Content, r.DocumentID,
				r.SessionID, r.PlatformID)
		}
	}
	return err
}

// RenameTaskRows implements [task.RowStore].
func (r Tasks) RenameTaskRows(ctx context.Context, id string, names map[int]string) error {
	err := r.updateNonDurable(ctx, func(tx *Tx) error {
		for number, name := range names {
			if _, err := tx.ExecContext(ctx, `UPDATE task_row SET name = ? WHERE task_id = ? AND number = ?`, name, id, number); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("name rows of task: %w", err)
	}
	return nil
}

// ListTaskRows implements [task.RowStore].
func (r Tasks) ListTaskRows(ctx context.Context, id string, q task.RowQuery) ([]task.Row, error) {
	found, err := r.readTaskRows(ctx, id, q)
	if err == nil && len(found) > 0 {
		err = r.findRowResults(ctx, id, found)
	}
	if err != nil {
		return nil, fmt.Errorf("list rows of task: %w", err)
	}
	return found, nil
}

func (r Tasks) readTaskRows(ctx context.Context, id string, q task.RowQuery) (found []task.Row, err error) {
	query, arguments := `SELECT number, line, state, name, problems FROM task_row WHERE task_id = ? AND number > ? AND state`,
		[]any{id, q.After}
	if q.State == "" {
		query, arguments = query+` <> ?`, append(arguments, task.RowMade)
	} else {
		query, arguments = query+` = ?`, append(arguments, q.State)
	}
	rows, err := r.read.QueryContext(ctx, query+` ORDER BY number LIMIT ?`, append(arguments, q.Limit)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var row task.Row
		var problems string
		err := rows.Scan(&row.Number, &row.Line, &row.State, &row.Name, &problems)
		if err == nil {
			row.Problems, err = decodeProblems(problems)
		}
		if err != nil {
			return nil, err
		}
		found = append(found, row)
	}
	return found, rows.Err()
}

// findRowResults reads the results of rows of a task and sets them in the rows, which must be sorted by number.
func (r Tasks) findRowResults(ctx context.Context, id string, list []task.Row) error {
	rows, err := r.read.QueryContext(ctx, `SELECT number, id, name, type, size, content, document_id, session_id, platform_id
		FROM task_row_result WHERE task_id = ? AND number BETWEEN ? AND ? ORDER BY number, place`, id, list[0].Number, list[len(list)-1].Number)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var number int
		var result task.Result
		if err := rows.Scan(&number, &result.ID, &result.Name, &result.Type, &result.Size, &result.Content, &result.DocumentID,
			&result.SessionID, &result.PlatformID); err != nil {
			return err
		}
		for list[0].Number < number && len(list) > 1 {
			list = list[1:]
		}
		if list[0].Number == number { // false for the result of a row that is not in the list
			list[0].Results = append(list[0].Results, result)
		}
	}
	return rows.Err()
}

// DropRowResults implements [task.RowStore].
func (r Tasks) DropRowResults(ctx context.Context, id string) (keys []string, err error) {
	err = r.update(ctx, func(tx *Tx) error {
		keys = nil
		rows, err := tx.QueryContext(ctx, `DELETE FROM task_row_result WHERE (task_id, number, place) IN
			(SELECT task_id, number, place FROM task_row_result WHERE task_id = ? LIMIT ?) RETURNING content`, id, pruneBatch)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var key string
			if err := rows.Scan(&key); err != nil {
				return err
			}
			keys = append(keys, key)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("drop results of task: %w", err)
	}
	return keys, nil
}

// FindTaskResult implements [task.Store].
func (r Tasks) FindTaskResult(ctx context.Context, id, result string) (found task.Result, err error) {
	err = r.read.QueryRowContext(ctx,
		`SELECT id, name, type, size, content, marked, document_id, session_id, platform_id FROM task_result WHERE task_id = ? AND id = ?
		UNION ALL SELECT id, name, type, size, content, FALSE, document_id, session_id, platform_id FROM task_row_result WHERE task_id = ?
			AND id = ?`,
		id, result, id, result).Scan(&found.ID, &found.Name, &found.Type, &found.Size, &found.Content, &found.ShowsProblems, &found.DocumentID,
		&found.SessionID, &found.PlatformID)
	if errors.Is(err, sql.ErrNoRows) {
		return found, fault.New(fault.NotFound, "The task has no result %q.", result)
	}
	if err != nil {
		return found, fmt.Errorf("find result of task: %w", err)
	}
	return found, nil
}

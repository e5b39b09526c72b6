package store

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/task"
)

// newTask stores a running task with rows.
func newTask(t *testing.T, db *DB, id string) {
	t.Helper()
	now := time.Now().UTC()
	_, err := db.Tasks.CreateTask(t.Context(), task.Post{Source: []byte("sealed"), Task: task.Task{
		ID: id, State: task.Running, CreatedAt: now, StartedAt: now, Rows: &task.Progress{Count: 3}, Options: task.Options{Bundle: task.BundleZip,
			Name: "a {b}"}}})
	if err != nil {
		t.Fatal(err)
	}
}

// rowOf returns a row with a document for each content key.
func rowOf(number int, state task.RowState, contents ...string) task.Row {
	row := task.Row{Number: number, State: state, Name: fmt.Sprint("row ", number)}
	for i, content := range contents {
		row.Results = append(row.Results, task.Result{ID: fmt.Sprint(number, "-", i), Name: "a.docx", Type: "docx", Size: 7, Content: content,
			DocumentID: "d", SessionID: "s", PlatformID: "p"})
	}
	return row
}

func saveRows(t *testing.T, db *DB, id string, rows ...task.Row) {
	t.Helper()
	if recorded, err := db.Tasks.SaveTaskRows(t.Context(), id, rows); err != nil || !recorded {
		t.Fatalf("%t, %v", recorded, err)
	}
}

// Rows are read as they were written, and each is counted once.
func TestTaskRows(t *testing.T) {
	db := newTest(t)
	newTask(t, db, "t-1")
	newTask(t, db, "t-2")
	failed := rowOf(2, task.RowFailed)
	failed.Problems = []task.Problem{{Code: "missing-value", Tag: "name", Part: "word/document.xml"}}
	saveRows(t, db, "t-1", rowOf(3, task.RowMade, "c"), failed)
	saveRows(t, db, "t-2", rowOf(1, task.RowDone, "other"))
	if rows, err := db.Tasks.ListTaskRows(t.Context(), "t-1", task.RowQuery{State: task.RowMade, Limit: 5}); err != nil ||
		!reflect.DeepEqual(rows, []task.Row{rowOf(3, task.RowMade, "c")}) {
		t.Errorf("%+v, %v", rows, err)
	}
	saveRows(t, db, "t-1", rowOf(3, task.RowDone, "c", "d"), rowOf(1, task.RowDone, "a", "b"))
	for _, test := range []struct {
		query task.RowQuery
		want  []task.Row
	}{
		{task.RowQuery{Limit: 5}, []task.Row{rowOf(1, task.RowDone, "a", "b"), failed, rowOf(3, task.RowDone, "c", "d")}},
		{task.RowQuery{Limit: 1}, []task.Row{rowOf(1, task.RowDone, "a", "b")}},
		{task.RowQuery{Limit: 5, After: 1}, []task.Row{failed, rowOf(3, task.RowDone, "c", "d")}},
		{task.RowQuery{Limit: 5, State: task.RowDone}, []task.Row{rowOf(1, task.RowDone, "a", "b"), rowOf(3, task.RowDone, "c", "d")}},
		{task.RowQuery{Limit: 5, State: task.RowFailed}, []task.Row{failed}},
		{task.RowQuery{Limit: 5, After: 3}, nil},
	} {
		if rows, err := db.Tasks.ListTaskRows(t.Context(), "t-1", test.query); err != nil || !reflect.DeepEqual(rows, test.want) {
			t.Errorf("%+v: %+v, %v", test.query, rows, err)
		}
	}
	found, err := db.Tasks.FindTask(t.Context(), "t-1")
	if err != nil || *found.Rows != (task.Progress{Count: 3, Done: 2, Failed: 1}) || found.Bundle != task.BundleZip || found.Name != "a {b}" {
		t.Errorf("%+v, %+v, %v", found, found.Rows, err)
	}
	if err := db.Tasks.RenameTaskRows(t.Context(), "t-1", map[int]string{2: "renamed"}); err != nil {
		t.Fatal(err)
	}
	if rows, err := db.Tasks.ListTaskRows(t.Context(), "t-1", task.RowQuery{Limit: 3}); err != nil || rows[1].Name != "renamed" ||
		rows[0].Name != "row 1" {
		t.Errorf("%+v, %v", rows, err)
	}
}

// Results of rows are found by their IDs, and their content is in use, until the rows are dropped.
func TestResultsOfTaskRows(t *testing.T) {
	db := newTest(t)
	newTask(t, db, "t-1")
	newTask(t, db, "t-2")
	saveRows(t, db, "t-1", rowOf(1, task.RowDone, "a", "b"))
	saveRows(t, db, "t-2", rowOf(1, task.RowDone, "b"))
	if r, err := db.Tasks.FindTaskResult(t.Context(), "t-1", "1-1"); err != nil || r.Content != "b" || r.DocumentID != "d" {
		t.Errorf("%+v, %v", r, err)
	}
	for _, wrong := range [][2]string{{"t-1", "1-2"}, {"t-2", "1-1"}, {"t-3", "1-1"}} {
		if _, err := db.Tasks.FindTaskResult(t.Context(), wrong[0], wrong[1]); !fault.Is(err, fault.NotFound) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	wantUsed(t, db, "a", true)
	wantUsed(t, db, "b", true)
	for _, want := range [][]string{{"a", "b"}, nil} {
		keys, err := db.Tasks.DropRowResults(t.Context(), "t-1")
		if slices.Sort(keys); err != nil || !reflect.DeepEqual(keys, want) {
			t.Errorf("dropped %q, %v", keys, err)
		}
	}
	wantUsed(t, db, "a", false)
	wantUsed(t, db, "b", true)
	if rows, err := db.Tasks.ListTaskRows(t.Context(), "t-1", task.RowQuery{Limit: 3}); err != nil || len(rows) != 1 ||
		len(rows[0].Results) != 0 {
		t.Errorf("%+v, %v", rows, err)
	}
	if _, err := db.Tasks.DeleteTask(t.Context(), "t-2"); err != nil {
		t.Fatal(err)
	}
	wantUsed(t, db, "b", false)
}

// wantUsed checks whether content is in use, both by a query for its key and in the list of all used content.
func wantUsed(t *testing.T, db *DB, key string, want bool) {
	t.Helper()
	used, err := db.Contents.UsesContent(t.Context(), key)
	if err != nil || used != want {
		t.Errorf("%s is used: %t, %v", key, used, err)
	}
	if all, err := db.Contents.ListUsedContent(t.Context(), ""); err != nil || all[key] != want {
		t.Errorf("%s is in %v, %v", key, all, err)
	}
}

// Rows of a task that has ended are not stored, and the source of its rows is deleted.
func TestRowsOfTasksThatHaveEnded(t *testing.T) {
	db := newTest(t)
	newTask(t, db, "t-1")
	if source, err := db.Tasks.FindTaskSource(t.Context(), "t-1"); err != nil || string(source) != "sealed" {
		t.Errorf("%q, %v", source, err)
	}
	if _, err := db.Tasks.UpdateTask(t.Context(), "t-1", func(t *task.Task) error { t.State = task.Cancelled; return nil }); err != nil {
		t.Fatal(err)
	}
	if recorded, err := db.Tasks.SaveTaskRows(t.Context(), "t-1", []task.Row{rowOf(1, task.RowDone, "a")}); err != nil || recorded {
		t.Errorf("%t, %v", recorded, err)
	}
	if rows, err := db.Tasks.ListTaskRows(t.Context(), "t-1", task.RowQuery{Limit: 3}); err != nil || len(rows) != 0 {
		t.Errorf("%+v, %v", rows, err)
	}
	if _, err := db.Tasks.FindTaskSource(t.Context(), "t-1"); !fault.Is(err, fault.NotFound) {
		t.Errorf("its rows are kept: %v", err)
	}
	if found, err := db.Tasks.FindTask(context.Background(), "t-1"); err != nil || found.Rows.Done != 0 {
		t.Errorf("%+v, %v", found.Rows, err)
	}
}

// A task with many rows is deleted completely, in several steps.
func TestDeleteTaskOfManyRows(t *testing.T) {
	db := newTest(t)
	newTask(t, db, "t-1")
	for i := range 3 {
		var rows []task.Row
		for j := range pruneBatch {
			rows = append(rows, rowOf(1+i*pruneBatch+j, task.RowDone, "a"))
		}
		saveRows(t, db, "t-1", rows...)
	}
	if _, err := db.Tasks.DeleteTask(t.Context(), "t-1"); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"task", "task_source", "task_row", "task_row_result"} {
		var left int
		if err := db.read.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM `+table).Scan(&left); err != nil || left != 0 {
			t.Errorf("%s has %d, %v", table, left, err)
		}
	}
}

package task_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/backend/convert"
	"lectern/backend/task"
)

// Rows that were rendered before the server stopped are not rendered again after the next start.
//
// SECURITY.md, promise 22 (killed server)
func TestRowsGoOn(t *testing.T) {
	dir := t.TempDir()
	h, p := openPrinter(t, dir)
	reached := make(chan struct{})
	p.before = func(row int) error {
		if row == 40 {
			close(reached)
			<-h.stopping // the shutdown waits for the current rows
		}
		return nil
	}
	h.work()
	posted := h.post(task.Order{Template: h.received("x"), Rows: names(slices.Repeat([]string{"Ada"}, 100)...)})
	<-reached
	h.close()
	before := p.filled
	h, p = openOver(t, dir, h.bucket), &printer{}
	h.engine = p.run
	found, err := h.Find(t.Context(), posted.ID)
	if err != nil || found.State != task.Running || found.Rows.Done == 0 || found.Rows.Done > len(before) {
		t.Fatalf("%+v, %+v, %v", found, found.Rows, err)
	}
	done := h.rows(posted.ID, task.RowDone)
	h.work()
	if ended := h.ended(posted.ID); ended.State != task.Completed || *ended.Rows != (task.Progress{Count: 100, Done: 100}) {
		t.Errorf("%+v, %+v", ended, ended.Rows)
	}
	for _, row := range done {
		if p.filled[row.Number] != 0 {
			t.Errorf("row %d was made again", row.Number)
		}
	}
	if len(p.filled) != 100-len(done) || len(h.rows(posted.ID, "")) != 100 {
		t.Errorf("%d were made, %d were done", len(p.filled), len(done))
	}
}

// The documents of rows are removed when the task is cancelled.
func TestCancelRows(t *testing.T) {
	h, p := openPrinter(t, t.TempDir())
	reached, cancelled := make(chan struct{}), make(chan struct{})
	p.before = func(row int) error {
		if row == 40 {
			close(reached)
			<-cancelled
		}
		return nil
	}
	h.work()
	posted := h.post(task.Order{Template: h.received("x"), Rows: names(slices.Repeat([]string{"Ada"}, 100)...)})
	<-reached
	if err := h.Delete(t.Context(), posted.ID); err != nil {
		t.Fatal(err)
	}
	close(cancelled)
	h.jobsEnd()
	ended, err := h.Find(t.Context(), posted.ID)
	if err != nil || ended.State != task.Cancelled || ended.Rows.Count != 100 || len(p.filled) > 50 {
		t.Errorf("%+v, %v", ended, err)
	}
	for _, row := range h.rows(posted.ID, "") {
		if len(row.Results) > 0 {
			t.Errorf("%+v", row)
		}
	}
	if used, err := h.db.Contents.ListUsedContent(t.Context(), ""); err != nil || len(used) != 1 { // only the template
		t.Errorf("in use: %v, %v", used, err)
	}
}

// A task fails once 20 of its rows were stopped at their deadline, so that such rows do not occupy the server for long.
// More rows can be stopped, because several rows run at the same time.
//
// SECURITY.md, promise 43 (templates only compute)
func TestRowsThatAreStopped(t *testing.T) {
	h, p := openPrinter(t, t.TempDir())
	p.before = func(int) error { return &convert.Error{Reason: convert.ReasonTimeout, Limit: time.Minute} }
	h.work()
	ended := h.ended(h.post(task.Order{Template: h.received("x"), Rows: names(slices.Repeat([]string{"Ada"}, 500)...)}).ID)
	if ended.State != task.Failed || ended.Problems[0].Code != "rows-stopped" || ended.Rows.Failed < 20 || ended.Rows.Failed > 30 {
		t.Errorf("%+v, %+v", ended, ended.Rows)
	}
}

// On shutdown, the current rows are finished and no further rows are started.
func TestRowsEndWithTheServer(t *testing.T) {
	h, p := openPrinter(t, t.TempDir())
	begun, release := make(chan struct{}), make(chan struct{})
	var once sync.Once
	p.before = func(int) error {
		once.Do(func() { close(begun) })
		<-release
		return nil
	}
	id := h.post(task.Order{Template: h.received("x"), Rows: names(slices.Repeat([]string{"Ada"}, 50)...)}).ID
	h.work()
	<-begun
	h.Close()
	close(release)
	h.jobsEnd()
	h.jobs = nil // the workers are already stopped
	defer h.db.Close()
	if made := h.rows(id, ""); len(made) == 0 || len(made) == 50 {
		t.Errorf("%d rows are made", len(made))
	}
	if said := h.log.String(); strings.Contains(said, "trying again") {
		t.Errorf("it is reported as failed: %s", said)
	}
}

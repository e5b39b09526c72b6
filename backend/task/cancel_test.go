package task_test

import (
	"strings"
	"testing"
	"time"

	"lectern/backend/convert/template"
	"lectern/backend/task"
)

// When a task is cancelled, its processing stops.
func TestCancelEndsTheWork(t *testing.T) {
	h := open(t, t.TempDir())
	h.held = make(chan struct{})
	h.work()
	posted := h.post(task.Order{Template: h.received("x")})
	<-h.held
	if err := h.Delete(t.Context(), posted.ID); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	h.close() // waits for running tasks
	if took := time.Since(begin); took > 10*time.Second {
		t.Errorf("the work went on for %s", took)
	}
}

// A task that is cancelled at the moment it completes stays cancelled.
func TestCancelledStaysSo(t *testing.T) {
	h := open(t, t.TempDir())
	var id string
	done := make(chan struct{})
	h.engine = func(template.Order) (template.Result, error) {
		_, err := h.db.Tasks.UpdateTask(t.Context(), id, func(t *task.Task) error {
			t.State, t.EndedAt = task.Cancelled, time.Now()
			return nil
		})
		defer close(done)
		return filled("a.docx", "x"), err
	}
	id = h.post(task.Order{Template: h.received("x")}).ID
	h.work()
	<-done
	h.jobsEnd()
	if ended, err := h.Find(t.Context(), id); err != nil || ended.State != task.Cancelled || len(ended.Results) != 0 {
		t.Errorf("%+v, %v", ended, err)
	}
	if said := h.log.String(); strings.Contains(said, "trying again") {
		t.Errorf("it is reported as failed: %s", said)
	}
}

// jobsEnd stops the workers and waits for running tasks. The database stays open.
func (h *harness) jobsEnd() {
	h.t.Helper()
	if err := h.jobs.Stop(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
}

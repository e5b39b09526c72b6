package task_test

import (
	"slices"
	"testing"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/task"
)

// Pruning removes old tasks, and the content that nothing else uses.
func TestPrune(t *testing.T) {
	h := open(t, t.TempDir())
	h.work()
	done := h.ended(h.post(task.Order{Template: h.received("x"), Params: []byte(`{"a":1}`)}).ID)
	if err := h.Prune(t.Context(), done.EndedAt); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Find(t.Context(), done.ID); err != nil {
		t.Errorf("it went too soon: %v", err)
	}
	if err := h.Prune(t.Context(), done.EndedAt.Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Find(t.Context(), done.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("it is still there: %v", err)
	}
	for _, key := range done.ContentKeys() {
		if f, err := h.docs.Shared().Open(t.Context(), key); err == nil {
			_ = f.Close()
			t.Errorf("%s is left", key)
		}
	}
}

// Pruning removes old tasks with the documents of their rows.
func TestPruneRows(t *testing.T) {
	h, _ := openPrinter(t, t.TempDir())
	h.work()
	done := h.ended(h.post(task.Order{Template: h.received("x"), Rows: names(slices.Repeat([]string{"Ada"}, 700)...)}).ID)
	first := h.rows(done.ID, "")[0].Results[0].Content
	if err := h.Prune(t.Context(), done.EndedAt.Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	if h.content(first) != nil {
		t.Error("a document is left")
	}
	if used, err := h.db.Contents.ListUsedContent(t.Context(), ""); err != nil || len(used) != 0 {
		t.Errorf("in use: %v, %v", used, err)
	}
	if _, err := h.ListRows(t.Context(), done.ID, task.RowQuery{Limit: 1}); !fault.Is(err, fault.NotFound) {
		t.Error(err)
	}
}

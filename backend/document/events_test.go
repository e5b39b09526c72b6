package document_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"lectern/backend/document"
)

// TestEvents checks which events a change of a document produces, their order, and their JSON.
func TestEvents(t *testing.T) {
	begun := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	at := begun.Add(678 * time.Millisecond)
	fresh := document.Document{ID: "a", Status: document.Processing, WebhookURL: "http://example.com"}
	started, shown, ready, failed := fresh, fresh, fresh, fresh
	started.Started = begun
	shown.Started, shown.Viewable = begun, true
	ready.Started, ready.Viewable, ready.Status = begun, true, document.Ready
	failed.Started, failed.Status, failed.Message = begun, document.Failed, "It is damaged."
	for name, test := range map[string]struct {
		before *document.Document
		after  document.Document
		want   string
	}{
		"posted":            {nil, fresh, "posted"},
		"nothing":           {&shown, shown, ""},
		"started":           {&fresh, started, "processingStarted"},
		"shown":             {&started, shown, "firstPageReady"},
		"ready":             {&shown, ready, "ready"},
		"all at once":       {&fresh, ready, "processingStarted firstPageReady ready"},
		"failed":            {&started, failed, "failed"},
		"failed at once":    {&fresh, failed, "processingStarted failed"},
		"tried again":       {&failed, fresh, ""},
		"started once more": {&fresh, started, "processingStarted"},
	} {
		var got []string
		for _, e := range document.Events(test.before, &test.after, at) {
			got = append(got, strings.TrimPrefix(string(e.Type), "document."))
			text, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			want := `{"type":"` + string(e.Type) + `","data":{"id":"a"},"triggered_at":"2026-01-02T03:04:05.678Z"}`
			switch e.Type {
			case "document.processingStarted":
				want = strings.Replace(want, ".678", ".000", 1)
			case "document.failed":
				want = strings.Replace(want, `"id":"a"`, `"id":"a","message":"It is damaged."`, 1)
			}
			if string(text) != want || e.URL != test.after.WebhookURL || e.Document != "a" {
				t.Errorf("%s: %s of %+v\nwant %s", name, text, e, want)
			}
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

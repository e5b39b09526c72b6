package tasks_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// longTask posts a task whose PDF takes seconds to create.
func longTask(s *lecterntest.Server, more string) string {
	s.T.Helper()
	return s.PostForm(http.StatusAccepted, lecterntest.FormPart{Name: "template", File: "long.docx",
		Content: lecterntest.WordTemplate("{#list}", "Secret {name}", "{/list}")},
		lecterntest.JSONPart("data", `{"output":"pdf","params":{"list":[`+strings.Repeat(`{"name":"rumpelstilzchen"},`, 20_000)+`{}]}`+more+`}`))
}

func TestCancelTask(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	id := longTask(s, "")
	lecterntest.AwaitRunning(s, id)
	if status, text := s.Call(http.MethodDelete, s.URL+"/v1/task/"+id, nil, nil); status != http.StatusNoContent {
		t.Fatalf("%d %s", status, text)
	}
	if task := s.AwaitTask(id); task.State != "cancelled" || len(task.Results) != 0 {
		t.Errorf("%+v", task)
	}
	begin := time.Now()
	if got := s.FilledText(s.PostForm(http.StatusAccepted,
		lecterntest.FormPart{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate("next")})); got != "next|" ||
		time.Since(begin) > lecterntest.WaitTimeout/2 {
		t.Errorf("the next one: %q", got)
	}
	if task := s.Task(id, ""); task.State != "cancelled" {
		t.Errorf("later: %+v", task)
	}
	// Only the files of the two templates are left. The result of the second task needs no file of its own, because its
	// content equals that of its template.
	if left := contentOf(t, s.Data); len(left) != 2 {
		t.Errorf("left in the content: %q", left)
	}
	s.Call(http.MethodDelete, s.URL+"/v1/task/"+id, nil, nil)
	s.WantRefused(http.StatusNotFound, http.MethodGet, s.URL+"/v1/task/"+id)
}

// TestKillInMidTask kills the server while tasks are running and queued. After the restart, all tasks must be
// completed, and the webhook receiver must get exactly one event for each task. The database may not contain parameters
// of tasks in plain text.
//
// SECURITY.md, promise 22 (killed server)
func TestKillInMidTask(t *testing.T) {
	t.Parallel()
	receiver := lecterntest.NewReceiver(t, nil)
	data := t.TempDir()
	s := lecterntest.StartIn(t, data, nil, lecterntest.AllowReceivers...)
	hook := fmt.Sprintf(`,"webhookURL":%q`, receiver.Server.URL)
	ids := []string{longTask(s, hook)}
	lecterntest.AwaitRunning(s, ids[0])
	for range 3 {
		ids = append(ids, s.PostForm(http.StatusAccepted,
			lecterntest.FormPart{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate("Dear {name}")},
			lecterntest.JSONPart("data", `{"output":"pdf","view":true,"params":{"name":"rumpelstilzchen"}`+hook+`}`)))
	}
	s.Kill()
	for _, name := range []string{"lectern.db", "lectern.db-wal"} {
		if text, _ := os.ReadFile(filepath.Join(data, name)); bytes.Contains(text, []byte("rumpelstilzchen")) {
			t.Errorf("%s has a parameter in clear", name)
		}
	}
	lecterntest.AwaitConvertersGone(t, data)
	s = lecterntest.StartIn(t, data, nil, lecterntest.AllowReceivers...)
	for _, id := range ids {
		if task := s.AwaitTask(id); task.State != "completed" || len(task.Results) != 1 {
			t.Errorf("after the restart: %+v", task)
		} else if status, pdf := s.Result(task.Results[0].URL); status != http.StatusOK || !bytes.HasPrefix(pdf, []byte("%PDF-")) {
			t.Errorf("its result: %d", status)
		}
		calls := receiver.AwaitEvent(id, "task.completed")
		if n := countEvents(t, calls, id); n != 1 {
			t.Errorf("%d events of %s", n, id)
		}
	}
	if names, _ := s.ListNames(""); len(names) != 3 {
		t.Errorf("in the library: %q", names)
	}
}

// countEvents counts the events of a task in deliveries. It ignores repeated deliveries.
func countEvents(t *testing.T, calls []lecterntest.WebhookCall, id string) (n int) {
	seen := map[string]bool{}
	for _, c := range calls {
		for _, e := range lecterntest.Events(t, c.Body) {
			if e.Data.ID == id && !seen[c.ID] {
				n++
			}
		}
		seen[c.ID] = true
	}
	return n
}

// TestTaskWebhook checks that a receiver gets the events of finished tasks.
//
// SECURITY.md, promise 37 (signed webhooks)
func TestTaskWebhook(t *testing.T) {
	t.Parallel()
	receiver := lecterntest.NewReceiver(t, nil)
	s := lecterntest.Start(t, lecterntest.AllowReceivers...)
	hook := fmt.Sprintf(`"webhookURL":%q`, receiver.Server.URL)
	good := s.PostForm(http.StatusAccepted, lecterntest.FormPart{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate("a")},
		lecterntest.JSONPart("data", `{`+hook+`}`))
	bad := postJSON(s, http.StatusAccepted, `{"template":"none",`+hook+`}`)
	receiver.AwaitEvent(good, "task.completed")
	for _, c := range receiver.AwaitEvent(bad, "task.failed") {
		if !strings.HasPrefix(c.Header.Get("Webhook-Signature"), "v1,") || c.Header.Get("Webhook-Timestamp") == "" {
			t.Errorf("it is not signed: %v", c.Header)
		}
		for _, e := range lecterntest.Events(t, c.Body) {
			if want := map[bool]string{true: "There is no template “none”."}[e.Data.ID == bad]; e.Data.Message != want {
				t.Errorf("%+v", e)
			}
		}
	}
	logged := s.Deliveries(good, lecterntest.AllDelivered) // pending deliveries cannot be replayed
	if len(logged) != 1 || logged[0].TaskID != good || logged[0].DocumentID != "" {
		t.Fatalf("the log: %+v", logged)
	}
	lecterntest.ReadJSON[lecterntest.Delivery](s, http.MethodPost, "/webhook/delivery/"+logged[0].ID+"/replay")
	receiver.Await("it again", func(calls []lecterntest.WebhookCall) bool { return len(calls) >= 3 })
}

// TestResultAddressEnds checks that the URL of a result works only with its token, and expires after an hour.
func TestResultAddressEnds(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := lecterntest.StartIn(t, data, nil)
	id := s.PostForm(http.StatusAccepted, lecterntest.FormPart{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate("a")},
		lecterntest.FormPart{Name: "data", Content: []byte(`{}`)})
	s.FilledText(id)
	address := s.Task(id, "").Results[0].URL
	for _, wrong := range []string{address[:len(address)-2], address + "x", strings.Replace(address, "token=", "token=x", 1)} {
		s.WantRefused(http.StatusUnauthorized, http.MethodGet, wrong)
	}
	bare, _, _ := strings.Cut(address, "?")
	if status, _ := s.Result(bare); status != http.StatusUnauthorized {
		t.Errorf("without its token: %d", status)
	}
	if status, _ := s.Call(http.MethodGet, bare, nil, nil); status != http.StatusOK {
		t.Errorf("with a key: %d", status)
	}
	path := strings.TrimPrefix(address, s.URL)
	s.Stop()
	lecterntest.AdvanceClock(t, data, time.Now().Add(61*time.Minute))
	s = lecterntest.StartIn(t, data, nil)
	s.WantRefused(http.StatusGone, http.MethodGet, s.URL+path)
	if status, _ := s.Result(s.Task(id, "").Results[0].URL); status != http.StatusOK {
		t.Errorf("a new address: %d", status)
	}
}

// TestFullTaskQueue fills a queue of two tasks. A third task must be rejected with 429, and accepted once there is
// room.
//
// SECURITY.md, promise 26 (full queues)
func TestFullTaskQueue(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t, "--max-queue", "2", "--workers", "1")
	ids := []string{longTask(s, ""), longTask(s, "")}
	postJSON(s, http.StatusTooManyRequests, `{"template":"none"}`)
	for _, id := range ids {
		s.Call(http.MethodDelete, s.URL+"/v1/task/"+id, nil, nil)
	}
	s.AwaitTask(postJSON(s, http.StatusAccepted, `{"template":"none"}`))
}

// TestTasksAreInBackups restores a backup of a library with a task and a template. The result of the task and the
// template must be available.
//
// SECURITY.md, promise 29 (backup and restore)
func TestTasksAreInBackups(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	s.CreateTemplate("offer", lecterntest.WordTemplate("Dear {name}"))
	id := postJSON(s, http.StatusAccepted, `{"template":"offer","params":{"name":"Ada"}}`)
	s.FilledText(id)
	backup, restored := filepath.Join(t.TempDir(), "library"), filepath.Join(t.TempDir(), "data")
	lecterntest.Run(t, 0, "backup", "--data", s.Data, backup)
	lecterntest.Run(t, 0, "restore", "--data", restored, backup)
	s = lecterntest.StartIn(t, restored, nil)
	if got := s.FilledText(id); got != "Dear Ada|" {
		t.Errorf("the result: %q", got)
	}
	if got := s.FilledText(postJSON(s, http.StatusAccepted, `{"template":"offer"}`)); got != "Dear |" {
		t.Errorf("the template: %q", got)
	}
}

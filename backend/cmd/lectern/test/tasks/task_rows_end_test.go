package tasks_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestTaskRowsRefusals posts invalid rows.
func TestTaskRowsRefusals(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, "--max-params", "1000")
	for text, want := range map[string]int{
		`{"template":"a","rows":[]}`: 422, `{"template":"a","rows":{}}`: 422, `{"template":"a","rows":"a,b"}`: 422,
		`{"template":"a","rows":[1]}`:     422,
		`{"template":"a","rows":[{},[]]}`: 422, `{"template":"a","rows":[null]}`: 422, `{"template":"a","rows":[{}],"bundle":"tar"}`: 422,
		`{"template":"a","bundle":"zip"}`: 422, `{"template":"a","rows":[{}],"bundle":"zip","view":true}`: 422,
		`{"template":"a","rows":[{}],"bundle":"pdf","output":"both"}`: 422,
		`{"template":"a","rows":[{}],"name":"a\nb"}`:                  422, `{"template":"a","rows":[{"a":"` + strings.Repeat("x",
			1000) + `"}]}`: 413,
		`{"template":"a","rows":[` + nested(1001) + `]}`: 422, `{"template":"a","rows":null}`: 202,
		`{"template":"a","rows":[{}],"bundle":"pdf"}`: 202,
	} {
		postJSON(s, want, text)
	}
	for what, test := range map[string]struct {
		parts []lecterntest.FormPart
		want  int
	}{
		"rows twice": {[]lecterntest.FormPart{lecterntest.LetterTemplate(), csvOf("Ada"), csvOf("Zoë")}, 422},
		"is ambiguous": {[]lecterntest.FormPart{lecterntest.LetterTemplate(), csvOf("Ada"),
			lecterntest.JSONPart("data", `{"rows":[{}]}`)}, 422},
		"an empty file": {[]lecterntest.FormPart{lecterntest.LetterTemplate(), {Name: "rows", File: "a.csv", Content: nil}}, 422},
		"too large":     {[]lecterntest.FormPart{lecterntest.LetterTemplate(), csvOf(strings.Repeat("x", 1000))}, 413},
	} {
		t.Run(what, func(t *testing.T) { s.PostForm(test.want, test.parts...) })
	}
}

// postManyRows posts a task with enough rows to take a while.
func postManyRows(s *lecterntest.Server, more string) string {
	s.T.Helper()
	return s.PostForm(http.StatusAccepted, lecterntest.FormPart{Name: "template", File: "letter.docx",
		Content: lecterntest.WordTemplate("Dear {customer.name} {a|upper},", "{#list}",
			"{.}", "{/list}")},
		csvOf(slices.Repeat([]string{"rumpelstilzchen"}, 600)...),
		lecterntest.JSONPart("data", `{"params":{"list":[`+strings.Repeat(`"Secret",`, 3000)+
			`0]}`+more+`}`))
}

// awaitProgress waits until some rows of a task are done.
func awaitProgress(s *lecterntest.Server, id string) lecterntest.Task {
	s.T.Helper()
	news := s.FollowChanges()
	for {
		if task := s.Task(id, ""); task.Rows.Done > 0 || task.State == "failed" {
			return task
		}
		news.Until("task", id)
	}
}

// TestKillAmidTaskRows kills the server while it renders the rows of a task. After the restart, each unfinished row
// must be rendered exactly once, and the rows that were finished before are unchanged.
//
// SECURITY.md, promise 22 (killed server)
func TestKillAmidTaskRows(t *testing.T) {
	t.Parallel()
	receiver := lecterntest.NewReceiver(t, nil)
	data := t.TempDir()
	s := lecterntest.StartIn(t, data, nil, lecterntest.AllowReceivers...)
	id := postManyRows(s, fmt.Sprintf(`,"webhookURL":%q`, receiver.Server.URL))
	awaitProgress(s, id)
	before := allRows(s, id, "limit=500")
	s.Kill()
	for _, name := range []string{"lectern.db", "lectern.db-wal"} {
		if text, _ := os.ReadFile(filepath.Join(data, name)); bytes.Contains(text, []byte("rumpelstilzchen")) {
			t.Errorf("%s has a row in clear", name)
		}
	}
	lecterntest.AwaitConvertersGone(t, data)
	s = lecterntest.StartIn(t, data, nil, lecterntest.AllowReceivers...)
	task := s.AwaitTask(id)
	if task.State != "completed" || *task.Rows != (lecterntest.RowProgress{Count: 600, Done: 600, Failed: 0}) || len(before) == 0 ||
		len(before) == 600 {
		t.Fatalf("%+v, %+v, before the kill %d", task, task.Rows, len(before))
	}
	after := allRows(s, id, "limit=500")
	if len(after) != 600 {
		t.Fatalf("%d rows", len(after))
	}
	for i, row := range after {
		if row.Row != i+1 || len(row.Results) != 1 {
			t.Fatalf("%+v", row)
		}
	}
	for _, row := range before {
		if after[row.Row-1].Results[0].ID != row.Results[0].ID {
			t.Errorf("row %d was made again", row.Row)
		}
	}
	download(s, after[599].Results[0])
	calls := receiver.AwaitEvent(id, "task.completed")
	if n := countEvents(t, calls, id); n != 1 || !strings.Contains(calls[0].Body, `"rows":{"count":600,"done":600,"failed":0}`) {
		t.Errorf("%d events: %+v", n, calls)
	}
}

// TestCancelTaskRows cancels a task with rows. None of its results may be kept.
func TestCancelTaskRows(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	id := postManyRows(s, "")
	awaitProgress(s, id)
	one := s.FilledText(s.PostForm(http.StatusAccepted,
		// This task is not queued behind the rows of the first task.
		lecterntest.FormPart{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate("beside")}))
	if task := s.Task(id, ""); one != "beside|" || task.State != "running" {
		t.Fatalf("%q beside %+v, %+v", one, task.State, task.Rows)
	}
	if status, text := s.Call(http.MethodDelete, s.URL+"/v1/task/"+id, nil, nil); status != http.StatusNoContent {
		t.Fatalf("%d %s", status, text)
	}
	if task := s.Task(id, ""); task.State != "cancelled" || task.Rows.Done == 0 || task.Rows.Done == 600 {
		t.Errorf("%+v, %+v", task, task.Rows)
	}
	s.Stop()
	// Only the files of the two templates are left. The result of the second task needs no file of its own, because its
	// content equals that of its template.
	if left := contentOf(t, s.Data); len(left) != 2 {
		t.Errorf("left in the content: %d", len(left))
	}
}

// TestSameTaskRowsTwice posts the same task with rows twice, with the same idempotency key.
func TestSameTaskRowsTwice(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	post := func(status int, rows string) string {
		return s.PostTask(status, "application/json", []byte(`{"template":"none","rows":`+rows+`}`), http.Header{"Idempotency-Key": {"one"}})
	}
	first := post(http.StatusAccepted, `[{"a":1}]`)
	if again := post(http.StatusAccepted, `[{"a":1}]`); again != first {
		t.Error("there are two tasks")
	}
	post(http.StatusUnprocessableEntity, `[{"a":2}]`)
	s.PostTask(http.StatusUnprocessableEntity, "application/json", []byte(`{"template":"none"}`), http.Header{"Idempotency-Key": {"one"}})
}

// TestTaskRowsInLibrary checks that the document of each row is added to the library.
func TestTaskRowsInLibrary(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	task := s.AwaitTask(s.PostForm(http.StatusAccepted, lecterntest.LetterTemplate(), csvOf("Ada", "Zoë"),
		lecterntest.JSONPart("data", `{"view":true,"name":"{customer.name}"}`)))
	for _, row := range allRows(s, task.ID, "") {
		doc := s.Wait(row.Results[0].DocumentID)
		if doc.Status != "ready" || doc.Name != row.Name || row.Results[0].Session.ViewerURL == "" {
			t.Errorf("%+v, %+v", row, doc)
		}
	}
	if names, _ := s.ListNames(""); len(names) != 2 {
		t.Errorf("in the library: %q", names)
	}
}

// TestTaskRowsOnPlatform stores the documents of the rows on the platform, either each separately or all in one
// archive.
func TestTaskRowsOnPlatform(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "offer.docx"), lecterntest.WordTemplate("Dear {name}"), 0o600); err != nil {
		t.Fatal(err)
	}
	folder, err := json.Marshal(map[string]string{"crmFolder": dir})
	if err != nil {
		t.Fatal(err)
	}
	change(s, string(folder))
	const body = `{"template":"offer.docx","rows":[{"name":"Ada"},{"name":"Zoë"}],"integration":{"type":"Folder"}`
	task := s.AwaitTask(postJSON(s, http.StatusAccepted, body+`}`))
	rows := allRows(s, task.ID, "")
	if task.State != "completed" || len(rows) != 2 || rows[1].Results[0].PlatformID == "" {
		t.Errorf("%+v, %+v", task, rows)
	}
	task = s.AwaitTask(postJSON(s, http.StatusAccepted, body+`,"bundle":"zip"}`))
	if task.State != "completed" || task.Results[0].PlatformID == "" {
		t.Errorf("%+v", task)
	}
	stored, err := filepath.Glob(filepath.Join(dir, "results", "*"))
	if err != nil || len(stored) != 3 {
		t.Fatalf("%q, %v", stored, err)
	}
	content, err := os.ReadFile(filepath.Join(dir, "results", "offer.zip"))
	if err != nil {
		t.Fatal(err)
	}
	if names, _ := archived(t, content); !slices.Equal(names, []string{"offer 1.docx", "offer 2.docx"}) {
		t.Errorf("%q", names)
	}
}

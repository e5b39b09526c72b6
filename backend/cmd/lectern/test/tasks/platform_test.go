package tasks_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/backend/crm/crmtest"
)

// startPlatform starts a Lectern server, and a fake Salesforce organization to which the server may send requests.
func startPlatform(t *testing.T) (*lecterntest.Server, *crmtest.Server) {
	t.Helper()
	s := lecterntest.Start(t, "--allow-host", "127.0.0.1", "--log-level", "debug")
	change(s, `{"crmHosts":["127.0.0.1"]}`)
	return s, crmtest.Start(t)
}

// change changes settings of the server.
func change(s *lecterntest.Server, settings string) {
	s.T.Helper()
	if status, text := s.Call(http.MethodPatch, "/settings", http.Header{"Content-Type": {"application/json"}},
		strings.NewReader(settings)); status != http.StatusOK {
		s.T.Fatalf("%d %s", status, text)
	}
}

// order returns the JSON of a request for a task with a platform integration. The argument more contains further
// members of the JSON object.
func order(org *crmtest.Server, template, more string) string {
	return fmt.Sprintf(`{"template":%q,"integration":{"type":"Salesforce","sessionID":%q,"serverURL":%q}%s}`, template, org.Session,
		org.URL+"/services/Soap/u/60.0", more)
}

// TestSalesforce renders templates that are stored in Salesforce, one of them with parameters from a Salesforce query,
// and stores the results in Salesforce. The session ID may be sent only to Salesforce: no file, log, task or delivery
// may contain it.
//
// SECURITY.md, promise 4 (one HTTP client), promise 36 (secret keys)
func TestSalesforce(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s, org := startPlatform(t)
	receiver := lecterntest.NewReceiver(t, nil)
	hook := fmt.Sprintf(`,"webhookURL":%q`, receiver.Server.URL)
	letter, _ := org.AddFile("Brief", "docx", lecterntest.WordTemplate("Dear {name},", "{city}"))
	account := org.AddRecord("Account", "001", map[string]any{"Name": "Acme's", "City": "Bern"})
	id := postJSON(s, http.StatusAccepted, order(org, letter, `,"params":{"name":"Ada","city":"Uri","recordId":"`+account+
		`"},"output":"both"`+hook))
	task := s.AwaitTask(id)
	if task.State != "completed" || len(task.Results) != 2 {
		t.Fatalf("%+v", task)
	}
	stored := org.Stored()
	if len(stored) != 2 || stored[0].Path != "Brief.docx" || stored[0].Record != account ||
		lecterntest.DocxText(t, stored[0].Content) != "Dear Ada,|Uri|" ||
		stored[1].Path != "Brief.pdf" || !bytes.HasPrefix(stored[1].Content, []byte("%PDF-")) {
		t.Fatalf("stored: %.200q", stored)
	}
	receiver.AwaitEvent(id, "task.completed")

	application, err := json.Marshal(map[string]any{
		"templates": []any{map[string]string{"file": "letter.docx", "name": "To {account.Name}"}},
		"query":     map[string]string{"account": "SELECT Name, City FROM Account WHERE Id = '{recordId}' LIMIT 1"},
	})
	if err != nil {
		t.Fatal(err)
	}
	_, version := org.AddFile("Package", "zip", packed("application.json", application, "letter.docx",
		lecterntest.WordTemplate("{account.Name} in {account.City}, {attributes}")))
	task = s.AwaitTask(postJSON(s, http.StatusAccepted, order(org, version, `,"params":{"recordId":"`+account+`"}`)))
	if stored = org.Stored(); task.State != "completed" || len(stored) != 3 || stored[2].Path != "To Acme's.docx" ||
		lecterntest.DocxText(t, stored[2].Content) != "Acme's in Bern, |" {
		t.Fatalf("%+v, stored: %.300q", task, stored)
	}

	org.Refuse(crmtest.Refusal{Path: "VersionData", Status: http.StatusUnauthorized, Code: "INVALID_SESSION_ID",
		Message: "expired: " + org.Session})
	id = postJSON(s, http.StatusAccepted, order(org, letter, hook))
	if task = s.AwaitTask(id); task.State != "failed" || task.Errors[0].Code != "platform-session" || !strings.Contains(task.Message,
		"expired or is not valid") {
		t.Errorf("%+v", task)
	}
	org.ClearRefusals()
	org.Refuse(crmtest.Refusal{Method: http.MethodPost, Path: "ContentVersion", Status: http.StatusBadRequest, Code: "STORAGE_LIMIT_EXCEEDED"})
	full := postJSON(s, http.StatusAccepted, order(org, letter, hook))
	if task = s.AwaitTask(full); task.State != "failed" || task.Errors[0].Code != "platform-storage" || len(task.Results) != 1 {
		t.Errorf("%+v", task)
	}
	org.ClearRefusals()
	gone := postJSON(s, http.StatusAccepted, order(org, org.NewID("069"), hook))
	if task = s.AwaitTask(gone); task.State != "failed" || task.Errors[0].Code != "platform-file-gone" {
		t.Errorf("%+v", task)
	}
	for _, failed := range []string{id, full, gone} {
		for _, c := range receiver.AwaitEvent(failed, "task.failed") {
			if strings.Contains(c.Body, org.Session) {
				t.Errorf("the session is in %s", c.Body)
			}
		}
	}
	_, told := s.Call(http.MethodGet, s.URL+"/v1/task?limit=100", nil, nil)
	_, logged := s.Call(http.MethodGet, "/webhook/delivery", nil, nil)
	s.Stop()
	lecterntest.WantAbsent(s, org.Session, map[string]string{"the tasks": string(told), "the deliveries": string(logged),
		"the log": s.Log.String()})
}

// packed returns a ZIP package. The arguments are file names and contents in turn.
func packed(files ...any) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i].(string))
		if err == nil {
			_, err = f.Write(files[i+1].([]byte))
		}
		if err != nil {
			panic(err) // writing to memory does not fail
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// TestFolderPlatform fills a template from a folder and stores the result in a subfolder.
func TestFolderPlatform(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "offer.docx"), lecterntest.WordTemplate("Dear {name}"), 0o600); err != nil {
		t.Fatal(err)
	}
	const body = `{"template":"offer.docx","params":{"name":"Ada"},"integration":{"type":"Folder"}}`
	postJSON(s, http.StatusUnprocessableEntity, body)
	folder, err := json.Marshal(map[string]string{"crmFolder": dir})
	if err != nil {
		t.Fatal(err)
	}
	change(s, string(folder))
	for _, name := range []string{"offer.docx", "offer (2).docx"} {
		if task := s.AwaitTask(postJSON(s, http.StatusAccepted, body)); task.State != "completed" {
			t.Fatalf("%+v", task)
		}
		content, err := os.ReadFile(filepath.Join(dir, "results", name))
		if err != nil || lecterntest.DocxText(t, content) != "Dear Ada|" {
			t.Errorf("%s: %v", name, err)
		}
	}
	task := s.AwaitTask(postJSON(s, http.StatusAccepted, `{"template":"../offer.docx","integration":{"type":"Folder"}}`))
	if task.State != "failed" || task.Errors[0].Code != "platform-file-gone" {
		t.Errorf("%+v", task)
	}
}

// TestPlatformRefusals posts tasks with invalid integrations. Each is rejected with a message that describes the
// mistake.
//
// SECURITY.md, promise 4 (one HTTP client)
func TestPlatformRefusals(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s, org := startPlatform(t)
	for in, want := range map[string]string{
		`{"type":"Salesfroce"}`:                   "Folder, Salesforce",
		`{"type":"Salesforce"}`:                   "/integration/sessionID",
		`{"type":"Salesforce","sessionID":"abc"}`: "/integration/serverURL",
		`{"type":"Salesforce","sessionID":"abc","serverURL":"https://evil.test/x.salesforce.com"}`:             "evil.test",
		`{"type":"Salesforce","sessionID":"abc","serverURL":"http://acme.my.salesforce.com"}`:                  "/integration/serverURL",
		`{"type":"Salesforce","sessionID":"abc","serverURL":"https://acme.my.salesforce.com","linkTo":"Acme"}`: "/integration/linkTo",
	} {
		status, text := s.Call(http.MethodPost, s.URL+"/v1/task", http.Header{"Content-Type": {"application/json"}},
			strings.NewReader(`{"template":"069000000000000","integration":`+in+`}`))
		if status != http.StatusUnprocessableEntity || !strings.Contains(string(text), want) {
			t.Errorf("%s: %d %s, want %s", in, status, text, want)
		}
	}
	if seen := org.Requests(); len(seen) != 0 {
		t.Errorf("was asked %v", seen)
	}
	// Although the owner has configured this host for the platform, it must be rejected: it is this machine, and the
	// list of allowed hosts is empty.
	change(s, `{"allowedHosts":[]}`)
	task := s.AwaitTask(postJSON(s, http.StatusAccepted, order(org, org.NewID("069"), "")))
	if task.State != "failed" || task.Errors[0].Code != "platform-forbidden-address" || len(org.Requests()) != 0 {
		t.Errorf("%+v", task)
	}
}

package access_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// credential is a secret in the addresses that the tests use. The server must never show it.
const credential = "hunter2"

// guarded starts a server that returns a document and accepts events, but only if a request has the credentials. It
// returns the addresses of the document (source) and of the receiver of events (hook), which contain the credentials.
func guarded(t testing.TB, receiver http.Handler) (source, hook string) {
	t.Helper()
	content := lecterntest.UniqueSample(t, "sample.pdf")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, password, _ := r.BasicAuth()
		if password != credential || r.URL.Query().Get("X-Amz-Signature") != credential {
			http.Error(w, "who are you?", http.StatusForbidden)
			return
		}
		if r.Method == http.MethodPost {
			receiver.ServeHTTP(w, r)
			return
		}
		_, _ = w.Write(content)
	}))
	t.Cleanup(server.Close)
	whole := strings.Replace(server.URL, "http://", "http://user:"+credential+"@", 1)
	return whole + "/letter.pdf;jsessionid=" + credential + "?page=1&X-Amz-Signature=" + credential, whole +
		"/hook?X-Amz-Signature=" + credential
}

// withoutCredentials returns an address that guarded has returned, in the form in which the server shows it: without
// the credentials.
func withoutCredentials(address string) string {
	return strings.ReplaceAll(strings.Replace(address, "user:"+credential, "REDACTED", 1), credential, "REDACTED")
}

// wantHidden fails the test if the credential occurs in a response of the server, in its log or in its files.
func wantHidden(s *lecterntest.Server, more ...string) {
	s.T.Helper()
	for _, path := range append([]string{"/document?details=true", "/webhook/delivery", "/audit?limit=500", "/requests", "/session",
		"/library", "/folder", s.URL + "/v1/task", s.URL + "/metrics"}, more...) {
		status, text := s.Call(http.MethodGet, path, nil, nil)
		if status != http.StatusOK || bytes.Contains(text, []byte(credential)) {
			s.T.Errorf("%s: %d %s", path, status, text)
		}
	}
	lecterntest.WantAbsent(s, credential, map[string]string{"the log": s.Log.String()})
}

// TestCredentialsOfAddressesAreHidden posts and replaces documents, and repeats deliveries of webhooks, whose addresses
// contain credentials. The credentials work, but are never shown.
//
// SECURITY.md, promise 59 (hidden credentials)
func TestCredentialsOfAddressesAreHidden(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	r := lecterntest.NewReceiver(t, nil)
	source, hook := guarded(t, r)
	s := lecterntest.Start(t, lecterntest.AllowReceivers...)
	posted := s.Fields(http.StatusOK, http.MethodPost, "/document?url="+url.QueryEscape(source)+"&webhookURL="+url.QueryEscape(hook), "")
	id := fmt.Sprint(posted["id"])
	if ended := s.Fields(http.StatusOK, http.MethodGet, "/document/"+id+lecterntest.WaitQuery("ready"), ""); ended["status"] != "ready" ||
		ended["originalURL"] != withoutCredentials(source) {
		t.Errorf("the document is %v", ended)
	}
	r.AwaitEvent(id, "document.ready")
	log := s.Deliveries(id, func(d []lecterntest.Delivery) bool { return len(d) > 0 && d[len(d)-1].State == "delivered" })
	if log[0].URL != withoutCredentials(hook) {
		t.Errorf("the log has %s", log[0].URL)
	}
	s.Want(http.StatusOK, http.MethodPost, "/webhook/delivery/"+log[0].ID+"/replay", nil)
	if replayed := s.Deliveries(id,
		func(d []lecterntest.Delivery) bool { return len(d[0].Attempts) > 1 }); replayed[0].Attempts[1].Status != http.StatusOK {
		t.Errorf("the replay is answered %+v", replayed[0].Attempts[1])
	}
	// Addresses can be sent back in the form in which they are shown, without credentials.
	s.Want(http.StatusOK, http.MethodPut, "/document/"+id+"?url="+url.QueryEscape(withoutCredentials(source))+"&webhookURL="+
		url.QueryEscape(withoutCredentials(hook)), nil)
	if again := s.Wait(id); again.Status != "ready" {
		t.Errorf("the new version is %+v", again)
	}
	r.AwaitBothVersions()
	for _, query := range []string{"url=" + url.QueryEscape(withoutCredentials(source)), "url=" + url.QueryEscape(source) + "&webhookURL=" +
		url.QueryEscape(withoutCredentials(hook))} {
		s.Fields(http.StatusUnprocessableEntity, http.MethodPost, "/document?"+query, "")
	}
	s.Fields(http.StatusUnprocessableEntity, http.MethodPut, "/document/"+id+"?webhookURL="+
		url.QueryEscape("http://other.example/?token=REDACTED"), "")
	wantHidden(s, "/document/"+id, "/document/"+id+"/report", "/webhook/delivery/"+log[0].ID)
}

// TestCredentialsOfFailedFetches posts addresses with credentials that cannot be fetched or are invalid. No error
// message or report contains the credentials, and a retry still uses them.
//
// SECURITY.md, promise 59 (hidden credentials)
func TestCredentialsOfFailedFetches(t *testing.T) {
	t.Parallel()
	var open atomic.Bool
	content := lecterntest.UniqueSample(t, "sample.pdf")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, password, _ := r.BasicAuth(); !open.Load() || password != credential {
			http.Error(w, "not now", http.StatusForbidden)
			return
		}
		_, _ = w.Write(content)
	}))
	t.Cleanup(server.Close)
	s := lecterntest.Start(t, lecterntest.AllowReceivers...)
	address := strings.Replace(server.URL, "http://", "http://"+credential+":"+credential+"@", 1) + "/?code=" + credential
	id := fmt.Sprint(s.Fields(http.StatusOK, http.MethodPost, "/document?url="+url.QueryEscape(address), "")["id"])
	if failed := s.Wait(id); failed.Status != "failed" {
		t.Errorf("it is %+v", failed)
	}
	open.Store(true)
	s.Want(http.StatusOK, http.MethodPost, "/document/"+id+"/retry", nil)
	if ended := s.Wait(id); ended.Status != "ready" {
		t.Errorf("after the retry it is %+v", ended)
	}
	nobody := "http://" + credential + ":" + credential + "@127.0.0.1:1/?token=" + credential
	s.Wait(fmt.Sprint(s.Fields(http.StatusOK, http.MethodPost, "/document?url="+url.QueryEscape(nobody)+"&webhookURL="+
		url.QueryEscape(nobody), "")["id"]))
	for _, wrong := range []string{"ftp://" + credential + "@example.com", "http://" + credential + ":p%zz@h/", "http://h/?token=" +
		credential + "\x01", "http://[::" + credential} {
		for _, parameter := range []string{"url", "url=http%3A%2F%2Fexample.com&webhookURL"} {
			status, text := s.Call(http.MethodPost, "/document?"+parameter+"="+url.QueryEscape(wrong), nil, nil)
			if status != http.StatusUnprocessableEntity || strings.Contains(string(text), credential) {
				t.Errorf("%s: %d %s", wrong, status, text)
			}
		}
	}
	s.Call(http.MethodPost, "/webhook/test?url="+url.QueryEscape(nobody), nil, nil)
	wantHidden(s, "/document/"+id, "/document/"+id+"/report")
}

// TestSamePostWithCredentials posts a document again with the same idempotency key. Addresses are stored encrypted, but
// must still be compared: the same addresses return the same document, and another address is rejected.
//
// SECURITY.md, promise 59 (hidden credentials)
func TestSamePostWithCredentials(t *testing.T) {
	t.Parallel()
	source, hook := guarded(t, lecterntest.NewReceiver(t, nil))
	s := lecterntest.Start(t, lecterntest.AllowReceivers...)
	post := func(hook string) (int, []byte) {
		return s.Call(http.MethodPost, "/document?url="+url.QueryEscape(source)+"&webhookURL="+url.QueryEscape(hook),
			http.Header{"Idempotency-Key": {"k"}}, nil)
	}
	var first, second struct{ ID string }
	for _, made := range []any{&first, &second} {
		if _, text := post(hook); json.Unmarshal(text, made) != nil {
			t.Fatalf("%s", text)
		}
	}
	if first.ID == "" || first != second {
		t.Errorf("it is made twice: %v and %v", first, second)
	}
	if status, text := post(hook + "x"); status != http.StatusUnprocessableEntity {
		t.Errorf("another address: %d %s", status, text)
	}
}

// TestCredentialsOfFoldersAndTasks uses webhook addresses with credentials for a folder and a task. The events arrive,
// and the credentials are never shown.
//
// SECURITY.md, promise 59 (hidden credentials)
func TestCredentialsOfFoldersAndTasks(t *testing.T) {
	t.Parallel()
	r := lecterntest.NewReceiver(t, nil)
	_, hook := guarded(t, r)
	s := lecterntest.Start(t, lecterntest.AllowReceivers...)
	task := s.PostForm(http.StatusAccepted,
		lecterntest.FormPart{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate("Dear {name}")},
		lecterntest.JSONPart("data", `{"params":{"name":"Ada"},"webhookURL":"`+hook+`"}`))
	s.AwaitTask(task)
	r.AwaitEvent(task, "task.completed")
	s.PostForm(http.StatusUnprocessableEntity, lecterntest.FormPart{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate("x")},
		lecterntest.JSONPart("data", `{"webhookURL":"`+withoutCredentials(hook)+`"}`))

	inbox := t.TempDir()
	f := s.Watch(inbox, `,"webhookURL":"`+hook+`"`)
	s.SendJSON(http.StatusOK, http.MethodPatch, "/folder/"+f.ID, `{"name":"b","webhookURL":"`+withoutCredentials(hook)+`"}`, nil)
	s.SendJSON(http.StatusOK, http.MethodPatch, "/folder/"+f.ID, `{"name":"c"}`, nil)
	s.SendJSON(http.StatusUnprocessableEntity, http.MethodPatch, "/folder/"+f.ID, `{"webhookURL":"http://other.example/?token=REDACTED"}`, nil)
	wantHidden(s, "/folder/"+f.ID)
	s.SendJSON(http.StatusNoContent, http.MethodDelete, "/folder/"+f.ID, "", nil)
	again := s.Watch(inbox, `,"webhookURL":"`+withoutCredentials(hook)+`"`) // restores the deleted folder
	if err := os.WriteFile(filepath.Join(inbox, "a.pdf"), lecterntest.UniqueSample(t, "sample.pdf"), 0o600); err != nil {
		t.Fatal(err)
	}
	arrived := s.AwaitFile(again.ID, "a.pdf", "taken")
	r.AwaitEvent(arrived.DocumentID, "document.ready")
	wantHidden(s, "/folder/"+again.ID, "/folder/"+again.ID+"/arrival", s.URL+"/v1/task/"+task)
}

// TestCredentialsAfterAStart uses addresses whose credentials were encrypted before a restart, for a document and its
// webhook.
//
// SECURITY.md, promise 59 (hidden credentials)
func TestCredentialsAfterAStart(t *testing.T) {
	t.Parallel()
	r := lecterntest.NewReceiver(t, nil)
	source, hook := guarded(t, r)
	s := lecterntest.Start(t, lecterntest.AllowReceivers...)
	id := fmt.Sprint(s.Fields(http.StatusOK, http.MethodPost, "/document?url="+url.QueryEscape(source)+"&webhookURL="+
		url.QueryEscape(hook), "")["id"])
	s.Wait(id)
	s.Stop()
	s = lecterntest.StartIn(t, s.Data, nil, lecterntest.AllowReceivers...)
	s.Want(http.StatusOK, http.MethodPut, "/document/"+id+"?url="+url.QueryEscape(withoutCredentials(source)), nil)
	if again := s.Wait(id); again.Status != "ready" {
		t.Errorf("after a start it is %+v", again)
	}
	r.AwaitBothVersions()
}

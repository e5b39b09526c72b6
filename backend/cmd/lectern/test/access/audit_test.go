package access_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestAuditRecordsEachChange checks that the audit log has one entry for each change that a key requested, with the
// objects and the status, and no entry for reading.
func TestAuditRecordsEachChange(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	made := s.Fields(http.StatusOK, http.MethodPost, "/key?name=intranet&role=write", "")
	admin := s.Key
	s.Key = fmt.Sprint(made["key"])
	doc := s.Wait(s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf")).ID)
	session := s.Fields(http.StatusOK, http.MethodPost, "/session?documentId="+doc.ID, "")
	s.Want(http.StatusOK, http.MethodGet, "/document/"+doc.ID, nil)
	if status, _ := s.Call(http.MethodDelete, "/session/"+fmt.Sprint(session["id"]), nil, nil); status != http.StatusNoContent {
		t.Errorf("the session's end: %d", status)
	}
	s.Call(http.MethodPost, "/document/none/retry", nil, nil)
	if status, _ := s.Call(http.MethodDelete, "/document/"+doc.ID, nil, nil); status != http.StatusNoContent {
		t.Errorf("the deletion: %d", status)
	}
	s.Key = admin
	entries := s.AuditEntries("keyId=" + fmt.Sprint(made["id"]))
	var got []string
	for _, e := range entries {
		got = append(got, fmt.Sprint(e.Action, " ", e.Status))
		if e.KeyName != "intranet" || e.Remote != "127.0.0.1" || len(e.Request) != 16 || e.At == "" {
			t.Errorf("%+v", e)
		}
	}
	want := []string{"delete-document 204", "retry-document 404", "end-session 204", "create-session 200", "upload-document 200"}
	if !slices.Equal(got, want) {
		t.Fatalf("it has %q", got)
	}
	reference := entries[2].Objects[0]
	for i, objects := range [][]string{{doc.ID}, {"none"}, {reference}, {doc.ID, reference}, {doc.ID}} {
		if !slices.Equal(entries[i].Objects, objects) {
			t.Errorf("%s was done with %q", entries[i].Action, entries[i].Objects)
		}
	}
	for query, want := range map[string]int{
		"object=" + doc.ID:                                  3,
		"object=" + doc.ID + "&action=end-session":          0,
		"action=create-key":                                 2,
		"since=2000-01-01T00:00:00Z&action=delete-document": 1,
		"until=2000-01-01T00:00:00Z":                        0,
	} {
		if got := s.AuditEntries(query); len(got) != want {
			t.Errorf("%s: got %+v", query, got)
		}
	}
	if _, text := s.Call(http.MethodGet, "/audit?limit=500", nil, nil); strings.Contains(string(text), fmt.Sprint(session["id"])) ||
		strings.Contains(string(text), fmt.Sprint(made["key"])) {
		t.Errorf("it tells what opens something: %s", text)
	}
}

// TestAuditHasCommands checks the audit entries of commands. The entries of most commands name no request. The entry of
// a command that a running server carries out, such as revoking a key, names a request.
func TestAuditHasCommands(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	lecterntest.Run(t, 0, "key", "create", "--data", s.Data, "more")
	id := s.AuditEntries("action=create-key&limit=1")[0].Objects[0]
	lecterntest.Run(t, 0, "key", "revoke", "--data", s.Data, id)
	entries := s.AuditEntries("object=" + id)
	if len(entries) != 2 || entries[0].Action != "revoke-key" || entries[1].Action != "create-key" {
		t.Fatalf("%+v", entries)
	}
	for _, e := range entries {
		carriedOut := e.Remote != "" && e.Request != "" && e.Action == "revoke-key"
		if e.KeyID != "local" || e.KeyName != "This computer" || !carriedOut && e.Remote+e.Request != "" {
			t.Errorf("%+v", e)
		}
	}
}

// TestAuditIsRestored checks that a restored library has its audit log, with an additional entry for the restore.
func TestAuditIsRestored(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	file := filepath.Join(t.TempDir(), "backup.tar")
	lecterntest.Run(t, 0, "backup", "--data", s.Data, file)
	if entries := s.AuditEntries("action=get-backup"); len(entries) != 1 || entries[0].KeyID != "local" {
		t.Errorf("the backup: %+v", entries)
	}
	folder := filepath.Join(t.TempDir(), "restored")
	lecterntest.Run(t, 0, "restore", "--data", folder, file)
	var got []string
	for _, e := range lecterntest.StartIn(t, folder, nil).AuditEntries("") {
		got = append(got, e.Action)
	}
	if !slices.Equal(got, []string{"create-key", "restore-backup", "get-backup", "create-key"}) {
		t.Errorf("it has %q", got)
	}
}

// TestAuditOutlivesAKill kills the server after 20 requests. The audit log must contain every request that got a
// response.
//
// SECURITY.md, promise 22 (killed server)
func TestAuditOutlivesAKill(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	for i := range 20 {
		s.Fields(http.StatusOK, http.MethodPost, fmt.Sprintf("/key?name=key%d", i), "")
	}
	s.Kill()
	s = lecterntest.StartIn(t, s.Data, nil)
	if got := len(s.AuditEntries("action=create-key&limit=500")); got != 22 { // two starts also create a key each
		t.Errorf("it has %d", got)
	}
}

// TestAuditPaging reads the audit log page by page. Each entry must be listed once.
func TestAuditPaging(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	for i := range 9 {
		s.Fields(http.StatusOK, http.MethodPost, fmt.Sprintf("/key?name=key%d&role=read", i), "")
	}
	var seen []string
	for path := s.APIBase + "/audit?limit=4&action=create-key&since=2000-01-01T00:00:00Z"; path != ""; {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", s.Key)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		var entries []lecterntest.AuditEntry
		if err := json.NewDecoder(answer.Body).Decode(&entries); err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		for _, e := range entries {
			seen = append(seen, e.Objects...)
		}
		path, _, _ = strings.Cut(strings.TrimPrefix(answer.Header.Get("Link"), "<"), ">")
	}
	slices.Sort(seen)
	if len(seen) != 10 || len(slices.Compact(seen)) != 10 {
		t.Errorf("it has %q", seen)
	}
}

// TestAuditHasNoSecrets sends secrets in all places of requests that accept them. The audit log must not contain any of
// these secrets.
//
// SECURITY.md, promise 36 (secret keys)
func TestAuditHasNoSecrets(t *testing.T) {
	t.Parallel()
	const secret = "s3cr3t-s3cr3t"
	s := lecterntest.Start(t)
	s.Call(http.MethodPost, "/document/upload?filename=a.pdf", http.Header{"Document-Password": {secret}},
		bytes.NewReader(lecterntest.Sample(t, "sample.pdf")))
	s.Call(http.MethodPost, "/document?url="+url.QueryEscape("http://me:"+secret+"@127.0.0.1/a.pdf?key="+secret), nil, nil)
	s.Call(http.MethodPost, "/settings/webhook/secret", http.Header{"Content-Type": {"application/json"}},
		strings.NewReader(`{"secret": "`+secret+`"}`))
	s.Call(http.MethodPost, s.URL+"/v1/task", http.Header{"Content-Type": {"application/json"}},
		strings.NewReader(`{"template": "none", "params": {"a": "`+secret+`"}}`))
	if len(s.AuditEntries("limit=500")) < 4 {
		t.Errorf("it has %+v", s.AuditEntries(""))
	}
	if _, text := s.Call(http.MethodGet, "/audit?limit=500", nil, nil); strings.Contains(string(text), "s3cr3t") {
		t.Errorf("it has %s", text)
	}
}

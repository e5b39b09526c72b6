package access_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// newKey creates an API key with a role. It returns the ID of the key, and a copy of s that sends requests with the
// key.
func newKey(s *lecterntest.Server, role string) (id string, caller *lecterntest.Server) {
	s.T.Helper()
	made := s.Fields(http.StatusOK, http.MethodPost, "/key?name=k&role="+role, "")
	other := *s
	other.Key = fmt.Sprint(made["key"])
	return fmt.Sprint(made["id"]), &other
}

// canView reports whether any list or event that the caller can read contains the ID of the session.
func canView(s *lecterntest.Server, id string) bool {
	s.T.Helper()
	var all strings.Builder
	for _, path := range []string{"/session", "/session?all=true", "/session?all=true&limit=1", "/session/" + reference(s.T, id),
		"/webhook/delivery", "/document"} {
		answer, text := s.Get(path, http.Header{"Authorization": {s.Key}})
		if answer.StatusCode != http.StatusOK {
			s.T.Fatalf("%s is answered %d %s", path, answer.StatusCode, text)
		}
		all.Write(text)
		all.WriteString(strings.Join(answer.Header.Values("Link"), " "))
	}
	_, tasks := s.Call(http.MethodGet, s.URL+"/v1/task", nil, nil)
	return strings.Contains(all.String()+string(tasks), id)
}

// TestSessionIDsAreForTheirMakers checks that the ID of a session is shown only to the key that created it and to
// administrators. Other keys see only its reference, which is derived from a hash of the ID.
//
// SECURITY.md, promise 48 (private sessions)
func TestSessionIDsAreForTheirMakers(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Wait(s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf")).ID).ID
	_, maker := newKey(s, "write")
	_, writer := newKey(s, "write")
	_, reader := newKey(s, "read")
	year := fmt.Sprint(maker.Fields(http.StatusOK, http.MethodPost, "/session?duration=525600&documentId="+doc, "")["id"])
	posted := maker.Fields(http.StatusOK, http.MethodPost, "/document/upload?filename=b.pdf&session=60",
		string(lecterntest.Sample(t, "sample.pdf")))
	withPost, _ := posted["session"].(map[string]any)
	preview := fmt.Sprint(s.Fields(http.StatusOK, http.MethodPost, "/settings/viewer/preview?documentId="+doc, "")["id"])
	own := fmt.Sprint(reader.Fields(http.StatusOK, http.MethodPost, "/session?own=true&documentId="+doc, "")["id"])
	for id, want := range map[string]map[*lecterntest.Server]bool{
		year:                       {maker: true, s: true, writer: false, reader: false},
		fmt.Sprint(withPost["id"]): {maker: true, s: true, writer: false, reader: false},
		own:                        {reader: true, s: true, maker: false, writer: false},
		preview:                    {maker: false, writer: false, reader: false},
	} {
		for caller, shown := range want {
			if got := canView(caller, id); got != shown {
				t.Errorf("shown is %v, want %v, of session %s to key %s", got, shown, id, caller.Key)
			}
		}
	}
	other := reader.Fields(http.StatusOK, http.MethodGet, "/session/"+reference(t, year), "")
	if _, has := other["viewerURL"]; has || other["id"] != nil || other["reference"] != reference(t, year) || other["expiresAt"] == nil {
		t.Errorf("another key sees %v", other)
	}
	if known := reader.Fields(http.StatusOK, http.MethodGet, "/session/"+year, ""); known["id"] != nil {
		t.Errorf("a key that knows the id sees %v", known)
	}
	writer.Fields(http.StatusNoContent, http.MethodDelete, "/session/"+reference(t, year), "")
	if ended := maker.Fields(http.StatusOK, http.MethodGet, "/session/"+year, ""); ended["state"] != "ended" || ended["id"] != year {
		t.Errorf("its maker sees %v", ended)
	}
	reader.Fields(http.StatusNotFound, http.MethodGet, "/session/0123456789abcdef", "")
}

// reference computes the reference of a session as the guide to the API describes it.
func reference(t testing.TB, id string) string {
	t.Helper()
	if id == "" || id == "<nil>" {
		t.Fatal("there is no session")
	}
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:8])
}

// TestSessionCursorsAreReferences reads all pages of the list of sessions with a key that created none of them. Each
// session is listed by its reference, without its ID.
//
// SECURITY.md, promise 48 (private sessions)
func TestSessionCursorsAreReferences(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf")).ID
	ids := map[string]bool{}
	for range 5 {
		ids[reference(t, fmt.Sprint(s.Fields(http.StatusOK, http.MethodPost, "/session?documentId="+doc, "")["id"]))] = true
	}
	_, reader := newKey(s, "read")
	for next := "/session?limit=2"; next != ""; {
		answer, text := reader.Get(next, http.Header{"Authorization": {reader.Key}})
		var listed []struct{ ID, Reference string }
		if err := json.Unmarshal(text, &listed); err != nil {
			t.Fatalf("%s", text)
		}
		for _, one := range listed {
			if one.ID != "" || !ids[one.Reference] {
				t.Errorf("listed is %+v", one)
			}
			delete(ids, one.Reference)
		}
		next, _, _ = strings.Cut(strings.TrimPrefix(answer.Header.Get("Link"), "<"+s.APIBase), ">")
	}
	if len(ids) > 0 {
		t.Errorf("the list lacks %v", ids)
	}
}

// TestTaskSessionsAreForTheirMakers checks that the session IDs of a task are shown only to the key that created it
// and to administrators.
//
// SECURITY.md, promise 48 (private sessions)
func TestTaskSessionsAreForTheirMakers(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	_, maker := newKey(s, "write")
	_, reader := newKey(s, "read")
	id := maker.PostForm(http.StatusAccepted,
		lecterntest.FormPart{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate("Dear {name}")},
		lecterntest.JSONPart("data", `{"params":{"name":"Ada"},"output":"pdf","view":true}`))
	s.AwaitTask(id)
	granted := func(caller *lecterntest.Server) map[string]any {
		results, _ := caller.Fields(http.StatusOK, http.MethodGet, s.URL+"/v1/task/"+id, "")["results"].([]any)
		if len(results) != 1 {
			t.Fatalf("results: %v", results)
		}
		result, _ := results[0].(map[string]any)
		session, _ := result["session"].(map[string]any)
		return session
	}
	for _, caller := range []*lecterntest.Server{maker, s} {
		if got := granted(caller); got["id"] == nil || got["viewerURL"] == nil {
			t.Errorf("shown: %v", got)
		}
	}
	if got := granted(reader); got["id"] != nil || got["viewerURL"] != nil || got["reference"] != reference(t,
		fmt.Sprint(granted(maker)["id"])) {
		t.Errorf("shown to another key: %v", got)
	}
}

// TestRevocationEndsSessions revokes keys in every way. The sessions of a revoked key must end, unless the request
// states that they stay valid. Sessions of other keys must not be affected.
//
// SECURITY.md, promise 48 (private sessions)
func TestRevocationEndsSessions(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Wait(s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf")).ID).ID
	_, untouched := newKey(s, "write")
	theirs := untouched.View(doc)
	for name, test := range map[string]struct {
		revoke func(key string)
		status int
	}{
		"by default": {func(key string) { s.Fields(http.StatusNoContent, http.MethodDelete, "/key/"+key, "") }, http.StatusGone},
		"end":        {func(key string) { s.Fields(http.StatusNoContent, http.MethodDelete, "/key/"+key+"?sessions=end", "") }, http.StatusGone},
		"keep":       {func(key string) { s.Fields(http.StatusNoContent, http.MethodDelete, "/key/"+key+"?sessions=keep", "") }, http.StatusOK},
		"command": {func(key string) {
			if said := lecterntest.Run(t, 0, "key", "revoke", "--data", s.Data, key); said != "The key "+key+
				" is revoked, and the sessions that it created have ended.\n" {
				t.Errorf("the message is %s", said)
			}
		}, http.StatusGone},
		"command, kept": {func(key string) { lecterntest.Run(t, 0, "key", "revoke", "--keep-sessions", "--data", s.Data, key) }, http.StatusOK},
		"keep, then end": {func(key string) {
			s.Fields(http.StatusNoContent, http.MethodDelete, "/key/"+key+"?sessions=keep", "")
			s.Fields(http.StatusNoContent, http.MethodDelete, "/key/"+key+"?sessions=end", "")
		}, http.StatusGone},
		"keep, then command": {func(key string) {
			s.Fields(http.StatusNoContent, http.MethodDelete, "/key/"+key+"?sessions=keep", "")
			lecterntest.Run(t, 0, "key", "revoke", "--data", s.Data, key)
		}, http.StatusGone},
		"end, then keep": {func(key string) {
			s.Fields(http.StatusNoContent, http.MethodDelete, "/key/"+key, "")
			s.Fields(http.StatusNoContent, http.MethodDelete, "/key/"+key+"?sessions=keep", "")
		}, http.StatusGone},
	} {
		key, maker := newKey(s, "write")
		viewer := maker.View(doc)
		test.revoke(key)
		if status, _ := s.CallWithoutKey(http.MethodGet, viewer, ""); status != test.status {
			t.Errorf("%s: the viewer has status %d, want %d", name, status, test.status)
		}
		address, err := url.Parse(viewer)
		if err != nil {
			t.Fatal(err)
		}
		id := address.Query().Get("sessionId")
		if !canView(s, id) || canView(untouched, id) {
			t.Errorf("%s: administrators see it: %v, others: %v", name, canView(s, id), canView(untouched, id))
		}
	}
	if status, _ := s.CallWithoutKey(http.MethodGet, theirs, ""); status != http.StatusOK {
		t.Errorf("a session of another key has status %d", status)
	}
	key, _ := newKey(s, "write")
	s.Fields(http.StatusUnprocessableEntity, http.MethodDelete, "/key/"+key+"?sessions=maybe", "")
}

// TestCommandEndsOpenSessions revokes a key with the command while the server runs. A request that waits for changes of
// a session of that key gets a response with status 410.
//
// SECURITY.md, promise 48 (private sessions), promise 50 (open viewers)
func TestCommandEndsOpenSessions(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Wait(s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf")).ID).ID
	key, maker := newKey(s, "write")
	_, base := maker.CreateSession("documentId=" + doc)
	_, text := s.CallWithoutKey(http.MethodGet, base+"/state", "")
	var state struct{ Revision int64 }
	if err := json.Unmarshal(text, &state); err != nil {
		t.Fatal(err)
	}
	held := make(chan int, 1)
	go func() {
		status, _ := s.CallWithoutKey(http.MethodGet, base+fmt.Sprintf("/state?revision=%d", state.Revision), "")
		held <- status
	}()
	lecterntest.Run(t, 0, "key", "revoke", "--data", s.Data, key)
	if status := <-held; status != http.StatusGone {
		t.Errorf("the request that waits has status %d", status)
	}
	if entries := s.AuditEntries("action=revoke-key"); len(entries) != 1 || entries[0].KeyID != "local" || len(entries[0].Objects) != 1 ||
		entries[0].Objects[0] != key {
		t.Errorf("the audit log has %+v", entries)
	}
}

// TestCommandEndsSessionsWithoutAServer revokes keys with the command while no server runs. Their sessions have ended
// after the next start, unless the command keeps them.
//
// SECURITY.md, promise 48 (private sessions)
func TestCommandEndsSessionsWithoutAServer(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Wait(s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf")).ID).ID
	bases := map[string]int{}
	for _, keep := range []bool{false, true} {
		key, maker := newKey(s, "write")
		_, base := maker.CreateSession("documentId=" + doc)
		args := []string{"key", "revoke", "--data", s.Data, key}
		status := http.StatusGone
		if keep {
			args, status = append(args, "--keep-sessions"), http.StatusOK
		}
		s.Stop()
		lecterntest.Run(t, 0, args...)
		s = lecterntest.StartIn(t, s.Data, nil)
		_, path, _ := strings.Cut(base, "/viewer/")
		bases[path] = status
	}
	for path, want := range bases {
		if status, _ := s.CallWithoutKey(http.MethodGet, s.URL+"/viewer/"+path+"/state", ""); status != want {
			t.Errorf("%s has status %d, want %d", path, status, want)
		}
	}
}

// TestExpiryOfAKeyEndsNoSession checks that a session stays valid after the key that created it has expired.
//
// SECURITY.md, promise 48 (private sessions)
func TestExpiryOfAKeyEndsNoSession(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Wait(s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf")).ID).ID
	end := time.Now().Add(time.Hour)
	made := s.Fields(http.StatusOK, http.MethodPost, "/key?name=k&role=write&expiresAt="+url.QueryEscape(end.Format(time.RFC3339)), "")
	maker := *s
	maker.Key = fmt.Sprint(made["key"])
	_, base := maker.CreateSession("duration=525600&documentId=" + doc)
	s.Stop()
	lecterntest.AdvanceClock(t, s.Data, end.Add(time.Minute))
	s = lecterntest.StartIn(t, s.Data, nil)
	if status, _ := s.Call(http.MethodGet, "/document", http.Header{"Authorization": {maker.Key}}, nil); status != http.StatusUnauthorized {
		t.Errorf("the expired key has status %d", status)
	}
	_, path, _ := strings.Cut(base, "/viewer/")
	if status, _ := s.CallWithoutKey(http.MethodGet, s.URL+"/viewer/"+path+"/state", ""); status != http.StatusOK {
		t.Errorf("its session has status %d", status)
	}
}

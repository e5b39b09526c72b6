package main

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
)

// newKey makes an API key with a role, and returns its id and the server as a caller with that key sees it.
func (s *instance) newKey(role string) (id string, caller *instance) {
	s.t.Helper()
	made := s.fields(http.StatusOK, http.MethodPost, "/key?name=k&role="+role, "")
	other := *s
	other.key = fmt.Sprint(made["key"])
	return fmt.Sprint(made["id"]), &other
}

// sees reports whether a caller is shown the id of a session, in any place that lists sessions or tells of them.
func (s *instance) sees(id string) bool {
	s.t.Helper()
	var all strings.Builder
	for _, path := range []string{"/session", "/session?all=true", "/session?all=true&limit=1", "/session/" + reference(s.t, id),
		"/webhook/delivery", "/document"} {
		answer, text := s.answer(path, http.Header{"Authorization": {s.key}})
		if answer.StatusCode != http.StatusOK {
			s.t.Fatalf("%s is answered %d %s", path, answer.StatusCode, text)
		}
		all.Write(text)
		all.WriteString(strings.Join(answer.Header.Values("Link"), " "))
	}
	_, tasks := s.call(http.MethodGet, s.URL+"/v1/task", nil, nil)
	return strings.Contains(all.String()+string(tasks), id)
}

// TestSessionIDsAreForTheirMakers has keys of each role list what one of them made.
//
// promise 48
func TestSessionIDsAreForTheirMakers(t *testing.T) {
	t.Parallel()
	s := start(t)
	doc := s.wait(s.upload("a.pdf", sample(t, "sample.pdf")).ID).ID
	_, maker := s.newKey("write")
	_, writer := s.newKey("write")
	_, reader := s.newKey("read")
	year := fmt.Sprint(maker.fields(http.StatusOK, http.MethodPost, "/session?duration=525600&documentId="+doc, "")["id"])
	posted := maker.fields(http.StatusOK, http.MethodPost, "/document/upload?filename=b.pdf&session=60", string(sample(t, "sample.pdf")))
	withPost, _ := posted["session"].(map[string]any)
	preview := fmt.Sprint(s.fields(http.StatusOK, http.MethodPost, "/settings/viewer/preview?documentId="+doc, "")["id"])
	own := fmt.Sprint(reader.fields(http.StatusOK, http.MethodPost, "/session?own=true&documentId="+doc, "")["id"])
	for id, want := range map[string]map[*instance]bool{
		year:                       {maker: true, s: true, writer: false, reader: false},
		fmt.Sprint(withPost["id"]): {maker: true, s: true, writer: false, reader: false},
		own:                        {reader: true, s: true, maker: false, writer: false},
		preview:                    {maker: false, writer: false, reader: false},
	} {
		for caller, shown := range want {
			if got := caller.sees(id); got != shown {
				t.Errorf("shown is %v, want %v, of session %s to key %s", got, shown, id, caller.key)
			}
		}
	}
	other := reader.fields(http.StatusOK, http.MethodGet, "/session/"+reference(t, year), "")
	if _, has := other["viewerURL"]; has || other["id"] != nil || other["reference"] != reference(t, year) || other["expiresAt"] == nil {
		t.Errorf("another key sees %v", other)
	}
	if known := reader.fields(http.StatusOK, http.MethodGet, "/session/"+year, ""); known["id"] != nil {
		t.Errorf("a key that knows the id sees %v", known)
	}
	writer.fields(http.StatusNoContent, http.MethodDelete, "/session/"+reference(t, year), "")
	if ended := maker.fields(http.StatusOK, http.MethodGet, "/session/"+year, ""); ended["state"] != "ended" || ended["id"] != year {
		t.Errorf("its maker sees %v", ended)
	}
	reader.fields(http.StatusNotFound, http.MethodGet, "/session/0123456789abcdef", "")
}

// reference computes the reference that the guide documents.
func reference(t testing.TB, id string) string {
	t.Helper()
	if id == "" || id == "<nil>" {
		t.Fatal("there is no session")
	}
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:8])
}

// TestSessionCursorsAreReferences follows a list of sessions to its end with a key that made none of them.
//
// promise 48
func TestSessionCursorsAreReferences(t *testing.T) {
	t.Parallel()
	s := start(t)
	doc := s.upload("a.pdf", sample(t, "sample.pdf")).ID
	ids := map[string]bool{}
	for range 5 {
		ids[reference(t, fmt.Sprint(s.fields(http.StatusOK, http.MethodPost, "/session?documentId="+doc, "")["id"]))] = true
	}
	_, reader := s.newKey("read")
	for next := "/session?limit=2"; next != ""; {
		answer, text := reader.answer(next, http.Header{"Authorization": {reader.key}})
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

// TestTaskSessionsAreForTheirMakers posts a task with one key and reads it with others.
//
// promise 48
func TestTaskSessionsAreForTheirMakers(t *testing.T) {
	t.Parallel()
	s := start(t)
	_, maker := s.newKey("write")
	_, reader := s.newKey("read")
	id := maker.postForm(http.StatusAccepted, formPart{"template", "a.docx", template("Dear {name}")},
		jsonPart("data", `{"params":{"name":"Ada"},"output":"pdf","view":true}`))
	s.endedTask(id)
	granted := func(caller *instance) map[string]any {
		results, _ := caller.fields(http.StatusOK, http.MethodGet, s.URL+"/v1/task/"+id, "")["results"].([]any)
		if len(results) != 1 {
			t.Fatalf("results: %v", results)
		}
		result, _ := results[0].(map[string]any)
		session, _ := result["session"].(map[string]any)
		return session
	}
	for _, caller := range []*instance{maker, s} {
		if got := granted(caller); got["id"] == nil || got["viewerURL"] == nil {
			t.Errorf("shown: %v", got)
		}
	}
	if got := granted(reader); got["id"] != nil || got["viewerURL"] != nil || got["reference"] != reference(t,
		fmt.Sprint(granted(maker)["id"])) {
		t.Errorf("shown to another key: %v", got)
	}
}

// TestRevocationEndsSessions revokes keys in every way, with sessions of theirs in use.
//
// promise 48
func TestRevocationEndsSessions(t *testing.T) {
	t.Parallel()
	s := start(t)
	doc := s.wait(s.upload("a.pdf", sample(t, "sample.pdf")).ID).ID
	_, untouched := s.newKey("write")
	theirs := untouched.view(doc)
	for name, test := range map[string]struct {
		revoke func(key string)
		status int
	}{
		"by default": {func(key string) { s.fields(http.StatusNoContent, http.MethodDelete, "/key/"+key, "") }, http.StatusGone},
		"end":        {func(key string) { s.fields(http.StatusNoContent, http.MethodDelete, "/key/"+key+"?sessions=end", "") }, http.StatusGone},
		"keep":       {func(key string) { s.fields(http.StatusNoContent, http.MethodDelete, "/key/"+key+"?sessions=keep", "") }, http.StatusOK},
		"command": {func(key string) {
			if said := command(t, 0, "key", "revoke", "--data", s.data, key); said != "The key "+key+
				" is revoked, and the sessions that it made have ended.\n" {
				t.Errorf("it says %s", said)
			}
		}, http.StatusGone},
		"command, kept": {func(key string) { command(t, 0, "key", "revoke", "--keep-sessions", "--data", s.data, key) }, http.StatusOK},
		"keep, then end": {func(key string) {
			s.fields(http.StatusNoContent, http.MethodDelete, "/key/"+key+"?sessions=keep", "")
			s.fields(http.StatusNoContent, http.MethodDelete, "/key/"+key+"?sessions=end", "")
		}, http.StatusGone},
		"keep, then command": {func(key string) {
			s.fields(http.StatusNoContent, http.MethodDelete, "/key/"+key+"?sessions=keep", "")
			command(t, 0, "key", "revoke", "--data", s.data, key)
		}, http.StatusGone},
		"end, then keep": {func(key string) {
			s.fields(http.StatusNoContent, http.MethodDelete, "/key/"+key, "")
			s.fields(http.StatusNoContent, http.MethodDelete, "/key/"+key+"?sessions=keep", "")
		}, http.StatusGone},
	} {
		key, maker := s.newKey("write")
		viewer := maker.view(doc)
		test.revoke(key)
		if status, _ := s.asReader(http.MethodGet, viewer, ""); status != test.status {
			t.Errorf("%s: the viewer is answered %d, want %d", name, status, test.status)
		}
		address, err := url.Parse(viewer)
		if err != nil {
			t.Fatal(err)
		}
		id := address.Query().Get("sessionId")
		if !s.sees(id) || untouched.sees(id) {
			t.Errorf("%s: administrators see it: %v, others: %v", name, s.sees(id), untouched.sees(id))
		}
	}
	if status, _ := s.asReader(http.MethodGet, theirs, ""); status != http.StatusOK {
		t.Errorf("a session of another key is answered %d", status)
	}
	key, _ := s.newKey("write")
	s.fields(http.StatusUnprocessableEntity, http.MethodDelete, "/key/"+key+"?sessions=maybe", "")
}

// TestCommandEndsOpenSessions revokes the key of a session that somebody has open, by the command while the server runs.
//
// promises 48 and 50
func TestCommandEndsOpenSessions(t *testing.T) {
	t.Parallel()
	s := start(t)
	doc := s.wait(s.upload("a.pdf", sample(t, "sample.pdf")).ID).ID
	key, maker := s.newKey("write")
	_, base := maker.granted("documentId=" + doc)
	_, text := s.asReader(http.MethodGet, base+"/state", "")
	var state struct{ Revision int64 }
	if err := json.Unmarshal(text, &state); err != nil {
		t.Fatal(err)
	}
	held := make(chan int, 1)
	go func() {
		status, _ := s.asReader(http.MethodGet, base+fmt.Sprintf("/state?revision=%d", state.Revision), "")
		held <- status
	}()
	command(t, 0, "key", "revoke", "--data", s.data, key)
	if status := <-held; status != http.StatusGone {
		t.Errorf("the request that waits is answered %d", status)
	}
	if entries := s.audit("action=revoke-key"); len(entries) != 1 || entries[0].KeyID != "local" || len(entries[0].Objects) != 1 ||
		entries[0].Objects[0] != key {
		t.Errorf("the audit log has %+v", entries)
	}
}

// TestCommandEndsSessionsWithoutAServer revokes a key while no server runs.
//
// promise 48
func TestCommandEndsSessionsWithoutAServer(t *testing.T) {
	t.Parallel()
	s := start(t)
	doc := s.wait(s.upload("a.pdf", sample(t, "sample.pdf")).ID).ID
	bases := map[string]int{}
	for _, keep := range []bool{false, true} {
		key, maker := s.newKey("write")
		_, base := maker.granted("documentId=" + doc)
		args := []string{"key", "revoke", "--data", s.data, key}
		status := http.StatusGone
		if keep {
			args, status = append(args, "--keep-sessions"), http.StatusOK
		}
		s.stop()
		command(t, 0, args...)
		s = startOn(t, s.data, nil)
		_, path, _ := strings.Cut(base, "/viewer/")
		bases[path] = status
	}
	for path, want := range bases {
		if status, _ := s.asReader(http.MethodGet, s.URL+"/viewer/"+path+"/state", ""); status != want {
			t.Errorf("%s is answered %d, want %d", path, status, want)
		}
	}
}

// TestExpiryOfAKeyEndsNoSession waits for the end of a key, and reads on.
//
// promise 48
func TestExpiryOfAKeyEndsNoSession(t *testing.T) {
	t.Parallel()
	s := start(t)
	doc := s.wait(s.upload("a.pdf", sample(t, "sample.pdf")).ID).ID
	end := time.Now().Add(time.Hour)
	made := s.fields(http.StatusOK, http.MethodPost, "/key?name=k&role=write&expiresAt="+url.QueryEscape(end.Format(time.RFC3339)), "")
	maker := *s
	maker.key = fmt.Sprint(made["key"])
	_, base := maker.granted("duration=525600&documentId=" + doc)
	s.stop()
	setLater(t, s.data, end.Add(time.Minute))
	s = startOn(t, s.data, nil)
	if status, _ := s.call(http.MethodGet, "/document", http.Header{"Authorization": {maker.key}}, nil); status != http.StatusUnauthorized {
		t.Errorf("the expired key is answered %d", status)
	}
	_, path, _ := strings.Cut(base, "/viewer/")
	if status, _ := s.asReader(http.MethodGet, s.URL+"/viewer/"+path+"/state", ""); status != http.StatusOK {
		t.Errorf("its session is answered %d", status)
	}
}

package documents_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

func TestSamePostTwice(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	post := func(key string, content []byte) (int, lecterntest.Document) {
		status, text := s.Call(http.MethodPost, "/document/upload?filename=a.pdf", http.Header{"Idempotency-Key": {key}},
			bytes.NewReader(content))
		if status != http.StatusOK {
			return status, lecterntest.Document{}
		}
		return status, lecterntest.DecodeDocument(t, text)
	}
	content := lecterntest.Sample(t, "sample.pdf")
	_, first := post("one", content)
	if status, again := post("one", content); status != http.StatusOK || again.ID != first.ID {
		t.Errorf("a second time: %d %+v", status, again)
	}
	if status, other := post("two", content); status != http.StatusOK || other.ID == first.ID {
		t.Errorf("under another key: %d %+v", status, other)
	}
	own := s.Key
	s.Key = fmt.Sprint(s.Fields(http.StatusOK, http.MethodPost, "/key?name=other", "")["key"])
	if status, other := post("one", content); status != http.StatusOK || other.ID == first.ID {
		t.Errorf("of another sender: %d %+v", status, other)
	}
	s.Key = own
	if status, _ := post("one", lecterntest.UniqueSample(t, "sample.pdf")); status != http.StatusUnprocessableEntity {
		t.Errorf("other bytes under the same key: %d", status)
	}
	if status, _ := post("é", content); status != http.StatusUnprocessableEntity {
		t.Errorf("a key that is none: %d", status)
	}
	s.Fields(http.StatusNoContent, http.MethodDelete, "/document/"+first.ID, "")
	if status, _ := post("one", content); status != http.StatusGone {
		t.Errorf("after its deletion: %d", status)
	}
	if names, _ := s.ListNames(""); len(names) != 2 {
		t.Errorf("there are %q", names)
	}
}

// TestFullQueue posts many documents to a server whose queue has room for two. Some must be rejected with 429, and all
// accepted documents must become ready.
//
// SECURITY.md, promise 26 (full queues)
func TestFullQueue(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t, "--max-queue", "2", "--workers", "1")
	var accepted []string
	refused := 0
	for range 20 {
		status, text := s.Call(http.MethodPost, "/document/upload?filename=a.docx", nil,
			bytes.NewReader(lecterntest.UniqueSample(t, "sample.docx")))
		switch status {
		case http.StatusOK:
			accepted = append(accepted, lecterntest.DecodeDocument(t, text).ID)
		case http.StatusTooManyRequests:
			refused++
		default:
			t.Fatalf("%d %s", status, text)
		}
	}
	if refused == 0 || len(accepted) < 2 {
		t.Errorf("%d accepted, %d refused", len(accepted), refused)
	}
	for _, id := range accepted {
		if doc := s.Wait(id); doc.Status != "ready" {
			t.Errorf("accepted, and %+v", doc)
		}
	}
	if names, _ := s.ListNames(""); len(names) != len(accepted) {
		t.Errorf("%d documents of %d that were accepted", len(names), len(accepted))
	}
}

// TestSamePostGrantsOneSession repeats a post that creates a session. Both responses must contain the same session.
func TestSamePostGrantsOneSession(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	post := func() string {
		_, text := s.Call(http.MethodPost, "/document/upload?filename=a.pdf&session=5", http.Header{"Idempotency-Key": {"one"}},
			bytes.NewReader(lecterntest.Sample(t, "sample.pdf")))
		var answer struct{ Session struct{ ID string } }
		if err := json.Unmarshal(text, &answer); err != nil || answer.Session.ID == "" {
			t.Fatalf("%s", text)
		}
		return answer.Session.ID
	}
	first := post()
	if again := post(); again != first {
		t.Errorf("there are two sessions")
	}
	s.Fields(http.StatusNoContent, http.MethodDelete, "/session/"+first, "")
	if again := post(); again == first {
		t.Errorf("the session that was ended is given again")
	}
}

// TestEmptyParameters checks that empty parameters are rejected, as they are usually mistakes of a script.
func TestEmptyParameters(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf"))
	for _, request := range []string{
		"POST /session?documentId=" + doc.ID + "&lockedProfile=", "POST /session?documentId=" + doc.ID + "&maxViews=", "POST /key?name=a&role=",
		"POST /session?documentId=" + doc.ID + "&lockedProfile=false&lockedProfile=true", "GET /document?limit=",
		"POST /document?url=http://a.example/&webhookURL=",
		"GET /document?limit=1&limit=2", "GET /document?a=%zz",
	} {
		method, path, _ := strings.Cut(request, " ")
		s.Fields(http.StatusUnprocessableEntity, method, path, "")
	}
	if names, _ := s.ListNames("tag=a&tag=b"); len(names) != 0 {
		t.Errorf("what can be there more than once lists %q", names)
	}
}

func TestSessionWithAPost(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Fields(http.StatusOK, http.MethodPost, "/document/upload?filename=a.pdf&session=5", string(lecterntest.Sample(t, "sample.pdf")))
	granted, _ := doc["session"].(map[string]any)
	if len(granted) != 3 || !strings.Contains(fmt.Sprint(granted["viewerURL"]), fmt.Sprint(granted["id"])) {
		t.Errorf("the answer has the session %v", granted)
	}
}

func TestUnknownParameters(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	for request, want := range map[string]string{
		"POST /document?ur=http://a.example/":  `did you mean \"url\"?`,
		"POST /document/upload?fileName=a.pdf": `did you mean \"filename\"?`,
		"POST /session?documentID=a":           `did you mean \"documentId\"?`,
		"DELETE /session/a?x=1":                "this route has no parameters",
		"PATCH /document/a?name=b":             "this route has no parameters",
	} {
		method, path, _ := strings.Cut(request, " ")
		if status, text := s.Call(method, path, nil, nil); status != http.StatusUnprocessableEntity || !strings.Contains(string(text), want) {
			t.Errorf("%s: %d %s", request, status, text)
		}
	}
}

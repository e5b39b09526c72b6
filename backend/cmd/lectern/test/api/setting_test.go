package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestRoles checks which requests a key of each role may send.
//
// SECURITY.md, promise 36 (secret keys)
func TestRoles(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	admin := s.Key
	doc := s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf"))
	for role, allowed := range map[string][]string{"admin": {"GET", "PATCH", "KEYS"}, "write": {"GET", "PATCH"}, "read": {"GET"}} {
		s.Key = admin
		made := s.Fields(http.StatusOK, http.MethodPost, "/key?name=k&role="+role, "")
		s.Key = fmt.Sprint(made["key"])
		for _, what := range []string{"GET", "PATCH", "KEYS"} {
			method, path := what, "/document/"+doc.ID
			if what == "KEYS" {
				method, path = "GET", "/key"
			}
			status, text := s.Call(method, path, http.Header{"Content-Type": {"application/json"}}, strings.NewReader(`{}`))
			if want := map[bool]int{true: 200, false: 403}[slices.Contains(allowed, what)]; status != want {
				t.Errorf("%s with the role %s: %d %s", what, role, status, text)
			}
		}
		keys := []map[string]any{}
		s.Key = admin
		_, text := s.Call(http.MethodGet, "/key", nil, nil)
		if err := json.Unmarshal(text, &keys); err != nil || bytes.Contains(text, []byte(fmt.Sprint(made["key"]))) {
			t.Errorf("the list of keys: %v %s", err, text)
		}
		used := s.Key
		s.Fields(http.StatusNoContent, http.MethodDelete, "/key/"+fmt.Sprint(made["id"]), "")
		s.Key = fmt.Sprint(made["key"])
		if status, _ := s.Call(http.MethodGet, "/document", nil, nil); status != http.StatusUnauthorized {
			t.Errorf("revoked, it has status %d", status)
		}
		s.Key = used
	}
	if status, _ := s.Call(http.MethodPost, "/key?name=k&expiresAt=2020-01-02T03:04:05Z", nil, nil); status != http.StatusUnprocessableEntity {
		t.Errorf("a key that has expired: %d", status)
	}
	if listed := lecterntest.Run(t, 0, "key", "list", "--data", s.Data); !strings.Contains(listed, "read") ||
		!strings.Contains(listed, "LAST USED") {
		t.Errorf("listed: %s", listed)
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t, "--max-upload", "5000000")
	if got := s.Fields(http.StatusOK, http.MethodGet, "/settings", ""); got["maxUpload"] != 5e6 || got["publicURL"] != "" {
		t.Errorf("%v", got)
	}
	got := s.Fields(http.StatusOK, http.MethodPatch, "/settings", `{"maxUpload":100,"publicURL":"https://papers.example.com/docs"}`)
	if got["maxUpload"] != 100.0 || got["maxQueue"] != 10000.0 {
		t.Errorf("%v", got)
	}
	if status, _ := s.Call(http.MethodPost, "/document/upload?filename=a.pdf", nil,
		bytes.NewReader(lecterntest.Sample(t, "sample.pdf"))); status != http.StatusRequestEntityTooLarge {
		t.Errorf("more than the limit: %d", status)
	}
	for wrong, want := range map[string]string{
		`{"maxUplaod":1}`:                           `did you mean \"maxUpload\"?`,
		`{"maxUpload":0}`:                           "from 1 to",
		`{"maxUpload":"many"}`:                      "a whole number",
		`{"deadlineSeconds":121}`:                   "from 1 to 120",
		`{"a/b~c":1}`:                               "/a~1b~0c",
		`{"maxQueue":1,"maxQueue":2}`:               "is repeated",
		`{"publicURL":"here"}`:                      "an address such as",
		`{"hostNames":["a b"]}`:                     "not a host name",
		`{"allowedHosts":["10.0/99"]}`:              "not a host name",
		`{"allowedOrigins":["*"]}`:                  "not an origin",
		`{"crmHosts":["*"]}`:                        "not a host name",
		`{"crmHosts":null,"crmFolder":"templates"}`: "the absolute path",
	} {
		status, text := s.Call(http.MethodPatch, "/settings", http.Header{"Content-Type": {"application/json"}}, strings.NewReader(wrong))
		if status != http.StatusUnprocessableEntity || !strings.Contains(string(text), want) {
			t.Errorf("%s: %d %s", wrong, status, text)
		}
	}
	s.Stop()
	s = lecterntest.StartIn(t, s.Data, nil, "--max-upload", "6000000")
	if got := s.Fields(http.StatusOK, http.MethodGet, "/settings", ""); got["maxUpload"] != 100.0 ||
		got["publicURL"] != "https://papers.example.com/docs" {
		t.Errorf("after a restart: %v", got)
	}
	if got := s.Fields(http.StatusOK, http.MethodPatch, "/settings", `{"maxUpload":null}`); got["maxUpload"] != 6e6 {
		t.Errorf("put back: %v", got)
	}
}

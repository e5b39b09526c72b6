package access_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// rights maps each operation of the API to the right that it requires.
var rights = map[string]string{
	"GET /document":                             "read",
	"POST /document":                            "write",
	"POST /document/upload":                     "write",
	"GET /document/{id}":                        "read",
	"PUT /document/{id}":                        "write",
	"PATCH /document/{id}":                      "write",
	"DELETE /document/{id}":                     "write",
	"POST /document/{id}/retry":                 "write",
	"GET /document/{id}/page/{page}":            "read",
	"GET /document/{id}/outline":                "read",
	"GET /document/{id}/thumbnail":              "read",
	"GET /document/{id}/pdf":                    "read",
	"GET /document/{id}/original":               "read",
	"POST /document/archive":                    "read",
	"GET /document/{id}/text":                   "read",
	"GET /document/{id}/report":                 "read",
	"GET /document/{id}/search":                 "read",
	"GET /document/{id}/search/counts":          "read",
	"GET /search":                               "read",
	"POST /session":                             "write",
	"GET /session":                              "read",
	"GET /session/{id}":                         "read",
	"DELETE /session/{id}":                      "write",
	"GET /settings":                             "admin",
	"PATCH /settings":                           "admin",
	"GET /backup":                               "admin",
	"GET /audit":                                "admin",
	"GET /key":                                  "admin",
	"POST /key":                                 "admin",
	"DELETE /key/{id}":                          "admin",
	"GET /events":                               "read",
	"GET /webhook/delivery":                     "read",
	"GET /webhook/delivery/{id}":                "read",
	"POST /webhook/delivery/{id}/replay":        "write",
	"POST /webhook/test":                        "write",
	"GET /settings/webhook/secret":              "admin",
	"POST /settings/webhook/secret":             "admin",
	"GET /folder":                               "admin",
	"POST /folder":                              "admin",
	"GET /folder/{id}":                          "admin",
	"PATCH /folder/{id}":                        "admin",
	"DELETE /folder/{id}":                       "admin",
	"POST /folder/{id}/scan":                    "admin",
	"GET /folder/{id}/arrival":                  "admin",
	"POST /folder/{id}/arrival/{arrival}/retry": "admin",
	"GET /settings/viewer/properties":           "read",
	"POST /settings/viewer/preview":             "admin",
	"GET /settings/viewer/profile":              "read",
	"GET /settings/viewer/profile/{name}":       "read",
	"POST /settings/viewer/profile/{name}":      "admin",
	"PUT /settings/viewer/profile/{name}":       "admin",
	"PATCH /settings/viewer/profile/{name}":     "admin",
	"DELETE /settings/viewer/profile/{name}":    "admin",
	"GET /settings/viewer/theme":                "read",
	"GET /settings/viewer/theme/{name}":         "read",
	"POST /settings/viewer/theme/{name}":        "admin",
	"PUT /settings/viewer/theme/{name}":         "admin",
	"PATCH /settings/viewer/theme/{name}":       "admin",
	"DELETE /settings/viewer/theme/{name}":      "admin",
	"GET /server":                               "read",
	"GET /doctor":                               "admin",
	"GET /requests":                             "admin",
	"GET /requests/stream":                      "admin",
	"POST /backup":                              "admin",
	"POST /restore":                             "admin",
	"GET /changes":                              "read",
	"POST /document/batch":                      "write",
	"GET /library":                              "read",
	"GET /storage":                              "admin",
	"POST /storage/clean":                       "admin",
	"GET /key/current":                          "read",
	"GET /collection":                           "read",
	"POST /collection":                          "write",
	"PATCH /collection/{id}":                    "write",
	"DELETE /collection/{id}":                   "write",
	"GET /v1/task":                              "read",
	"POST /v1/task":                             "write",
	"GET /v1/task/{id}":                         "read",
	"DELETE /v1/task/{id}":                      "write",
	"GET /v1/task/{id}/row":                     "read",
	"GET /v1/task/{id}/result/{result}":         "read",
	"GET /v1/template":                          "read",
	"POST /v1/template":                         "write",
	"GET /v1/template/{id}":                     "read",
	"PATCH /v1/template/{id}":                   "write",
	"DELETE /v1/template/{id}":                  "write",
	"POST /v1/template/{id}/version":            "write",
	"GET /v1/template/{id}/file":                "read",
	"GET /v1/template/{id}/schema":              "read",
	"POST /v1/template/{id}/render":             "write",
	"POST /v1/template/{id}/preview":            "read",
	"POST /v1/template/{id}/rows":               "read",
	"GET /v1/template/{id}/data":                "read",
	"GET /v1/template/{id}/data/{name}":         "read",
	"PUT /v1/template/{id}/data/{name}":         "write",
	"DELETE /v1/template/{id}/data/{name}":      "write",
	"POST /v1/sample/{sample}":                  "write",
}

// local lists the operations that require the local key, which only programs of the same user can read.
var local = []string{"POST /intake", "POST /window", "DELETE /restore"}

// statusOf returns the status of an operation without waiting for its body.
func statusOf(s *lecterntest.Server, operation, key string) int {
	s.T.Helper()
	method, path, _ := strings.Cut(operation, " ")
	base := s.APIBase
	if strings.HasPrefix(path, "/v1/") {
		base = s.URL
	}
	r, err := http.NewRequestWithContext(s.T.Context(), method, base+strings.NewReplacer("{", "", "}", "").Replace(path), nil)
	if err != nil {
		s.T.Fatal(err)
	}
	r.Header.Set("Authorization", key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.T.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

// TestOwnReading checks that a read-only key can create a session for its own use, which is valid for at most a day,
// and no other sessions.
//
// SECURITY.md, promise 36 (secret keys)
func TestOwnReading(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	id := s.Wait(s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf")).ID).ID
	s.Key = fmt.Sprint(s.Fields(http.StatusOK, http.MethodPost, "/key?name=k&role=read", "")["key"])
	made := s.Fields(http.StatusOK, http.MethodPost, "/session?own=true&duration=1440&documentId="+id, "")
	if status, page := s.Call(http.MethodGet, fmt.Sprint(made["viewerURL"]), http.Header{"Authorization": nil}, nil); status != http.StatusOK {
		t.Errorf("the viewer: %d %.200s", status, page)
	}
	for _, parameters := range []string{"own=true&duration=1441", "own=false&duration=60", "duration=60"} {
		s.Fields(http.StatusForbidden, http.MethodPost, "/session?documentId="+id+"&"+parameters, "")
	}
	s.Fields(http.StatusUnprocessableEntity, http.MethodPost, "/session?own=true", "")
}

// TestRightsOfOperations calls each operation of the API description with a key of each role. Exactly the roles without
// the required right must be rejected.
//
// SECURITY.md, promise 36 (secret keys)
func TestRightsOfOperations(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	operations := s.Operations()
	if len(operations) != len(rights)+len(local) {
		t.Errorf("there are %d operations, and rights of %d", len(operations), len(rights)+len(local))
	}
	roles := []string{"read", "write", "admin"}
	keys := map[string]string{}
	for _, role := range roles {
		keys[role] = fmt.Sprint(s.Fields(http.StatusOK, http.MethodPost, "/key?name=k&role="+role, "")["key"])
	}
	for name := range operations {
		operation := strings.Replace(name, " /api/v0/", " /", 1)
		needed := slices.Index(roles, rights[operation])
		if slices.Contains(local, operation) {
			needed = len(roles)
		}
		if needed < 0 {
			t.Errorf("nobody has thought of who may %s", operation)
			continue
		}
		for i, role := range roles {
			status := statusOf(s, operation, keys[role])
			if forbidden := status == http.StatusForbidden; forbidden != (i < needed) || status == http.StatusUnauthorized {
				t.Errorf("%s with the role %s has status %d", operation, role, status)
			}
		}
		if status := statusOf(s, operation, "none"); status != http.StatusUnauthorized {
			t.Errorf("%s with no key has status %d", operation, status)
		}
	}
}

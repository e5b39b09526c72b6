package lecterntest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"lectern/backend/library"
)

// AuditEntry is an entry of the audit log.
type AuditEntry struct {
	At, KeyID, KeyName, Action, Remote, Request string
	Objects                                     []string
	Status                                      int
}

// AuditEntries returns the entries that match a query, newest first.
func (s *Server) AuditEntries(query string) (entries []AuditEntry) {
	s.T.Helper()
	status, text := s.Call(http.MethodGet, "/audit?"+query, nil, nil)
	if err := json.Unmarshal(text, &entries); status != http.StatusOK || err != nil {
		s.T.Fatalf("the audit log: %d %s", status, text)
	}
	return entries
}

// LocalHeader returns the header of a JSON request with the server's local key, which only the user who runs the server
// can read.
func (s *Server) LocalHeader() http.Header {
	s.T.Helper()
	running, err := library.FindInstance(s.Data)
	if err != nil {
		s.T.Fatal(err)
	}
	return http.Header{"Authorization": {running.Key}, "Content-Type": {"application/json"}}
}

// UseLocalKey sets s.Key to the server's local key, which only the user who runs the server can read. All further
// requests use it.
func (s *Server) UseLocalKey() {
	s.T.Helper()
	local, err := library.FindInstance(s.Data)
	if err != nil {
		s.T.Fatal(err)
	}
	s.Key = local.Key
}

func PathJSON(path string) string { return fmt.Sprintf(`{"path":%q}`, path) }

// CreateSession creates a session. It returns the session's fields and the base path of its resources.
func (s *Server) CreateSession(query string) (fields map[string]any, base string) {
	s.T.Helper()
	fields = s.Fields(http.StatusOK, http.MethodPost, "/session?"+query, "")
	return fields, s.URL + "/viewer/session/" + fmt.Sprint(fields["id"])
}

// CallWithoutKey makes a request without the key.
func (s *Server) CallWithoutKey(method, address, payload string) (int, []byte) {
	s.T.Helper()
	return s.Call(method, address, http.Header{"Authorization": nil}, strings.NewReader(payload))
}

package lecterntest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// AwaitFolder waits until a watched folder is in a state and returns its message.
func (s *Server) AwaitFolder(id, state string) string {
	s.T.Helper()
	var f Folder
	Eventually(s.T, "the folder is "+state, func() bool {
		f = s.Folder(id)
		return f.State == state
	})
	return f.Message
}

// Folder is a watched folder as the API describes it.
type Folder struct {
	ID      string `json:"id"`
	Path    string `json:"path"`
	Name    string `json:"name"`
	State   string `json:"state"`
	Message string `json:"message"`
	Waiting int    `json:"waiting"`
	Taken   int    `json:"taken"`
	Failed  int    `json:"failed"`
	Paused  bool   `json:"paused"`
}

// WatchedFile is a file of a watched folder.
type WatchedFile struct {
	ID         string `json:"id"`
	Path       string `json:"path"`
	State      string `json:"state"`
	Message    string `json:"message"`
	DocumentID string `json:"documentId"`
	MovedTo    string `json:"movedTo"`
}

// SendJSON sends a request with a JSON body, checks the status, and decodes the response.
func (s *Server) SendJSON(status int, method, path, text string, into any) {
	s.T.Helper()
	got, answer := s.Call(method, path, http.Header{"Content-Type": {"application/json"}}, strings.NewReader(text))
	if got != status {
		s.T.Fatalf("%s %s: status %d, want %d: %s\n%s", method, path, got, status, answer, s.Log)
	}
	if into == nil {
		return
	}
	if err := json.Unmarshal(answer, into); err != nil {
		s.T.Fatalf("%s %s: %v in %s", method, path, err, answer)
	}
}

// Watch starts watching a folder, with additional settings such as `,"paused":true`.
func (s *Server) Watch(path, settings string) (f Folder) {
	s.T.Helper()
	s.SendJSON(http.StatusOK, http.MethodPost, "/folder", fmt.Sprintf(`{"path":%q%s}`, path, settings), &f)
	return f
}

func (s *Server) Folder(id string) (f Folder) {
	s.T.Helper()
	s.SendJSON(http.StatusOK, http.MethodGet, "/folder/"+id, "", &f)
	return f
}

// WatchedFiles returns all files of a watched folder by path.
func (s *Server) WatchedFiles(id string) map[string]WatchedFile {
	s.T.Helper()
	var list []WatchedFile
	s.SendJSON(http.StatusOK, http.MethodGet, "/folder/"+id+"/arrival?limit=500", "", &list)
	all := map[string]WatchedFile{}
	for _, a := range list {
		all[a.Path] = a
	}
	return all
}

// DocumentNames returns the sorted names of all documents.
func (s *Server) DocumentNames() (names []string) {
	s.T.Helper()
	_, text := s.Call(http.MethodGet, "/document", nil, nil)
	var docs []Document
	if err := json.Unmarshal(text, &docs); err != nil {
		s.T.Fatalf("%v in %s", err, text)
	}
	for _, d := range docs {
		names = append(names, d.Name)
	}
	slices.Sort(names)
	return names
}

// Eventually waits until the function condition returns true. The argument what describes the condition in the message
// of a failure.
func Eventually(t testing.TB, what string, condition func() bool) {
	t.Helper()
	EventuallyWithin(t, WaitTimeout, what, condition)
}

func EventuallyWithin(t testing.TB, limit time.Duration, what string, condition func() bool) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for end := time.After(limit); !condition(); {
		select {
		case <-tick.C:
		case <-end:
			t.Fatalf("never: %s", what)
		}
	}
}

// AwaitFile waits until a file of a watched folder is in a state.
func (s *Server) AwaitFile(id, path, state string) (a WatchedFile) {
	s.T.Helper()
	Eventually(s.T, path+" is "+state, func() bool {
		a = s.WatchedFiles(id)[path]
		return a.State == state
	})
	return a
}

func WriteFile(t testing.TB, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

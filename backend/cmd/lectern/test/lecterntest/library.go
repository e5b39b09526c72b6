package lecterntest

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"lectern/backend/library"
)

// FetchAll fetches the PDF and the original of every document in the library and returns the number of documents.
func FetchAll(s *Server) int {
	s.T.Helper()
	var docs []Document
	if _, text := s.Call(http.MethodGet, "/document", nil, nil); json.Unmarshal(text, &docs) != nil || len(docs) == 0 {
		s.T.Fatalf("it lists %s", text)
	}
	for _, doc := range docs {
		if ready := s.Wait(doc.ID); ready.Status != "ready" {
			s.T.Errorf("%s became %+v", doc.Name, ready)
		}
		for _, part := range []string{"/pdf", "/original"} {
			if status, text := s.Call(http.MethodGet, "/document/"+doc.ID+part, nil, nil); status != http.StatusOK {
				s.T.Errorf("%s of %s is answered %d %.200s", part, doc.Name, status, text)
			}
		}
	}
	return len(docs)
}

// LocalKey returns the server's local key, which the desktop window and the command line use.
func (s *Server) LocalKey() string {
	s.T.Helper()
	found, err := library.FindInstance(s.Data)
	if err != nil {
		s.T.Fatal(err)
	}
	return found.Key
}

// Fields makes a request, checks the status, and returns the fields of the response.
func (s *Server) Fields(status int, method, path, payload string) map[string]any {
	s.T.Helper()
	header := http.Header{}
	if strings.HasPrefix(payload, "{") {
		header.Set("Content-Type", "application/json")
	}
	got, text := s.Call(method, path, header, strings.NewReader(payload))
	if got != status {
		s.T.Fatalf("%s %s: status %d, want %d: %s", method, path, got, status, text)
	}
	answer := map[string]any{}
	if len(text) > 0 {
		if err := json.Unmarshal(text, &answer); err != nil {
			s.T.Fatalf("%s %s: %s", method, path, text)
		}
	}
	return answer
}

// ListNames returns the names of the documents in a list, and the address of its next page.
func (s *Server) ListNames(query string) (names []string, next string) {
	s.T.Helper()
	address := s.APIBase + "/document?" + query
	if strings.HasPrefix(query, "http") {
		address = query
	}
	r, err := http.NewRequestWithContext(s.T.Context(), http.MethodGet, address, nil)
	if err != nil {
		s.T.Fatal(err)
	}
	r.Header.Set("Authorization", s.Key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.T.Fatal(err)
	}
	defer answer.Body.Close()
	var docs []Document
	if err := json.NewDecoder(answer.Body).Decode(&docs); err != nil || answer.StatusCode != http.StatusOK {
		s.T.Fatalf("%s: %d, %v", query, answer.StatusCode, err)
	}
	for _, doc := range docs {
		names = append(names, doc.Name)
	}
	if link := answer.Header.Get("Link"); link != "" {
		next = strings.TrimPrefix(strings.TrimSuffix(link, `>; rel="next"`), "<")
	}
	return names, next
}

// ContentCount returns the number of content files of a server.
func (s *Server) ContentCount() (n int) {
	s.T.Helper()
	err := filepath.WalkDir(filepath.Join(s.Data, "content"), func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && entry.Name() != markerName {
			n++
		}
		return err
	})
	if err != nil {
		s.T.Fatal(err)
	}
	return n
}

// AwaitContentCount waits until a server has the given number of content files. It waits because unused content is
// removed shortly after a response was sent.
func (s *Server) AwaitContentCount(want int) {
	s.T.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(WaitTimeout); s.ContentCount() != want; <-tick.C {
		if time.Now().After(end) {
			s.T.Fatalf("it keeps %d files, want %d", s.ContentCount(), want)
		}
	}
}

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/converters/pdf/pdftest"
)

// folder is a watched folder, as the API answers it.
type folder struct {
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

// arrival is a file of one.
type arrival struct {
	ID         string `json:"id"`
	Path       string `json:"path"`
	State      string `json:"state"`
	Message    string `json:"message"`
	DocumentID string `json:"documentId"`
	MovedTo    string `json:"movedTo"`
}

// send makes a request with a JSON body, wants a status, and reads the answer.
func (s *instance) send(status int, method, path, text string, into any) {
	s.t.Helper()
	got, answer := s.call(method, path, http.Header{"Content-Type": {"application/json"}}, strings.NewReader(text))
	if got != status {
		s.t.Fatalf("%s %s: status %d, want %d: %s\n%s", method, path, got, status, answer, s.log)
	}
	if into == nil {
		return
	}
	if err := json.Unmarshal(answer, into); err != nil {
		s.t.Fatalf("%s %s: %v in %s", method, path, err, answer)
	}
}

// watch begins to watch a folder, with settings such as `,"paused":true`.
func (s *instance) watch(path, more string) (f folder) {
	s.t.Helper()
	s.send(http.StatusOK, http.MethodPost, "/folder", fmt.Sprintf(`{"path":%q%s}`, path, more), &f)
	return f
}

func (s *instance) folder(id string) (f folder) {
	s.t.Helper()
	s.send(http.StatusOK, http.MethodGet, "/folder/"+id, "", &f)
	return f
}

// arrivals gives all files of a folder by their paths.
func (s *instance) arrivals(id string) map[string]arrival {
	s.t.Helper()
	var list []arrival
	s.send(http.StatusOK, http.MethodGet, "/folder/"+id+"/arrival?limit=500", "", &list)
	all := map[string]arrival{}
	for _, a := range list {
		all[a.Path] = a
	}
	return all
}

// documents gives the names of all documents, in order.
func (s *instance) documents() (names []string) {
	s.t.Helper()
	_, text := s.call(http.MethodGet, "/document", nil, nil)
	var docs []body
	if err := json.Unmarshal(text, &docs); err != nil {
		s.t.Fatalf("%v in %s", err, text)
	}
	for _, d := range docs {
		names = append(names, d.Name)
	}
	slices.Sort(names)
	return names
}

// becomes waits until something is so.
func becomes(t testing.TB, what string, so func() bool) {
	t.Helper()
	becomesWithin(t, patience, what, so)
}

func becomesWithin(t testing.TB, limit time.Duration, what string, so func() bool) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for end := time.After(limit); !so(); {
		select {
		case <-tick.C:
		case <-end:
			t.Fatalf("never: %s", what)
		}
	}
}

// arrives waits until a file of a folder is in a state.
func (s *instance) arrives(id, path, state string) (a arrival) {
	s.t.Helper()
	becomes(s.t, path+" is "+state, func() bool {
		a = s.arrivals(id)[path]
		return a.State == state
	})
	return a
}

func write(t testing.TB, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

// pdf gives a small document unlike all others.
func pdf(n int) []byte {
	return append(pdftest.Many(1), fmt.Sprintf("\n%% %d\n", n)...)
}

// TestWatchedFolder puts files into a folder as people and programs do.
//
// promise 40
func TestWatchedFolder(t *testing.T) {
	t.Parallel()
	s := start(t)
	inbox := t.TempDir()
	write(t, filepath.Join(inbox, "before.pdf"), pdf(0))
	f := s.watch(inbox, `,"tags":["inbox"]`)
	s.arrives(f.ID, "before.pdf", "taken")
	becomes(t, "it is watched", func() bool { return s.folder(f.ID).State == "watching" })

	write(t, filepath.Join(inbox, "copied.pdf"), pdf(1))
	write(t, filepath.Join(inbox, "load.pdf.part"), pdf(2))
	write(t, filepath.Join(inbox, "~$letter.docx"), []byte("a lock"))
	if err := os.MkdirAll(filepath.Join(inbox, "deep", "er"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(inbox, "deep", "er", "below.pdf"), pdf(3))
	if err := os.Rename(filepath.Join(inbox, "load.pdf.part"), filepath.Join(inbox, "loaded.pdf")); err != nil {
		t.Fatal(err)
	}
	slow := slowly(t, filepath.Join(inbox, "slow.pdf"), pdf(4))
	for _, name := range []string{"copied.pdf", "loaded.pdf", "deep/er/below.pdf"} {
		s.arrives(f.ID, name, "taken")
	}
	if a := s.arrives(f.ID, "slow.pdf", "writing"); a.DocumentID != "" {
		t.Errorf("half a file is a document: %+v", a)
	}
	slow()
	s.arrives(f.ID, "slow.pdf", "taken")
	want := []string{"before.pdf", "below.pdf", "copied.pdf", "loaded.pdf", "slow.pdf"}
	if names := s.documents(); !slices.Equal(names, want) {
		t.Errorf("the documents are %q, want %q", names, want)
	}
	var found []body
	s.send(http.StatusOK, http.MethodGet, "/document?tag=inbox", "", &found)
	if len(found) != len(want) {
		t.Errorf("%d documents have the tag", len(found))
	}
}

// slowly begins to write a file, with more than a pause for a person, and gives what ends it.
func slowly(t testing.TB, path string, content []byte) (finish func()) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(content[:len(content)/2]); err != nil {
		t.Fatal(err)
	}
	return func() {
		t.Helper()
		if _, err := f.Write(content[len(content)/2:]); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestChangedFileBecomesANewVersion saves a file as editors do.
//
// promise 40
func TestChangedFileBecomesANewVersion(t *testing.T) {
	t.Parallel()
	s := start(t)
	inbox := t.TempDir()
	path := filepath.Join(inbox, "report.pdf")
	write(t, path, pdf(1))
	f := s.watch(inbox, "")
	first := s.arrives(f.ID, "report.pdf", "taken")
	s.wait(first.DocumentID)
	for i, save := range []func(content []byte){
		func(content []byte) { write(t, path, content) }, // in place
		func(content []byte) { // by a new file in its place
			write(t, filepath.Join(inbox, "goutputstream.tmp"), content)
			if err := os.Rename(filepath.Join(inbox, "goutputstream.tmp"), path); err != nil {
				t.Fatal(err)
			}
		},
	} {
		content := append(pdftest.Many(i+2), fmt.Sprintf("\n%% version %d\n", i)...)
		save(content)
		becomes(t, "the document has the new version", func() bool {
			_, original := s.call(http.MethodGet, "/document/"+first.DocumentID+"/original", nil, nil)
			return bytes.Equal(original, content)
		})
		if doc := s.wait(first.DocumentID); doc.PageCount != i+2 {
			t.Errorf("version %d has %d pages", i, doc.PageCount)
		}
	}
	if err := os.Rename(path, filepath.Join(inbox, "renamed.pdf")); err != nil {
		t.Fatal(err)
	}
	if renamed := s.arrives(f.ID, "renamed.pdf", "taken"); renamed.DocumentID != first.DocumentID {
		t.Errorf("the renamed file is %+v", renamed)
	}
	if names := s.documents(); len(names) != 1 {
		t.Errorf("the documents are %q", names)
	}
}

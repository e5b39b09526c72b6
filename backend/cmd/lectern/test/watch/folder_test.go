package watch_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/converters/pdf/pdftest"
)

// pdf returns a small PDF with unique text.
func pdf(n int) []byte {
	return append(pdftest.EmptyPages(1), fmt.Sprintf("\n%% %d\n", n)...)
}

// TestWatchedFolder adds files to a watched folder in the ways that people and programs do: by copying, renaming, slow
// writing and in new subfolders.
//
// SECURITY.md, promise 40 (incomplete files)
func TestWatchedFolder(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	inbox := t.TempDir()
	lecterntest.WriteFile(t, filepath.Join(inbox, "before.pdf"), pdf(0))
	f := s.Watch(inbox, `,"tags":["inbox"]`)
	s.AwaitFile(f.ID, "before.pdf", "taken")
	lecterntest.Eventually(t, "it is watched", func() bool { return s.Folder(f.ID).State == "watching" })

	lecterntest.WriteFile(t, filepath.Join(inbox, "copied.pdf"), pdf(1))
	lecterntest.WriteFile(t, filepath.Join(inbox, "load.pdf.part"), pdf(2))
	lecterntest.WriteFile(t, filepath.Join(inbox, "~$letter.docx"), []byte("a lock"))
	if err := os.MkdirAll(filepath.Join(inbox, "deep", "er"), 0o755); err != nil {
		t.Fatal(err)
	}
	lecterntest.WriteFile(t, filepath.Join(inbox, "deep", "er", "below.pdf"), pdf(3))
	if err := os.Rename(filepath.Join(inbox, "load.pdf.part"), filepath.Join(inbox, "loaded.pdf")); err != nil {
		t.Fatal(err)
	}
	slow := writeSlowly(t, filepath.Join(inbox, "slow.pdf"), pdf(4))
	for _, name := range []string{"copied.pdf", "loaded.pdf", "deep/er/below.pdf"} {
		s.AwaitFile(f.ID, name, "taken")
	}
	if a := s.AwaitFile(f.ID, "slow.pdf", "writing"); a.DocumentID != "" {
		t.Errorf("half a file is a document: %+v", a)
	}
	slow()
	s.AwaitFile(f.ID, "slow.pdf", "taken")
	want := []string{"before.pdf", "below.pdf", "copied.pdf", "loaded.pdf", "slow.pdf"}
	if names := s.DocumentNames(); !slices.Equal(names, want) {
		t.Errorf("the documents are %q, want %q", names, want)
	}
	var found []lecterntest.Document
	s.SendJSON(http.StatusOK, http.MethodGet, "/document?tag=inbox", "", &found)
	if len(found) != len(want) {
		t.Errorf("%d documents have the tag", len(found))
	}
}

// writeSlowly writes the first half of a file. It returns a function that writes the second half and closes the file.
func writeSlowly(t testing.TB, path string, content []byte) (finish func()) {
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

// TestChangedFileBecomesANewVersion saves a file in the ways that editors do: in place, and by replacing it with a new
// file. Each change becomes a new version of the document.
//
// SECURITY.md, promise 40 (incomplete files)
func TestChangedFileBecomesANewVersion(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	inbox := t.TempDir()
	path := filepath.Join(inbox, "report.pdf")
	lecterntest.WriteFile(t, path, pdf(1))
	f := s.Watch(inbox, "")
	first := s.AwaitFile(f.ID, "report.pdf", "taken")
	s.Wait(first.DocumentID)
	for i, save := range []func(content []byte){
		func(content []byte) { lecterntest.WriteFile(t, path, content) }, // writes to the existing file
		func(content []byte) { // by replacing the file with a new one
			lecterntest.WriteFile(t, filepath.Join(inbox, "goutputstream.tmp"), content)
			if err := os.Rename(filepath.Join(inbox, "goutputstream.tmp"), path); err != nil {
				t.Fatal(err)
			}
		},
	} {
		content := append(pdftest.EmptyPages(i+2), fmt.Sprintf("\n%% version %d\n", i)...)
		save(content)
		lecterntest.Eventually(t, "the document has the new version", func() bool {
			_, original := s.Call(http.MethodGet, "/document/"+first.DocumentID+"/original", nil, nil)
			return bytes.Equal(original, content)
		})
		if doc := s.Wait(first.DocumentID); doc.PageCount != i+2 {
			t.Errorf("version %d has %d pages", i, doc.PageCount)
		}
	}
	if err := os.Rename(path, filepath.Join(inbox, "renamed.pdf")); err != nil {
		t.Fatal(err)
	}
	if renamed := s.AwaitFile(f.ID, "renamed.pdf", "taken"); renamed.DocumentID != first.DocumentID {
		t.Errorf("the renamed file is %+v", renamed)
	}
	if names := s.DocumentNames(); len(names) != 1 {
		t.Errorf("the documents are %q", names)
	}
}

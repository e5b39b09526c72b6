package library_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestDecayedContentIsReplacedByAPost changes a byte of an original while the server runs, without changing the size
// and modification time of the file. When the same document is posted again, the server must store its bytes again,
// whether or not a backup has detected the damage before.
//
// SECURITY.md, promise 56 (verified backups)
func TestDecayedContentIsReplacedByAPost(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	data, text := t.TempDir(), lecterntest.UniqueSample(t, "sample.pdf")
	s := lecterntest.StartIn(t, data, nil)
	first := s.Wait(s.Upload("first.pdf", text).ID)
	for _, found := range []bool{false, true} {
		corruptFile(t, lecterntest.ContentPath(data, text))
		if found {
			lecterntest.RunWithEnv(t, nil, 1, "backup", "--data", data, filepath.Join(t.TempDir(), "damaged.tar"))
		}
		again := s.Wait(s.Upload("again.pdf", text).ID)
		for _, id := range []string{first.ID, again.ID} {
			if status, got := s.Call(http.MethodGet, "/document/"+id+"/original", nil, nil); status != http.StatusOK || !bytes.Equal(got, text) {
				t.Errorf("damage found before the post: %t: posted again it is %d, %d bytes", found, status, len(got))
			}
		}
		if stored, err := os.ReadFile(lecterntest.ContentPath(data, text)); err != nil || !bytes.Equal(stored, text) {
			t.Errorf("damage found before the post: %t: the stored file is still damaged (%v)", found, err)
		}
		lecterntest.AwaitFaults(s, 0, 0)
		lecterntest.RunWithEnv(t, nil, 0, "backup", "--data", data, filepath.Join(t.TempDir(), "mended.tar"))
	}
}

// corruptFile changes a byte of a file but not its modification time.
func corruptFile(t *testing.T, path string) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	middle := len(text) / 2
	_, err = file.WriteAt([]byte{text[middle] ^ 0xff}, int64(middle))
	if err == nil {
		err = file.Close()
	}
	if err == nil {
		err = os.Chtimes(path, info.ModTime(), info.ModTime())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestDamagedPDFIsConvertedAgain changes a byte of the PDF of an Office document. If only the PDF is damaged, backup
// and doctor must advise to convert the document again. If the original is damaged as well, they must advise to restore
// or post it first. Following the advice must repair the document.
//
// SECURITY.md, promise 56 (verified backups)
func TestDamagedPDFIsConvertedAgain(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	data, letter, paper := t.TempDir(), lecterntest.UniqueSample(t, "sample.docx"), lecterntest.UniqueSample(t, "sample.pdf")
	s := lecterntest.StartIn(t, data, nil)
	doc := s.Wait(s.Upload("letter.docx", letter).ID)
	other := s.Wait(s.Upload("paper.pdf", paper).ID)
	damage := func(paths ...string) {
		for _, path := range paths {
			corruptFile(t, path)
		}
	}
	backup := func(code int) string {
		_, said := lecterntest.RunWithEnv(t, nil, code, "backup", "--data", data, filepath.Join(t.TempDir(), "b.tar"))
		return said
	}
	wantCures := func(cures ...string) {
		t.Helper()
		for by, said := range map[string]string{"the backup that finds it": backup(1), "a later backup": backup(1), "doctor": doctor(s)} {
			for _, cure := range cures {
				if !strings.Contains(said, cure) {
					t.Errorf("%s does not say %q: %s", by, cure, said)
				}
			}
		}
	}
	retry := func() {
		t.Helper()
		s.Want(http.StatusOK, http.MethodPost, "/document/"+doc.ID+"/retry", nil)
		s.Wait(doc.ID)
		backup(0)
		lecterntest.AwaitFaults(s, 0, 0)
	}
	name := "“letter.docx (" + doc.ID + ")”"
	damage(pdfPath(s, letter, paper), lecterntest.ContentPath(data, paper))
	wantCures("Convert "+name+" again with POST /document/<id>/retry, because only the PDF is affected.",
		"Restore “paper.pdf ("+other.ID+")” from an earlier backup, or post them again.")
	s.Wait(s.Upload("paper.pdf", paper).ID)
	retry()
	damage(pdfPath(s, letter, paper), lecterntest.ContentPath(data, letter))
	wantCures("Restore " + name + " from an earlier backup; or post them again and then convert them again with POST /document/<id>/retry.")
	s.Wait(s.Upload("letter.docx", letter).ID)
	retry()
}

// pdfPath returns the path of the only content file that was not uploaded.
func pdfPath(s *lecterntest.Server, posted ...[]byte) string {
	s.T.Helper()
	for _, path := range lecterntest.ContentFiles(s.T, s.Data) {
		if !slices.ContainsFunc(posted, func(content []byte) bool { return path == lecterntest.ContentPath(s.Data, content) }) {
			return path
		}
	}
	s.T.Fatal("there is no PDF")
	return ""
}

package documents_test

import (
	"archive/zip"
	"bytes"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/converters/pdf/pdftest"
)

// TestArchive downloads documents as one ZIP file. The request also names documents that failed, documents with equal
// names, and unknown documents, which the response only counts.
func TestArchive(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	one, two := pdftest.Build([]pdftest.Page{pdftest.Text("one")}), pdftest.Build([]pdftest.Page{pdftest.Text("two")})
	damaged := lecterntest.Sample(t, "damaged.docx")
	first, second, failed := s.Upload("same.pdf", one).ID, s.Upload("Same.pdf", two).ID, s.Upload("broken.docx", damaged).ID
	for _, id := range []string{first, second, failed} {
		s.Wait(id)
	}
	payload := `{` + named(first, second, failed, first, "none") + `}`
	answer, content := archive(s, payload)
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Missing-Count") != "1" ||
		answer.Header.Get("Content-Disposition") != `attachment; filename="documents.zip"` {
		t.Fatalf("%d %v %s", answer.StatusCode, answer.Header, content)
	}
	files := unzip(t, content)
	if want := map[string]string{"same.pdf": string(one), "Same (2).pdf": string(two), "broken.docx": string(damaged)}; len(files) != 3 ||
		files["same.pdf"] != want["same.pdf"] || files["Same (2).pdf"] != want["Same (2).pdf"] || files["broken.docx"] != want["broken.docx"] {
		t.Errorf("got %q", slices.Sorted(maps.Keys(files)))
	}
}

// TestArchiveWithoutOriginals downloads the PDF of a document whose original was not kept.
func TestArchiveWithoutOriginals(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Want(http.StatusOK, http.MethodPost, "/document/upload?filename=letter.docx&keepOriginal=false",
		bytes.NewReader(lecterntest.Sample(t, "sample.docx")))
	s.Wait(doc.ID)
	answer, content := archive(s, `{`+named(doc.ID)+`}`)
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("%d %s", answer.StatusCode, content)
	}
	if files := unzip(t, content); len(files) != 1 || !strings.HasPrefix(files["letter.pdf"], "%PDF-") {
		t.Errorf("got %q", slices.Sorted(maps.Keys(files)))
	}
}

func TestEmptyArchive(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	for payload, want := range map[string]int{
		`{"ids":["none"]}`:    http.StatusNotFound,
		`{"ids":[]}`:          http.StatusUnprocessableEntity,
		`{}`:                  http.StatusUnprocessableEntity,
		`{"ids":"x"}`:         http.StatusUnprocessableEntity,
		`{"ids":["a"],"b":1}`: http.StatusUnprocessableEntity,
		``:                    http.StatusBadRequest,
		`{` + named(strings.Fields(strings.Repeat("x ", 10_001))...) + `}`: http.StatusUnprocessableEntity,
	} {
		if answer, text := archive(s, payload); answer.StatusCode != want {
			t.Errorf("%.40s: %d %s, want %d", payload, answer.StatusCode, text, want)
		}
	}
}

// archive requests an archive of documents, and returns the response and its body.
func archive(s *lecterntest.Server, payload string) (*http.Response, []byte) {
	s.T.Helper()
	r, err := http.NewRequestWithContext(s.T.Context(), http.MethodPost, s.APIBase+"/document/archive", strings.NewReader(payload))
	if err != nil {
		s.T.Fatal(err)
	}
	r.Header = http.Header{"Authorization": {s.Key}, "Content-Type": {"application/json"}}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.T.Fatal(err)
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil {
		s.T.Fatal(err)
	}
	return answer, content
}

// unzip returns the contents of the files in a ZIP file by their names.
func unzip(t *testing.T, content []byte) map[string]string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, entry := range archive.File {
		file, err := entry.Open()
		if err != nil {
			t.Fatal(err)
		}
		bytes, err := io.ReadAll(file)
		if err != nil {
			t.Fatal(err)
		}
		files[entry.Name] = string(bytes)
	}
	return files
}

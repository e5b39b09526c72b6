package filetype_test

import (
	"archive/zip"
	"bytes"
	"testing"

	"golang.org/x/text/encoding/unicode"

	. "lectern/backend/convert/filetype"
)

// TestMainDocument reads the lists of packages in the encodings that the converter accepts.
func TestMainDocument(t *testing.T) {
	t.Parallel()
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(`{"templates":[{"file":"a.pptx"}]}`)
	if err != nil {
		t.Fatal(err)
	}
	for list, want := range map[string]Type{
		`{"templates":[{"file":"a.docx"},{"file":"b.xlsx"}]}`: Docx,
		`{"templates":[{"file":"A.XLSX"}]}`:                   Xlsx,
		"\ufeff" + `{"templates":[{"file":"a.docx"}]}`:        Docx,
		utf16:                          Pptx,
		`{"templates":[]}`:             "",
		`{"templates":[{"file":"a"}]}`: "",
		`{"templates":`:                "",
	} {
		var archive bytes.Buffer
		w := zip.NewWriter(&archive)
		part, err := w.Create("application.json")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write([]byte(list)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if got := MainDocument(bytes.NewReader(archive.Bytes()), int64(archive.Len())); got != want {
			t.Errorf("%q: %q, not %q", list, got, want)
		}
	}
}

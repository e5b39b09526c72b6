package filetype

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/converters/corpustest"
)

type corpusFile struct{ path, format, traits string }

func corpusFiles(t *testing.T) []corpusFile {
	t.Helper()
	corpus := corpustest.Folder(t)
	f := corpustest.Open(t, "MANIFEST.tsv")
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var files []corpusFile
	for _, row := range rows[1:] {
		files = append(files, corpusFile{filepath.Join(corpus, row[0]), row[1], row[3]})
	}
	return files
}

// corpusExceptions maps files that cannot be opened, although their extension is supported, to the beginning of the
// expected error message.
var corpusExceptions = map[string]string{
	"testWORDML_tableInsideParagraph.doc": "This is a Word 2003 XML document, which is not a supported type.",
	"testPPT_protected_passtika.ppt":      "The document is encrypted in a way that cannot be opened here",
	"testWORD_truncated.docx":             "The document is damaged: the file is broken or incomplete.",
}

// corpusContent maps files whose extension is wrong to the type that must be detected. Their content is declared as a
// presentation without macros.
var corpusContent = map[string]Type{
	"expected-pptm.pptm": Pptx, "input.pptm": Pptx, "slideshow.ppsm": Pptx,
}

// corpusUnsupported maps unsupported formats to their names in the error message.
var corpusUnsupported = map[string]string{
	"docm": "(.docm)", "dotm": "(.dotm)", "pptm": "(.pptm)", "ppsm": "(.ppsm)", "xlsm": "(.xlsm)", "xltx": "(.xltx)",
}

// The type of every file of the corpus is detected by its content, with a file name that does not reveal the type.
//
// SECURITY.md, promise 8 (content determines the type)
func TestDetectCorpus(t *testing.T) {
	for _, file := range corpusFiles(t) {
		t.Run(filepath.Base(file.path), func(t *testing.T) {
			got, err := detectFile(t, file.path)
			base := filepath.Base(file.path)
			want := corpusExceptions[base]
			switch {
			case corpusContent[base] != "":
				if err != nil || got != corpusContent[base] {
					t.Fatalf("got %q, %v; want %q", got, err, corpusContent[base])
				}
				return
			case strings.HasPrefix(file.traits, "enc-") && want == "":
				want = "The document is password-protected."
			case corpusUnsupported[file.format] != "":
				want = corpusUnsupported[file.format]
			case want == "":
				if err != nil || string(got) != file.format {
					t.Fatalf("got %q, %v; want %q", got, err, file.format)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Fatalf("got %q, %v; want the error %q", got, err, want)
			}
		})
	}
}

func detectFile(t *testing.T, path string) (Type, error) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	return Detect(f, info.Size(), "")
}

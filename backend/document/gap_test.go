package document_test

import (
	"os"
	"path/filepath"
	"testing"

	"lectern/backend/document"
)

// TestLookForGap removes the content of more and more documents, and puts it back.
//
// promise 55, promise 56
func TestLookForGap(t *testing.T) {
	l := openLibrary(t)
	want := func(want document.Gap) {
		t.Helper()
		gap, err := l.service.LookForGap(t.Context())
		check(t, err)
		counts, err := l.service.CountFaults(t.Context())
		check(t, err)
		if gap != want || l.service.LastGap() != want || counts[document.Missing] != want.Missing {
			t.Errorf("it finds %+v, and counts %v, want %+v", gap, counts, want)
		}
	}
	want(document.Gap{}) // there is nothing
	var files []string
	for _, name := range []string{"a", "b", "c"} {
		doc := l.wantReady(l.post(name+".rtf", office(name), document.Options{}).ID, 1)
		files = append(files, doc.Original, doc.PDF)
	}
	want(document.Gap{})
	away := t.TempDir()
	path := func(key string) string { return filepath.Join(l.content(), filepath.FromSlash(key)) }
	for i, key := range files {
		check(t, os.Rename(path(key), filepath.Join(away, filepath.Base(key))))
		if missing := i + 1; 2*missing > len(files) {
			want(document.Gap{Missing: missing, Needed: len(files)})
		} else {
			want(document.Gap{})
		}
	}
	for _, key := range files {
		check(t, os.Rename(filepath.Join(away, filepath.Base(key)), path(key)))
	}
	want(document.Gap{})
}

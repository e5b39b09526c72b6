package document_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"gocloud.dev/blob/fileblob"

	"lectern/backend/document"
)

// TestSweepKeepsWhatIsUsed plants beside the content of a document what a killed process
// leaves.
func TestSweepKeepsWhatIsUsed(t *testing.T) {
	l := openLibrary(t)
	doc := l.wantReady(l.post("a.rtf", office("one", "two"), document.Options{}).ID, 2)
	shown := l.wantReady(l.post("b.rtf", office("three", "four"), document.Options{}).ID, 2)
	first := "first/" + shown.ID + ".cut" // as if it were still being converted
	l.show(shown.ID, first)
	orphan := doc.Original[:3] + strings.Repeat("0", 62)
	tests := []struct {
		key, why string
		kept     bool
	}{
		{doc.Original, "the original of a document", true},
		{doc.PDF, "the PDF of a document", true},
		{shown.PDF, "the PDF of a conversion whose original a document has", true},
		{first, "the first page that a document shows", true},
		{orphan, "an upload without a record", false},
		{doc.PDF + ".18ea111ca77fe6a6.tmp", "half a file", false},
		{"first/" + shown.ID, "the other first page of a document", false},
		{"first/" + doc.ID, "the first page of one that is whole", false},
		{"first/unknown.cut", "the first page of a document that is no more", false},
	}
	for _, test := range tests {
		l.plant(test.key)
	}
	check(t, l.service.Sweep(t.Context()))
	for _, test := range tests {
		_, err := os.Stat(filepath.Join(l.content(), test.key))
		if kept := err == nil; kept != test.kept {
			t.Errorf("%s: kept %t", test.why, kept)
		}
	}
}

// show has a document show a PDF.
func (l *library) show(id, key string) document.Document {
	l.t.Helper()
	doc, err := l.store.UpdateDocument(l.t.Context(), id, document.Update{Change: func(d *document.Document) error {
		d.PDF = key
		return nil
	}})
	check(l.t, err)
	return doc
}

// plant puts a file into the content where there is none.
func (l *library) plant(key string) {
	l.t.Helper()
	path := filepath.Join(l.content(), key)
	if _, err := os.Stat(path); err == nil {
		return
	}
	check(l.t, os.MkdirAll(filepath.Dir(path), 0o700))
	check(l.t, os.WriteFile(path, []byte("left"), 0o600))
}

// countingStore counts what it is asked about content.
type countingStore struct {
	document.Store
	asked atomic.Int32
}

func (s *countingStore) UsesContent(ctx context.Context, key string) (bool, error) {
	s.asked.Add(1)
	return s.Store.UsesContent(ctx, key)
}

func (s *countingStore) ListUsedContent(ctx context.Context, prefix string) (map[string]bool, error) {
	s.asked.Add(1)
	return s.Store.ListUsedContent(ctx, prefix)
}

// TestSweepAsksByFolder has more files than folders: a start after a kill must not ask
// the database about each.
func TestSweepAsksByFolder(t *testing.T) {
	l := openLibrary(t)
	for n := range 300 {
		l.plant(fmt.Sprintf("ab/%062x", n))
	}
	counting := &countingStore{Store: l.store}
	bucket, err := fileblob.OpenBucket(l.content(), nil)
	check(t, err)
	defer bucket.Close()
	service := document.New(document.Parts{Store: counting, Content: document.NewContent(bucket, t.TempDir()), Log: slog.New(slog.DiscardHandler)})
	check(t, service.Sweep(t.Context()))
	if n := l.files(); n != 0 {
		t.Errorf("%d files are left", n)
	}
	if asked := counting.asked.Load(); asked > 257 {
		t.Errorf("the store was asked %d times", asked)
	}
}

// TestUntidyIsSaid of content that cannot be removed, so that the next start sweeps.
func TestUntidyIsSaid(t *testing.T) {
	for _, test := range []struct {
		name   string
		stuck  func(document.Document) string
		untidy bool
	}{
		{"nothing", nil, false},
		{"the original", func(d document.Document) string { return d.Original }, true},
		{"the first page", func(d document.Document) string { return d.PDF }, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := openLibrary(t)
			doc := l.wantReady(l.post("a.rtf", office("one"), document.Options{}).ID, 1)
			if test.name == "the first page" { // as if it were still being converted
				doc = l.show(doc.ID, "first/"+doc.ID)
			}
			if test.stuck != nil { // a folder that is not empty cannot be removed as a file
				path := filepath.Join(l.content(), test.stuck(doc))
				check(t, os.RemoveAll(path))
				check(t, os.MkdirAll(filepath.Join(path, "stuck"), 0o700))
			}
			check(t, l.service.Delete(t.Context(), doc.ID))
			if got := l.service.Untidy(); got != test.untidy {
				t.Errorf("untidy: %t, want %t", got, test.untidy)
			}
		})
	}
}

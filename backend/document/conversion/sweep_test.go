package conversion_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gocloud.dev/blob/fileblob"

	"lectern/backend/document"
	"lectern/backend/document/content"
	"lectern/backend/internal/fault"
)

// TestSweepKeepsUsedContent adds files to the content folder, as a killed process leaves them, and checks which of them
// a sweep removes.
func TestSweepKeepsUsedContent(t *testing.T) {
	l := openLibrary(t)
	doc := l.wantReady(l.post("a.rtf", office("one", "two"), document.Options{}).ID, 2)
	shown := l.wantReady(l.post("b.rtf", office("three", "four"), document.Options{}).ID, 2)
	first := "first/" + shown.ID + ".cut" // as during its conversion
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
		l.putForeign(test.key)
	}
	sweep(t, l.cleaner)
	for _, test := range tests {
		_, err := os.Stat(filepath.Join(l.content(), test.key))
		if kept := err == nil; kept != test.kept {
			t.Errorf("%s: kept %t", test.why, kept)
		}
	}
}

// sweep removes and sets aside content files as the first start after a kill does.
func sweep(t *testing.T, c *content.Cleaner) {
	t.Helper()
	inventory, err := c.TakeInventory(t.Context())
	check(t, err)
	check(t, c.Sweep(t.Context(), inventory))
}

// TestUnknownFilesAreSetAside checks that starting and cleaning move unknown files aside for 30 days and log their
// names, and that a file is moved back when a record refers to it.
//
// SECURITY.md, promise 55 (no lost content)
func TestUnknownFilesAreSetAside(t *testing.T) {
	for name, remove := range map[string]func(*content.Cleaner) error{
		"start": func(c *content.Cleaner) error { sweep(t, c); return nil },
		"clean": func(c *content.Cleaner) error { return c.SetUnneededAside(t.Context()) },
	} {
		t.Run(name, func(t *testing.T) {
			var log strings.Builder
			l := openLogged(t, slog.New(slog.NewTextHandler(&log, nil)))
			kept := l.wantReady(l.post("a.rtf", office("one", "two"), document.Options{}).ID, 2)
			orphan := "ab/" + strings.Repeat("0", 62)
			l.putForeign(orphan)
			check(t, remove(l.cleaner))
			aside, err := filepath.Glob(filepath.Join(l.asideFolder(), "*", orphan))
			check(t, err)
			if len(aside) != 1 || l.contains(orphan) || !l.contains(kept.Original) || !l.contains(kept.PDF) {
				t.Fatalf("set aside are %q", aside)
			}
			if !strings.Contains(log.String(), "level=WARN") || !strings.Contains(log.String(), orphan) {
				t.Errorf("the log does not name the file: %s", &log)
			}
			check(t, l.cleaner.RestoreSetAside(t.Context()))
			if l.contains(orphan) {
				t.Error("a file that no record names is back")
			}
			l.show(kept.ID, orphan)
			check(t, l.cleaner.RestoreSetAside(t.Context()))
			if !l.contains(orphan) {
				t.Error("a file that a record names is not back")
			}
		})
	}
}

// contains reports whether there is a content file with a key.
func (l *library) contains(key string) bool {
	_, err := os.Stat(filepath.Join(l.content(), key))
	return err == nil
}

// TestSetAsideIsKeptFor30Days checks that files that were moved aside are kept until servers have run for 30 days after
// the last file was added, even if a wrong clock has named their folder. Nothing else is removed.
//
// SECURITY.md, promise 55 (no lost content)
func TestSetAsideIsKeptFor30Days(t *testing.T) {
	files, folder := t.TempDir(), t.TempDir()
	today := time.Now()
	for _, name := range []string{"2020-01-01", today.UTC().Format("2006-01-02"), "2099-01-31", "notes"} {
		check(t, os.MkdirAll(filepath.Join(folder, name, "ab"), 0o700))
	}
	wantRemoved := func(aside *content.SetAside, now time.Time, want ...string) {
		t.Helper()
		if removed, err := aside.Prune(now); err != nil || !slices.Equal(removed, want) {
			t.Errorf("after %s it removes %v, %v, want %v", now.Sub(today), removed, err, want)
		}
	}
	const day = 24 * time.Hour
	first := content.NewSetAside(files, folder)
	wantRemoved(first, today)
	wantRemoved(first, today.Add(20*day))
	_, err := first.StartDayFolder(today) // a file is added
	check(t, err)
	second := content.NewSetAside(files, folder) // a start with a clock that is far ahead
	wantRemoved(second, today.Add(4000*day))
	wantRemoved(second, today.Add(4009*day))
	wantRemoved(second, today.Add(4010*day), "2020-01-01", "2099-01-31")
	wantRemoved(second, today.Add(4029*day))
	wantRemoved(second, today.Add(4030*day), today.UTC().Format("2006-01-02"))
	if _, err := os.Stat(filepath.Join(folder, "notes")); err != nil {
		t.Error("it removes what is not a day")
	}
}

// TestCleaningIsRefusedWhereMostIsUnknown checks that cleaning fails, without changing anything, if the database does
// not know most of the files.
//
// SECURITY.md, promise 55 (no lost content)
func TestCleaningIsRefusedWhereMostIsUnknown(t *testing.T) {
	l := openLibrary(t)
	old := time.Now().Add(-time.Hour)
	for n := range 5 {
		key := fmt.Sprintf("ab/%062x", n)
		l.putForeign(key)
		check(t, os.Chtimes(filepath.Join(l.content(), key), old, old))
	}
	l.wantReady(l.post("a.rtf", office("one"), document.Options{}).ID, 1)
	if err := l.cleaner.SetUnneededAside(t.Context()); !fault.Is(err, fault.Conflict) {
		t.Errorf("the message is %v", err)
	}
	if n := l.files(); n != 7 {
		t.Errorf("%d files are left", n)
	}
}

// show sets the PDF that a document shows.
func (l *library) show(id, key string) document.Document {
	l.t.Helper()
	doc, err := l.store.Documents.UpdateDocument(l.t.Context(), id, document.Update{Change: func(d *document.Document) error {
		d.PDF = key
		return nil
	}})
	check(l.t, err)
	return doc
}

// putForeign creates a content file if it does not exist.
func (l *library) putForeign(key string) {
	l.t.Helper()
	path := filepath.Join(l.content(), key)
	if _, err := os.Stat(path); err == nil {
		return
	}
	check(l.t, os.MkdirAll(filepath.Dir(path), 0o700))
	check(l.t, os.WriteFile(path, []byte("left"), 0o600))
}

// countingStore counts the queries about content.
type countingStore struct {
	content.Records
	asked atomic.Int32
}

func (s *countingStore) UsesContent(ctx context.Context, key string) (bool, error) {
	s.asked.Add(1)
	return s.Records.UsesContent(ctx, key)
}

func (s *countingStore) ListUsedContent(ctx context.Context, prefix string) (map[string]bool, error) {
	s.asked.Add(1)
	return s.Records.ListUsedContent(ctx, prefix)
}

// TestSweepAsksByFolder checks that a start after a kill does not query the database for each file, but for each
// folder.
func TestSweepAsksByFolder(t *testing.T) {
	l := openLibrary(t)
	for n := range 300 {
		l.putForeign(fmt.Sprintf("ab/%062x", n))
	}
	counting := &countingStore{Records: l.store.Documents}
	bucket, err := fileblob.OpenBucket(l.content(), nil)
	check(t, err)
	defer bucket.Close()
	stored := content.New(content.Config{Bucket: bucket, TempDir: t.TempDir(), Records: counting, Log: slog.New(slog.DiscardHandler),
		SetAside: content.NewSetAside(l.content(), t.TempDir())})
	sweep(t, content.NewCleaner(stored))
	if n := l.files(); n != 0 {
		t.Errorf("%d files are left", n)
	}
	if asked := counting.asked.Load(); asked > 257 {
		t.Errorf("the store was asked %d times", asked)
	}
}

// TestLeftoversAreReported deletes a document whose content cannot be removed. The store must report leftovers, so that
// the next start sweeps.
func TestLeftoversAreReported(t *testing.T) {
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
			if test.name == "the first page" { // as during its conversion
				doc = l.show(doc.ID, "first/"+doc.ID)
			}
			// A non-empty folder cannot be removed as a file, and it cannot be moved aside, because a file blocks the
			// target folder.
			if test.stuck != nil {
				check(t, os.WriteFile(l.asideFolder(), nil, 0o600))
				path := filepath.Join(l.content(), test.stuck(doc))
				check(t, os.RemoveAll(path))
				check(t, os.MkdirAll(filepath.Join(path, "stuck"), 0o700))
			}
			check(t, l.service.Delete(t.Context(), doc.ID))
			if got := l.stored.HasLeftovers(); got != test.untidy {
				t.Errorf("untidy: %t, want %t", got, test.untidy)
			}
		})
	}
}

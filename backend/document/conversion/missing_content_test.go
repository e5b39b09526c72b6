package conversion_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"gocloud.dev/blob/fileblob"

	"lectern/backend/document"
	"lectern/backend/document/content"
)

// TestMissingShare removes the content of more and more documents, and restores it. The check must report the share
// that is missing each time.
//
// SECURITY.md, promise 55 (no lost content), promise 56 (verified backups)
func TestMissingShare(t *testing.T) {
	l := openLibrary(t)
	want := func(want content.MissingShare) {
		t.Helper()
		gap, err := l.checker.CheckMissing(t.Context())
		check(t, err)
		counts, err := l.checker.CountFaults(t.Context())
		check(t, err)
		if gap != want || l.checker.LastMissing() != want || counts[content.Missing] != want.Missing {
			t.Errorf("it finds %+v, and counts %v, want %+v", gap, counts, want)
		}
	}
	want(content.MissingShare{}) // the library is empty
	var files []string
	for _, name := range []string{"a", "b", "c"} {
		doc := l.wantReady(l.post(name+".rtf", office(name), document.Options{}).ID, 1)
		files = append(files, doc.Original, doc.PDF)
	}
	want(content.MissingShare{})
	away := t.TempDir()
	path := func(key string) string { return filepath.Join(l.content(), filepath.FromSlash(key)) }
	for i, key := range files {
		check(t, os.Rename(path(key), filepath.Join(away, filepath.Base(key))))
		if missing := i + 1; 2*missing > len(files) {
			want(content.MissingShare{Missing: missing, Needed: len(files)})
		} else {
			want(content.MissingShare{})
		}
	}
	for _, key := range files {
		check(t, os.Rename(filepath.Join(away, filepath.Base(key)), path(key)))
	}
	want(content.MissingShare{})
}

// recordStore is a store whose records need the content of the keys in the field keys. It counts its queries.
type recordStore struct {
	content.FaultRecords
	keys          []string
	visits, lists atomic.Int32
}

func (s *recordStore) VisitUsedContent(_ context.Context, prefix string, visit func(key string) error) error {
	s.visits.Add(1)
	return s.visit(prefix, visit)
}

func (s *recordStore) ListUsedContent(_ context.Context, prefix string) (map[string]bool, error) {
	s.lists.Add(1)
	used := make(map[string]bool)
	return used, s.visit(prefix, func(key string) error { used[key] = true; return nil })
}

func (s *recordStore) visit(prefix string, visit func(key string) error) error {
	for _, key := range s.keys {
		if !strings.HasPrefix(key, prefix) {
			continue
		}
		if err := visit(key); err != nil {
			return err
		}
	}
	return nil
}

// openChecker returns a checker of an empty content store, and a store of records that refer to the files of the given
// number of documents. The record store visits each key twice.
func openChecker(t *testing.T, documents int) (*content.Checker, *recordStore) {
	store := new(recordStore)
	for n := range documents {
		sum := fmt.Sprintf("%x", sha256.Sum256([]byte(fmt.Sprint(n))))
		store.keys = append(store.keys, sum[:2]+"/"+sum[2:], sum[:2]+"/"+sum[2:])
	}
	bucket, err := fileblob.OpenBucket(t.TempDir(), nil)
	check(t, err)
	t.Cleanup(func() { _ = bucket.Close() })
	stored := content.New(content.Config{Bucket: bucket, TempDir: t.TempDir(), Records: store, Log: slog.New(slog.DiscardHandler)})
	return content.NewChecker(stored, store), store
}

// TestCheckMissingListsOnce repeatedly checks a library that lacks all of its files. The records are listed at most
// once.
//
// SECURITY.md, promise 55 (no lost content)
func TestCheckMissingListsOnce(t *testing.T) {
	for _, documents := range []int{10, 3000} {
		checker, store := openChecker(t, documents)
		var first int32
		for look := range 3 {
			gap, err := checker.CheckMissing(t.Context())
			check(t, err)
			if want := (content.MissingShare{Missing: documents, Needed: documents}); gap != want {
				t.Errorf("look %d at %d files finds %+v", look, documents, gap)
			}
			if look == 0 {
				first = store.lists.Load()
			}
		}
		if lists := store.lists.Load(); lists != first || documents < 200 && lists > 0 {
			t.Errorf("the keys of %d files are listed %d times by folder, %d at first", documents, lists, first)
		}
	}
}

// TestSampleMissingAsksSeldom checks that sampling a library of any size needs few queries.
func TestSampleMissingAsksSeldom(t *testing.T) {
	for documents, wantAsked := range map[int]int{0: 2, 1: 2, 199: 2, 200: 2, 300: 2, 3000: 21, 60_000: 21} {
		_, store := openChecker(t, documents)
		gap, err := content.SampleMissing(t.Context(), store.VisitUsedContent, neverExists)
		check(t, err)
		want := min(documents, 200)
		if asked := store.visits.Load(); gap != (content.MissingShare{Missing: want, Needed: want}) || int(asked) > wantAsked {
			t.Errorf("%d files: it asks %d times and finds %+v", documents, asked, gap)
		}
	}
}

func neverExists(context.Context, string) (bool, error) { return false, nil }

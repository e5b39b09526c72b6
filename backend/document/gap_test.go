package document_test

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

// needyStore is a store whose records need the content under some keys. It counts its queries.
type needyStore struct {
	document.Store
	keys          []string
	visits, lists atomic.Int32
}

func (s *needyStore) VisitUsedContent(_ context.Context, prefix string, visit func(key string) error) error {
	s.visits.Add(1)
	return s.visit(prefix, visit)
}

func (s *needyStore) ListUsedContent(_ context.Context, prefix string) (map[string]bool, error) {
	s.lists.Add(1)
	used := make(map[string]bool)
	return used, s.visit(prefix, func(key string) error { used[key] = true; return nil })
}

func (s *needyStore) visit(prefix string, visit func(key string) error) error {
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

// openNeedy returns a service without any content, and its store, whose records need the files of a number of documents.
// The store visits each key twice.
func openNeedy(t *testing.T, documents int) (*document.Service, *needyStore) {
	store := new(needyStore)
	for n := range documents {
		sum := fmt.Sprintf("%x", sha256.Sum256([]byte(fmt.Sprint(n))))
		store.keys = append(store.keys, sum[:2]+"/"+sum[2:], sum[:2]+"/"+sum[2:])
	}
	bucket, err := fileblob.OpenBucket(t.TempDir(), nil)
	check(t, err)
	t.Cleanup(func() { _ = bucket.Close() })
	content := document.NewContent(bucket, t.TempDir())
	return document.New(document.Parts{Store: store, Content: content, Log: slog.New(slog.DiscardHandler)}), store
}

// TestLookForGapListsOnce checks a library that lacks all of its files repeatedly: the files are listed once at most.
//
// promise 55
func TestLookForGapListsOnce(t *testing.T) {
	for _, documents := range []int{10, 3000} {
		service, store := openNeedy(t, documents)
		var first int32
		for look := range 3 {
			gap, err := service.LookForGap(t.Context())
			check(t, err)
			if want := (document.Gap{Missing: documents, Needed: documents}); gap != want {
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

// TestSampleGapAsksSeldom samples libraries of many sizes with a few queries of the database.
func TestSampleGapAsksSeldom(t *testing.T) {
	for documents, wantAsked := range map[int]int{0: 2, 1: 2, 199: 2, 200: 2, 300: 2, 3000: 21, 60_000: 21} {
		_, store := openNeedy(t, documents)
		gap, err := document.SampleGap(t.Context(), store.VisitUsedContent, isNowhere)
		check(t, err)
		want := min(documents, 200)
		if asked := store.visits.Load(); gap != (document.Gap{Missing: want, Needed: want}) || int(asked) > wantAsked {
			t.Errorf("%d files: it asks %d times and finds %+v", documents, asked, gap)
		}
	}
}

func isNowhere(context.Context, string) (bool, error) { return false, nil }

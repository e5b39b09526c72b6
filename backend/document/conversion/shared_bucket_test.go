package conversion_test

import (
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/backend/document"
	"lectern/backend/document/content"
)

// TestNodesPostAndDeleteTheSameBytes lets two nodes concurrently post and delete documents with few different contents,
// while unused content is removed at once. Each existing document always has its content, and in the end no unused
// content is left.
func TestNodesPostAndDeleteTheSameBytes(t *testing.T) {
	f := openCluster(t)
	nodes := []*node{f.open(1 << 20), f.open(1 << 20)}
	const contents, workers, rounds = 3, 8, 25
	var posting sync.WaitGroup
	kept := make([]document.Document, workers)
	for worker := range workers {
		posting.Go(func() {
			own := nodes[worker%len(nodes)]
			for round := range rounds {
				doc, err := own.post(t.Context(), fmt.Sprint("content ", (worker+round)%contents))
				if err != nil {
					t.Errorf("post: %v", err)
					return
				}
				if there, err := f.bucket.Exists(t.Context(), doc.Original); err != nil || !there {
					t.Errorf("the store has the bytes of a document: %t, %v", there, err)
				}
				if round == rounds-1 && worker < 2 {
					kept[worker] = doc
					return
				}
				if err := nodes[(worker+1)%len(nodes)].service.Delete(t.Context(), doc.ID); err != nil {
					t.Errorf("delete: %v", err)
				}
			}
		})
	}
	ended := make(chan struct{})
	var leading sync.WaitGroup
	leading.Go(func() {
		for {
			if err := nodes[0].cleaner.RemoveExpired(t.Context(), 0); err != nil {
				t.Errorf("remove: %v", err)
			}
			select {
			case <-ended:
				return
			default:
			}
		}
	})
	posting.Wait()
	close(ended)
	leading.Wait()
	check(t, nodes[0].cleaner.RemoveExpired(t.Context(), -time.Second))
	want := slices.Compact(slices.Sorted(slices.Values([]string{kept[0].Original, kept[1].Original})))
	if got := f.objects(); !slices.Equal(got, want) {
		t.Errorf("the store has %v, want what documents have: %v", got, want)
	}
}

// TestLeftoversOfKilledNodesAreSwept creates objects that no record names. First pages are removed by the sweep, and
// complete content after 30 days.
//
// SECURITY.md, promise 55 (no lost content)
func TestLeftoversOfKilledNodesAreSwept(t *testing.T) {
	f := openCluster(t)
	n := f.open(1 << 20)
	doc, err := n.post(t.Context(), "kept")
	check(t, err)
	left := doc.Original[:3] + strings.Repeat("0", 62)
	for _, key := range []string{left, "first/gone-1-ABC", "seal.key"} {
		check(t, f.bucket.WriteAll(t.Context(), key, []byte("left"), nil))
	}
	sweep := func(grace time.Duration) []string {
		t.Helper()
		check(t, n.cleaner.SweepShared(t.Context(), grace))
		check(t, n.cleaner.RemoveExpired(t.Context(), -time.Second))
		return f.objects()
	}
	if got := sweep(time.Hour); len(got) != 4 {
		t.Errorf("the store has %v after a sweep: what is young was removed", got)
	}
	if got, want := sweep(-time.Minute), []string{left, doc.Original, "seal.key"}; !slices.Equal(got, want) {
		t.Errorf("the store has %v after a sweep, want %v: what a record may name is kept", got, want)
	}
	sweep(-time.Minute)
	check(t, n.cleaner.RemoveExpired(t.Context(), time.Hour-content.SetAsideTime))
	if got := f.objects(); len(got) != 3 {
		t.Errorf("the store has %v before 30 days are over", got)
	}
	check(t, n.cleaner.RemoveExpired(t.Context(), -time.Hour-content.SetAsideTime))
	if got, want := f.objects(), []string{doc.Original, "seal.key"}; !slices.Equal(got, want) {
		t.Errorf("the store has %v after 30 days, want %v", got, want)
	}
}

// TestPostWaitsForRemoval posts a document while its content is being removed. The post waits for the end of the
// removal and stores the content again.
func TestPostWaitsForRemoval(t *testing.T) {
	f := openCluster(t)
	n, other := f.open(1<<20), f.open(1<<20)
	doc, err := other.post(t.Context(), "the same")
	check(t, err)
	upload, err := n.service.Receive(t.Context(), "letter.rtf", strings.NewReader(`{\rtf1 the same}`))
	check(t, err)
	check(t, other.service.Delete(t.Context(), doc.ID))
	keys, _, err := other.store.Removals.BeginRemovals(t.Context(), time.Now().Add(time.Second), 10)
	if check(t, err); !slices.Equal(keys, []string{doc.Original}) {
		t.Fatalf("%v is removed, want the bytes of the document", keys)
	}
	posted := make(chan error, 1)
	go func() {
		_, _, err := n.service.PostUploads(t.Context(), []document.Upload{upload}, document.Options{})
		posted <- err
	}()
	check(t, other.content.Remove(t.Context(), doc.Original))
	check(t, other.store.Removals.EndRemovals(t.Context(), keys))
	check(t, <-posted)
	if got := f.objects(); !slices.Equal(got, keys) {
		t.Errorf("the store has %v, want the bytes again that were removed", got)
	}
}

// TestCopies reads content that another node has stored: many times concurrently, and after a restart with a damaged
// copy in the cache.
func TestCopies(t *testing.T) {
	f := openCluster(t)
	a, b := f.open(1<<20), f.open(1<<20)
	doc, err := a.post(t.Context(), "to be read")
	check(t, err)
	if n := a.copies(t); n != 1 {
		t.Errorf("the node that stored it has %d copies", n)
	}
	var reading sync.WaitGroup
	for range 20 {
		reading.Go(func() {
			if text, err := b.read(t.Context(), doc.Original); err != nil || text != `{\rtf1 to be read}` {
				t.Errorf("read %q, %v", text, err)
			}
		})
	}
	reading.Wait()
	if n := b.copies(t); n != 1 {
		t.Errorf("the node that read it has %d copies", n)
	}
	copied := filepath.Join(b.cache, doc.Original)
	check(t, os.WriteFile(copied, []byte("damaged"), 0o600))
	again := f.openOn(b.cache, 1<<20)
	if text, err := again.read(t.Context(), doc.Original); err != nil || text != `{\rtf1 to be read}` {
		t.Errorf("read %q, %v of a damaged copy", text, err)
	}
	check(t, a.service.Delete(t.Context(), doc.ID))
	check(t, a.cleaner.RemoveExpired(t.Context(), -time.Second))
	check(t, again.cleaner.EvictRemoved(t.Context(), time.Time{}))
	if n := a.copies(t) + again.copies(t); n != 0 {
		t.Errorf("%d copies are left of what was removed", n)
	}
}

// TestLargeContent uploads content that is large enough for a multipart upload.
func TestLargeContent(t *testing.T) {
	f := openCluster(t)
	a, b := f.open(1<<30), f.open(1<<30)
	const size = 64 << 20
	key, _, err := a.content.Add(t.Context(), io.LimitReader(rand.Reader, size), size)
	check(t, err)
	file, err := b.content.Open(t.Context(), key)
	check(t, err)
	defer file.Close()
	if info, err := file.Stat(); err != nil || info.Size() != size {
		t.Errorf("it has %v, %v", info, err)
	}
}

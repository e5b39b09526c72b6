package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestStressWatchedFolder copies many files into a watched folder at once, more than may wait to
// be converted, and kills the server meanwhile: all are taken, once each, and their originals moved.
//
// promise 22, promise 41, promise 42
func TestStressWatchedFolder(t *testing.T) {
	t.Parallel()
	n, limit := rounds(500, 10_000), time.Duration(rounds(1, 5))*patience
	data, inbox := t.TempDir(), t.TempDir()
	queue := fmt.Sprint(n / 2)
	s := startOn(t, data, nil, "--max-queue", queue)
	f := s.watch(inbox, `,"afterSuccess":{"action":"move","folder":"done"}`)
	begin := time.Now()
	for i := range n {
		folder := filepath.Join(inbox, fmt.Sprint(i%7))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(folder, fmt.Sprintf("%05d.pdf", i)), pdf(i))
	}
	t.Logf("%d files were written in %s", n, time.Since(begin))
	for _, part := range []int{n / 10, n / 2, n} {
		becomesWithin(t, limit, "some are taken", func() bool { return s.folder(f.ID).Taken >= part })
		s.kill()
		s = startOn(t, data, nil, "--max-queue", queue)
	}
	becomesWithin(t, limit, "all are taken", func() bool { return s.folder(f.ID).Taken == n })
	t.Logf("all were taken in %s", time.Since(begin))
	names := s.documents()
	if distinct := len(slices.Compact(slices.Clone(names))); len(names) != n || distinct != n {
		t.Errorf("there are %d documents, %d distinct", len(names), distinct)
	}
	moved := map[string]bool{}
	becomesWithin(t, limit, "all are moved", func() bool {
		entries, err := os.ReadDir(filepath.Join(inbox, "done"))
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			moved[entry.Name()] = true
		}
		return len(entries) >= n
	})
	t.Logf("all were moved in %s", time.Since(begin))
	if len(moved) != n { // none was there twice on its way, under another name
		t.Errorf("%d files are where the originals were moved to", len(moved))
	}
	if f := s.folder(f.ID); f.Waiting != 0 || f.Failed != 0 {
		t.Errorf("the folder is %+v", f)
	}
}

// TestTimeToADocument measures how long a whole file takes to become a document.
func TestTimeToADocument(t *testing.T) {
	t.Parallel()
	s := start(t)
	inbox := t.TempDir()
	f := s.watch(inbox, "")
	becomes(t, "it is watched", func() bool { return s.folder(f.ID).State == "watching" })
	var took []time.Duration
	for i := range 10 {
		path := filepath.Join(inbox, fmt.Sprintf("%d.pdf", i))
		content := pdf(i)
		begin := time.Now()
		write(t, path, content)
		becomes(t, "it is a document", func() bool {
			var docs []body
			s.send(http.StatusOK, http.MethodGet, "/document?limit=1", "", &docs)
			return len(docs) == 1 && docs[0].Name == filepath.Base(path)
		})
		took = append(took, time.Since(begin))
	}
	slices.Sort(took)
	t.Logf("from %s to %s", took[0], took[len(took)-1])
	if slowest := took[len(took)-1]; slowest > time.Second {
		t.Errorf("it took up to %s", slowest)
	}
}

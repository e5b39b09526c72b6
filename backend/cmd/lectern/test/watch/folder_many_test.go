package watch_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestStressWatchedFolder copies more files into a watched folder at once than the conversion queue has room for, and
// kills the server meanwhile. Each file must be imported exactly once, and its original must be moved.
//
// SECURITY.md, promise 22 (killed server), promise 41 (no missed files), promise 42 (safe originals)
func TestStressWatchedFolder(t *testing.T) {
	t.Parallel()
	n, limit := lecterntest.Rounds(500, 10_000), time.Duration(lecterntest.Rounds(1, 5))*lecterntest.WaitTimeout
	data, inbox := t.TempDir(), t.TempDir()
	queue := fmt.Sprint(n / 2)
	s := lecterntest.StartIn(t, data, nil, "--max-queue", queue)
	f := s.Watch(inbox, `,"afterSuccess":{"action":"move","folder":"done"}`)
	begin := time.Now()
	for i := range n {
		folder := filepath.Join(inbox, fmt.Sprint(i%7))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		lecterntest.WriteFile(t, filepath.Join(folder, fmt.Sprintf("%05d.pdf", i)), pdf(i))
	}
	t.Logf("%d files were written in %s", n, time.Since(begin))
	for _, part := range []int{n / 10, n / 2, n} {
		lecterntest.EventuallyWithin(t, limit, "some are taken", func() bool { return s.Folder(f.ID).Taken >= part })
		s.Kill()
		s = lecterntest.StartIn(t, data, nil, "--max-queue", queue)
	}
	lecterntest.EventuallyWithin(t, limit, "all are taken", func() bool { return s.Folder(f.ID).Taken == n })
	t.Logf("all were taken in %s", time.Since(begin))
	names := s.DocumentNames()
	if distinct := len(slices.Compact(slices.Clone(names))); len(names) != n || distinct != n {
		t.Errorf("there are %d documents, %d distinct", len(names), distinct)
	}
	moved := map[string]bool{}
	lecterntest.EventuallyWithin(t, limit, "all are moved", func() bool {
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
	if len(moved) != n { // none was moved twice under another name
		t.Errorf("%d files are where the originals were moved to", len(moved))
	}
	if f := s.Folder(f.ID); f.Waiting != 0 || f.Failed != 0 {
		t.Errorf("the folder is %+v", f)
	}
}

// TestTimeToADocument measures the time from when a file is complete until its document exists.
func TestTimeToADocument(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	inbox := t.TempDir()
	f := s.Watch(inbox, "")
	lecterntest.Eventually(t, "it is watched", func() bool { return s.Folder(f.ID).State == "watching" })
	var took []time.Duration
	for i := range 10 {
		path := filepath.Join(inbox, fmt.Sprintf("%d.pdf", i))
		content := pdf(i)
		begin := time.Now()
		lecterntest.WriteFile(t, path, content)
		lecterntest.Eventually(t, "it is a document", func() bool {
			var docs []lecterntest.Document
			s.SendJSON(http.StatusOK, http.MethodGet, "/document?limit=1", "", &docs)
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

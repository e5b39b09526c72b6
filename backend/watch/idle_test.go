package watch_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"lectern/backend/store"
	"lectern/backend/watch"
)

// TestNoQueriesWithoutWaitingFiles imports files one after the other with immediate retries. While no file waits for
// its document, the store must not be queried before it sends a notification.
func TestNoQueriesWithoutWaitingFiles(t *testing.T) {
	c := countingStore{passes: new(atomic.Int64), noted: new(atomic.Int64)}
	b := newTestService(t, func(p *watch.Config) {
		c.Folders = p.Store.(store.Folders)
		p.Store = c
	})
	b.RetryAtOnce()
	b.start()
	inbox := t.TempDir()
	f := b.create(inbox, nil)
	const files = 3
	for i := range files {
		name := fmt.Sprintf("%d.pdf", i)
		write(t, filepath.Join(inbox, name), name)
		b.becomes(name+" is taken", func() bool { return b.files(f.ID)[name].Stage == watch.Taken })
		b.becomes(name+" is settled", func() bool {
			pending, err := b.db.Folders.HasPending(t.Context(), f.ID)
			return err == nil && !pending
		})
	}
	if got := c.passes.Load(); got > 20*files {
		t.Errorf("%d files were settled in %d passes", files, got)
	}
}

// TestARenamedFolderIsDetectedAtOnce renames a folder that is not checked at intervals.
func TestARenamedFolderIsDetectedAtOnce(t *testing.T) {
	b := newTestService(t, nil)
	b.ProbeSeldom()
	b.start()
	folder := filepath.Join(t.TempDir(), "inbox")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	f := b.create(folder, nil)
	b.becomes("it is watched", func() bool { return b.find(f.ID).State == watch.Watching })
	if err := os.Rename(folder, folder+" elsewhere"); err != nil {
		t.Fatal(err)
	}
	b.becomes("it is missing", func() bool { return b.find(f.ID).State == watch.Missing })
}

package watch_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"lectern/backend/watch"
)

// If a subfolder of a watched folder is removed, the whole folder is not scanned again. A new subfolder at the same
// path is watched.
func TestRemovedSubfolder(t *testing.T) {
	folder := t.TempDir()
	below := filepath.Join(folder, "below")
	var looks atomic.Int64
	b := newTestService(t, func(p *watch.Config) {
		p.FileSystem = func(path string) (watch.FileSystem, error) {
			looks.Add(1)
			return watch.StatFileSystem(path)
		}
	})
	b.start()
	f := b.create(folder, nil)
	b.becomes("it is watched", func() bool { return b.find(f.ID).State == watch.Watching })
	before := looks.Load()
	for i := range 3 {
		if err := os.Mkdir(below, 0o755); err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("below/%d.pdf", i)
		write(t, filepath.Join(folder, name), name)
		b.becomes(name+" is taken", func() bool { return b.files(f.ID)[name].Stage == watch.Taken })
		if err := os.RemoveAll(below); err != nil {
			t.Fatal(err)
		}
		b.becomes(name+" is gone", func() bool { return !b.files(f.ID)[name].GoneAt.IsZero() })
	}
	write(t, filepath.Join(folder, "a.pdf"), "one")
	b.becomes("a.pdf is taken", func() bool { return b.files(f.ID)["a.pdf"].Stage == watch.Taken })
	if after := looks.Load(); after != before {
		t.Errorf("all was watched anew, %d times", after-before)
	}
}

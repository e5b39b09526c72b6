package watch_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"lectern/backend/internal/fault"
	"lectern/backend/store"
	"lectern/backend/watch"
)

// A folder is no longer reported as waiting for disk space when the only file that did not fit is gone.
func TestFullFolderWithoutFiles(t *testing.T) {
	folder := t.TempDir()
	b := newTestService(t, nil)
	b.refuse(fault.FullDisk(nil))
	b.start()
	f := b.create(folder, nil)
	write(t, filepath.Join(folder, "a.pdf"), "large")
	b.becomes("it is full", func() bool { return b.find(f.ID).State == watch.Full })
	if err := os.Remove(filepath.Join(folder, "a.pdf")); err != nil {
		t.Fatal(err)
	}
	b.becomes("it is not", func() bool {
		f := b.find(f.ID)
		return f.State == watch.Watching && f.Message == ""
	})
}

// The condition of a folder that a file or a link has replaced describes the replacement until the folder is back. A
// pipe is not opened, because that would block.
//
// SECURITY.md, promise 41 (no missed files)
func TestFolderReplacedByFile(t *testing.T) {
	for kind, put := range map[string]func(path string) error{
		"file": func(path string) error { return os.WriteFile(path, []byte("a file"), 0o644) },
		"pipe": func(path string) error { return syscall.Mkfifo(path, 0o644) },
		"link": func(path string) error { return os.Symlink(path+"-away", path) },
	} {
		said := "was replaced by a file"
		if kind == "link" {
			said = "was replaced by a link"
		}
		t.Run(kind, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "inbox")
			if err := os.Mkdir(folder, 0o755); err != nil {
				t.Fatal(err)
			}
			b := newTestService(t, nil)
			b.start()
			f := b.create(folder, nil)
			b.becomes("it is watched", func() bool { return b.find(f.ID).State == watch.Watching })
			if err := errors.Join(os.Rename(folder, folder+"-away"), put(folder)); err != nil {
				t.Fatal(err)
			}
			b.becomes("it is told", func() bool {
				f := b.find(f.ID)
				return f.State == watch.Missing && strings.HasPrefix(f.Message.String(), "The folder "+folder+" "+said)
			})
			if err := errors.Join(os.Remove(folder), os.Rename(folder+"-away", folder)); err != nil {
				t.Fatal(err)
			}
			b.becomes("it is watched again", func() bool {
				f := b.find(f.ID)
				return f.State == watch.Watching && f.Message == ""
			})
		})
	}
}

// failingVisitStore is a store whose VisitPresent fails three times.
type failingVisitStore struct {
	store.Folders
	asked *atomic.Int64
}

func (f failingVisitStore) VisitPresent(ctx context.Context, folder string, visit func(string) error) error {
	if f.asked.Add(1) < 4 {
		return errors.New("out of order")
	}
	return f.Folders.VisitPresent(ctx, folder, visit)
}

// If the store fails, the folder is not reported as missing. The folder is watched again when the store works again.
func TestStoreFailureIsNotAMissingFolder(t *testing.T) {
	var b *testService
	var missing atomic.Bool
	b = newTestService(t, func(p *watch.Config) {
		p.Store = failingVisitStore{p.Store.(store.Folders), new(atomic.Int64)}
		p.OnChange = func(id string) {
			if f, err := b.Find(context.Background(), id); err == nil && f.State == watch.Missing {
				missing.Store(true)
			}
		}
	})
	b.start()
	f := b.create(t.TempDir(), nil)
	b.becomes("it is watched", func() bool { return b.find(f.ID).State == watch.Watching })
	if missing.Load() {
		t.Error("it was reported as missing")
	}
}

package watch_test

import (
	"context"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"lectern/backend/store"
	"lectern/backend/watch"
)

// moving is a store in which it takes as long as wait does to note that a move begins.
type moving struct {
	*store.DB
	wait func(ctx context.Context)
}

func (m moving) UpdateArrival(ctx context.Context, id int64, change func(*watch.Arrival)) error {
	m.wait(ctx)
	return m.DB.UpdateArrival(context.WithoutCancel(ctx), id, change)
}

// mountDisk mounts a disk at a folder until the test ends.
func mountDisk(t *testing.T, folder, options string) {
	t.Helper()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, options); err != nil {
		t.Skipf("needs to mount a disk, which only root may: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
}

func pauseFolder(b *bench, id string, paused bool) {
	b.t.Helper()
	if _, err := b.Edit(b.t.Context(), id, func(s *watch.Settings) error { s.Paused = paused; return nil }); err != nil {
		b.t.Fatal(err)
	}
}

// A folder that was stopped moves no original any more, to the same disk or another one: who stops
// it may do with them what they like.
//
// promise 42
func TestNoMoveAfterTheEnd(t *testing.T) {
	inbox, done := t.TempDir(), t.TempDir()
	for _, disk := range []string{"the same disk", "another disk"} {
		if disk == "another disk" {
			mountDisk(t, done, "size=1m")
		}
		begun := make(chan struct{}, 100)
		b := newBench(t, func(p *watch.Parts) {
			p.Store = moving{p.Store.(*store.DB), func(ctx context.Context) {
				begun <- struct{}{}
				<-ctx.Done()
			}}
		})
		b.start()
		f := b.create(inbox, func(s *watch.Settings) { s.AfterSuccess = watch.After{Action: "move", Folder: done} })
		write(t, filepath.Join(inbox, "a.pdf"), "original")
		<-begun
		pauseFolder(b, f.ID, true)
		if content, err := os.ReadFile(filepath.Join(inbox, "a.pdf")); err != nil || string(content) != "original" {
			t.Errorf("%s: the original is %q, %v", disk, content, err)
		}
		if moved, err := os.ReadDir(done); err != nil || len(moved) > 0 {
			t.Errorf("%s: moved are %v, %v", disk, moved, err)
		}
	}
}

// A folder that is watched anew is left alone until what it was doing has ended, however long that
// takes: two that move one original could destroy it.
//
// promise 42
func TestOneMoverAtATime(t *testing.T) {
	begun, release, began := make(chan struct{}, 100), make(chan struct{}), make(chan struct{}, 100)
	var again atomic.Bool
	b := newBench(t, func(p *watch.Parts) {
		p.Store = moving{p.Store.(*store.DB), func(context.Context) {
			begun <- struct{}{}
			<-release
		}}
		p.FileSystem = func(path string) (watch.FileSystem, error) {
			if again.Load() {
				began <- struct{}{}
			}
			return watch.StatFileSystem(path)
		}
	})
	b.start()
	inbox := t.TempDir()
	f := b.create(inbox, func(s *watch.Settings) { s.AfterSuccess = watch.After{Action: "move", Folder: "done"} })
	write(t, filepath.Join(inbox, "a.pdf"), "original")
	<-begun
	pauseFolder(b, f.ID, true)
	again.Store(true)
	pauseFolder(b, f.ID, false)
	select {
	case <-began:
		t.Error("two work on the folder")
	case <-time.After(100 * time.Millisecond):
	}
	close(release)
	b.becomes("it is moved", func() bool { return b.files(f.ID)["a.pdf"].Moved })
	if content, err := os.ReadFile(filepath.Join(inbox, "done", "a.pdf")); err != nil || string(content) != "original" {
		t.Errorf("the original is %q, %v", content, err)
	}
}

package watch_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"lectern/backend/document"
	"lectern/backend/store"
	"lectern/backend/watch"
)

// pausedMoveStore is a store that calls wait before it records the beginning of a move.
type pausedMoveStore struct {
	store.Folders
	wait func(ctx context.Context)
}

func (m pausedMoveStore) UpdateArrival(ctx context.Context, id int64, change func(*watch.Arrival)) error {
	m.wait(ctx)
	return m.Folders.UpdateArrival(context.WithoutCancel(ctx), id, change)
}

// mountDisk mounts a disk at a folder until the test ends.
func mountDisk(t *testing.T, folder, options string) {
	t.Helper()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, options); err != nil {
		t.Skipf("needs to mount a disk, which only root may: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
}

func pauseFolder(b *testService, id string, paused bool) {
	b.t.Helper()
	if _, err := b.Edit(b.t.Context(), id, func(s *watch.Settings) error { s.Paused = paused; return nil }); err != nil {
		b.t.Fatal(err)
	}
}

// After a folder was paused, no original is moved, neither to the same disk nor to another disk, so that the user can
// change originals safely.
//
// SECURITY.md, promise 42 (safe originals)
func TestNoMoveAfterTheEnd(t *testing.T) {
	inbox, done := t.TempDir(), t.TempDir()
	for _, disk := range []string{"the same disk", "another disk"} {
		if disk == "another disk" {
			mountDisk(t, done, "size=1m")
		}
		begun := make(chan struct{}, 100)
		b := newTestService(t, func(p *watch.Config) {
			p.Store = pausedMoveStore{p.Store.(store.Folders), func(ctx context.Context) {
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

// A folder that is resumed is not watched again until its previous watcher has ended, however long that takes, because
// two watchers that move the same original could destroy it.
//
// SECURITY.md, promise 42 (safe originals)
func TestOneMoverAtATime(t *testing.T) {
	begun, release, began := make(chan struct{}, 100), make(chan struct{}), make(chan struct{}, 100)
	var again atomic.Bool
	b := newTestService(t, func(p *watch.Config) {
		p.Store = pausedMoveStore{p.Store.(store.Folders), func(context.Context) {
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

// returningFileStore is a store that simulates a user who puts a file back after Lectern has moved it. Directly before
// a move is recorded, UpdateArrival moves the file back to the watched folder by means of the function in the field
// back. It then waits until the watcher of the folder has seen the file.
type returningFileStore struct {
	store.Folders
	back   func() bool   // moves the file back if it was moved for the first time
	looked chan struct{} // receives a value when the file has been seen since then

	mu     *sync.Mutex
	isBack *bool
}

func (r returningFileStore) UpdateArrival(ctx context.Context, id int64, change func(*watch.Arrival)) error {
	if r.bringBack() {
		<-r.looked
	}
	return r.Folders.UpdateArrival(ctx, id, change)
}

// bringBack moves the file back unless that has been done, and reports whether it did.
func (r returningFileStore) bringBack() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if *r.isBack {
		return false
	}
	*r.isBack = r.back()
	return *r.isBack
}

func (r returningFileStore) FindArrivals(ctx context.Context, folder string, paths []string) (map[string]watch.Arrival, error) {
	r.mu.Lock()
	isBack := *r.isBack
	r.mu.Unlock()
	found, err := r.Folders.FindArrivals(ctx, folder, paths)
	if isBack {
		select {
		case r.looked <- struct{}{}:
		default:
		}
	}
	return found, err
}

// TestFileReturnedDuringAMove moves an original back before its move is recorded, so that it seems never to have
// moved. It must be moved again.
//
// SECURITY.md, promise 42 (safe originals)
func TestFileReturnedDuringAMove(t *testing.T) {
	inbox := t.TempDir()
	file, done := filepath.Join(inbox, "a.pdf"), filepath.Join(inbox, "done", "a.pdf")
	var mu sync.Mutex
	var isBack bool
	b := newTestService(t, func(p *watch.Config) {
		back := func() bool { return os.Rename(done, file) == nil }
		p.Store = returningFileStore{p.Store.(store.Folders), back, make(chan struct{}, 1), &mu, &isBack}
	})
	b.start()
	b.create(inbox, func(s *watch.Settings) { s.AfterSuccess = watch.After{Action: "move", Folder: "done"} })
	write(t, file, "original")
	b.becomes("it is moved again", func() bool {
		mu.Lock()
		defer mu.Unlock()
		_, err := os.Stat(done)
		return err == nil && isBack
	})
}

// retriedStore is a store that simulates a user who retries a document as soon as the list of files shows its failure.
type retriedStore struct {
	store.Folders
	failed chan string   // receives the id of the first document whose failure is recorded
	retry  chan struct{} // closed when the document has been retried
	once   *sync.Once
}

func (r retriedStore) UpdateArrival(ctx context.Context, id int64, change func(*watch.Arrival)) error {
	failed := ""
	err := r.Folders.UpdateArrival(ctx, id, func(a *watch.Arrival) {
		if change(a); a.Stage == watch.Failed {
			failed = a.DocumentID
		}
	})
	if failed != "" {
		r.once.Do(func() {
			r.failed <- failed
			<-r.retry
		})
	}
	return err
}

// A document may be retried after its failure was recorded, and before it was recorded that nothing remains to be done
// with its file. The end of the retry must be recorded nevertheless.
func TestRetryBeforeTheEndIsRecorded(t *testing.T) {
	failed, retry := make(chan string), make(chan struct{})
	b := newTestService(t, func(p *watch.Config) {
		p.Store = retriedStore{p.Store.(store.Folders), failed, retry, new(sync.Once)}
	})
	b.status = document.Failed
	b.start()
	inbox := t.TempDir()
	f := b.create(inbox, nil)
	write(t, filepath.Join(inbox, "a.pdf"), "damaged")
	id := <-failed
	b.setStatus(id, document.Processing)
	close(retry)
	b.setStatus(id, document.Failed)
	b.becomes("the second failure is recorded", func() bool { return b.files(f.ID)["a.pdf"].Stage == watch.Failed })
}

// countingStore is a store that counts the calls of ListEnded and UpdateArrival. The mover calls ListEnded to find
// documents that are ready or have failed.
type countingStore struct {
	store.Folders
	passes, noted *atomic.Int64
}

func (c countingStore) ListEnded(ctx context.Context, folder string, after int64, limit int) ([]watch.EndedArrival, error) {
	c.passes.Add(1)
	return c.Folders.ListEnded(ctx, folder, after, limit)
}

func (c countingStore) UpdateArrival(ctx context.Context, id int64, change func(*watch.Arrival)) error {
	c.noted.Add(1)
	return c.Folders.UpdateArrival(ctx, id, change)
}

// newCountingService returns a testService with a countingStore, the number of calls of UpdateArrival, and a function
// that waits until the mover has called ListEnded several times.
func newCountingService(t *testing.T) (b *testService, noted *atomic.Int64, pass func()) {
	t.Helper()
	c := countingStore{passes: new(atomic.Int64), noted: new(atomic.Int64)}
	b = newTestService(t, func(p *watch.Config) {
		c.Folders = p.Store.(store.Folders)
		p.Store = c
	})
	b.start()
	return b, c.noted, func() {
		t.Helper()
		seen := c.passes.Load()
		b.becomes("there are passes", func() bool {
			b.db.Events.Stored().Notify()
			return c.passes.Load() > seen+5
		})
	}
}

// The original of a duplicate is moved at once, although it has no conversion whose end could trigger the move.
//
// SECURITY.md, promise 42 (safe originals)
func TestDuplicateIsMovedAtOnce(t *testing.T) {
	inbox := t.TempDir()
	b := newTestService(t, nil)
	b.SettleWhenNotified()
	b.start()
	f := b.create(inbox, func(s *watch.Settings) { s.AfterSuccess = watch.After{Action: "move", Folder: "done"} })
	for _, name := range []string{"a.pdf", "b.pdf"} {
		write(t, filepath.Join(inbox, name), "the same")
		b.becomes(name+" is moved", func() bool { return b.files(f.ID)[name].Moved })
	}
	if a := b.files(f.ID)["b.pdf"]; a.Stage != watch.Duplicate {
		t.Errorf("the second is %+v", a)
	}
}

// If the target disk is full, the mover does not copy each of many originals again and again.
func TestFullTargetDiskStopsCopying(t *testing.T) {
	inbox, done := t.TempDir(), t.TempDir()
	mountDisk(t, done, "size=256k")
	_ = os.WriteFile(filepath.Join(done, "ballast"), make([]byte, 256<<10), 0o600) // fills the disk
	b, noted, pass := newCountingService(t)
	const n = 30
	for i := range n {
		write(t, filepath.Join(inbox, fmt.Sprintf("%d.pdf", i)), fmt.Sprint(i))
	}
	f := b.create(inbox, func(s *watch.Settings) { s.AfterSuccess = watch.After{Action: "move", Folder: done} })
	b.becomes("all are taken", func() bool { return b.find(f.ID).Taken == n })
	pass()
	if got := noted.Load(); got > n/2 {
		t.Errorf("%d moves were begun", got)
	}
	if err := os.Remove(filepath.Join(done, "ballast")); err != nil {
		t.Fatal(err)
	}
	b.becomes("they are moved", func() bool {
		moved, err := os.ReadDir(done)
		return err == nil && len(moved) == n
	})
}

// An original that cannot be removed, or that a process has open for writing, is not copied to another disk, because
// the copy would be useless.
func TestNoCopyOfUnremovableOriginals(t *testing.T) {
	for name, hinder := range map[string]func(t *testing.T, inbox string) (undo func()){
		"read-only": func(t *testing.T, inbox string) func() {
			remount := func(flags uintptr) {
				if err := syscall.Mount("tmpfs", inbox, "tmpfs", syscall.MS_REMOUNT|flags, ""); err != nil {
					t.Fatal(err)
				}
			}
			remount(syscall.MS_RDONLY)
			return func() { remount(0) }
		},
		"open": func(t *testing.T, inbox string) func() {
			f, err := os.OpenFile(filepath.Join(inbox, "a.pdf"), os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			return func() { _ = f.Close() }
		},
	} {
		t.Run(name, func(t *testing.T) {
			inbox, done := t.TempDir(), t.TempDir()
			mountDisk(t, inbox, "size=1m")
			b, _, pass := newCountingService(t)
			b.status = document.Processing
			f := b.create(inbox, func(s *watch.Settings) { s.AfterSuccess = watch.After{Action: "move", Folder: done} })
			write(t, filepath.Join(inbox, "a.pdf"), "original")
			b.becomes("it is taken", func() bool { return b.files(f.ID)["a.pdf"].Stage == watch.Taken })
			undo := hinder(t, inbox)
			before, err := os.Stat(done)
			if err != nil {
				t.Fatal(err)
			}
			b.setStatus(b.files(f.ID)["a.pdf"].DocumentID, document.Ready)
			pass()
			if after, err := os.Stat(done); err != nil || !after.ModTime().Equal(before.ModTime()) {
				t.Errorf("something was copied: %v", err)
			}
			undo()
			b.becomes("it is moved", func() bool { return b.files(f.ID)["a.pdf"].Moved })
		})
	}
}

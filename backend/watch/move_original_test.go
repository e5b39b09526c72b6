package watch_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"lectern/backend/watch"
)

// beginMove creates a folder with one imported file whose move is recorded but not done, as if the process was killed
// before the move.
func beginMove(t *testing.T, b *testService, inbox, done string) (f watch.Watched, a watch.Arrival) {
	t.Helper()
	write(t, filepath.Join(inbox, "a.pdf"), "original")
	f = b.create(inbox, func(s *watch.Settings) {
		s.Paused = true
		s.AfterSuccess = watch.After{Action: "move", Folder: done}
	})
	info, err := os.Stat(filepath.Join(inbox, "a.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	err = b.db.Folders.UpdateArrivals(t.Context(), f.ID, []string{"a.pdf"}, func(a *watch.Arrival) bool {
		a.Stage, a.Mark = watch.Waiting, watch.Mark{Size: info.Size(), Modified: info.ModTime().UnixNano()}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	a = b.files(f.ID)["a.pdf"]
	if err := (item{b.fakeLibrary, "a.pdf", "key", 8, b.status}).Post(t.Context(), watch.Posting{Arrival: a.ID, FolderID: f.ID}); err != nil {
		t.Fatal(err)
	}
	if err := b.db.Folders.UpdateArrival(t.Context(), a.ID, func(a *watch.Arrival) { a.Target = filepath.Join(done, "a.pdf") }); err != nil {
		t.Fatal(err)
	}
	return f, a
}

// If the process is killed at any step of a move, the move is completed later, and the original is not lost.
//
// SECURITY.md, promise 42 (safe originals)
func TestInterruptedMoves(t *testing.T) {
	for _, test := range []struct {
		name string
		step func(original, target, aside string) error
		want string // final path of the original
	}{
		{"before anything", func(string, string, string) error { return nil }, "a.pdf"},
		{"half a copy", func(_, target, _ string) error {
			return os.WriteFile(filepath.Join(filepath.Dir(target), ".lectern-1.part"), []byte("orig"), 0o600)
		}, "a.pdf"},
		{"renamed", renameOriginal, "a.pdf"},
		{"copied", func(_, target, _ string) error { return os.WriteFile(target, []byte("original"), 0o600) }, "a.pdf"},
		{"copied and set aside", func(original, target, aside string) error {
			if err := os.WriteFile(target, []byte("original"), 0o600); err != nil {
				return err
			}
			return os.Rename(original, aside)
		}, "a.pdf"},
		{"the name taken by another", func(_, target, _ string) error { return os.WriteFile(target, []byte("another"), 0o600) }, "a (2).pdf"},
	} {
		t.Run(test.name, func(t *testing.T) {
			inbox, done := t.TempDir(), t.TempDir()
			b := newTestService(t, nil)
			f, a := beginMove(t, b, inbox, done)
			original, target := filepath.Join(inbox, "a.pdf"), filepath.Join(done, "a.pdf")
			if err := test.step(original, target, filepath.Join(inbox, fmt.Sprintf(".lectern-%d", a.ID))); err != nil {
				t.Fatal(err)
			}
			b.start()
			if _, err := b.Edit(t.Context(), f.ID, func(s *watch.Settings) error { s.Paused = false; return nil }); err != nil {
				t.Fatal(err)
			}
			b.becomes("it is moved", func() bool { return b.files(f.ID)["a.pdf"].Moved })
			if moved := b.files(f.ID)["a.pdf"]; moved.Target != filepath.Join(done, test.want) || moved.Stage != watch.Taken {
				t.Errorf("it is %+v", moved)
			}
			if content, err := os.ReadFile(filepath.Join(done, test.want)); err != nil || string(content) != "original" {
				t.Errorf("the original is %q, %v", content, err)
			}
			if left, _ := os.ReadDir(inbox); len(left) > 0 {
				t.Errorf("left in the folder: %v", left)
			}
		})
	}
}

// renameOriginal performs the single step of a move within one file system: it renames the original.
func renameOriginal(original, target, _ string) error { return os.Rename(original, target) }

// Between file systems, an original is copied with its modification time and permissions. An original that has changed
// since it was imported is imported as a new version before it is moved.
//
// SECURITY.md, promise 42 (safe originals)
func TestMovesBetweenFileSystems(t *testing.T) {
	inbox, done := t.TempDir(), t.TempDir()
	if err := syscall.Mount("tmpfs", done, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("needs to mount a disk, which only root may: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(done, syscall.MNT_DETACH) })
	b := newTestService(t, nil)
	f, _ := beginMove(t, b, inbox, done)
	write(t, filepath.Join(inbox, "a.pdf"), "changed since")
	if err := os.Chmod(filepath.Join(inbox, "a.pdf"), 0o640); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(filepath.Join(inbox, "a.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	b.start()
	if _, err := b.Edit(t.Context(), f.ID, func(s *watch.Settings) error { s.Paused = false; return nil }); err != nil {
		t.Fatal(err)
	}
	b.becomes("it is moved", func() bool { return b.files(f.ID)["a.pdf"].Moved })
	after, err := os.Stat(filepath.Join(done, "a.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	if after.Size() != before.Size() || !after.ModTime().Equal(before.ModTime()) || after.Mode() != before.Mode() {
		t.Errorf("it was %v %v, and is %v %v", before.Mode(), before.ModTime(), after.Mode(), after.ModTime())
	}
	doc, err := b.db.Documents.FindDocument(t.Context(), b.files(f.ID)["a.pdf"].DocumentID)
	if err != nil || doc.Size != before.Size() {
		t.Errorf("the document is %+v, %v", doc, err)
	}
}

// If the target disk is full, originals stay in place, with a message, until there is space.
func TestMoveToAFullDisk(t *testing.T) {
	inbox, done := t.TempDir(), t.TempDir()
	if err := syscall.Mount("tmpfs", done, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("needs to mount a small disk, which only root may: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(done, syscall.MNT_DETACH) })
	ballast := filepath.Join(done, "ballast")
	_ = os.WriteFile(ballast, make([]byte, 64<<10), 0o600) // fills the disk
	b := newTestService(t, nil)
	b.start()
	f := b.create(inbox, func(s *watch.Settings) { s.AfterSuccess = watch.After{Action: "move", Folder: done} })
	write(t, filepath.Join(inbox, "a.pdf"), "original")
	b.becomes("that is told", func() bool {
		f := b.find(f.ID)
		return f.State == watch.Full && strings.Contains(f.Message.String(), "the disk of "+done+" is full.")
	})
	if content, err := os.ReadFile(filepath.Join(inbox, "a.pdf")); err != nil || string(content) != "original" {
		t.Errorf("the original is %q, %v", content, err)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	b.becomes("it is moved", func() bool {
		return b.files(f.ID)["a.pdf"].Moved && b.find(f.ID).State == watch.Watching
	})
}

// If the target folder does not exist, for example because its drive is not mounted, it is not created on the
// underlying disk. Originals wait, with a message, until it exists.
func TestMoveToAMissingDrive(t *testing.T) {
	inbox, drive := t.TempDir(), t.TempDir()
	done := filepath.Join(drive, "done")
	b := newTestService(t, nil)
	b.start()
	f := b.create(inbox, func(s *watch.Settings) { s.AfterSuccess = watch.After{Action: "move", Folder: done} })
	if err := os.Remove(done); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(inbox, "a.pdf"), "original")
	b.becomes("that is told", func() bool { return strings.Contains(b.find(f.ID).Message.String(), "mount its drive") })
	if _, err := os.Stat(done); err == nil {
		t.Error("the folder was made")
	}
	mountDisk(t, drive, "size=1m")
	if err := os.Mkdir(done, 0o755); err != nil {
		t.Fatal(err)
	}
	b.becomes("it is moved", func() bool { return b.files(f.ID)["a.pdf"].Moved && b.find(f.ID).Message == "" })
}

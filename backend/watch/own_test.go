package watch_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/internal/fault"
	"lectern/backend/watch"
)

// newOwnFolder creates a folder with the structure of Lectern's data folder, and files in it.
func newOwnFolder(t *testing.T) (own string, files []string) {
	t.Helper()
	own = t.TempDir()
	for _, name := range []string{"seal.key", "reserve", "content/ab/cdef.pdf", "cache/ab/cdef.pdf", "set-aside/2026-01-01/ab/cdef.pdf",
		"tmp/spool.pdf"} {
		path := filepath.Join(own, name)
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		write(t, path, name)
		files = append(files, path)
	}
	return own, files
}

// ownParts are the paths of Lectern's data folder and of its subfolders, relative to the data folder.
var ownParts = []string{".", "content", "content/ab", "cache", "cache/ab", "set-aside", "set-aside/2026-01-01",
	"set-aside/2026-01-01/ab", "tmp"}

// TestOwnFolderMountedInAWatchedOne mounts Lectern's data folder a second time in a watched folder, as overlapping
// volumes of a container do. None of its files may be imported or moved.
//
// SECURITY.md, promise 42 (safe originals)
func TestOwnFolderMountedInAWatchedOne(t *testing.T) {
	for _, part := range ownParts {
		t.Run(part, func(t *testing.T) {
			own, files := newOwnFolder(t)
			inbox := t.TempDir()
			must(t, os.MkdirAll(filepath.Join(inbox, "lib", "deep"), 0o755))
			bind(t, filepath.Join(own, part), filepath.Join(inbox, "lib", "deep"))
			b := newTestService(t, func(p *watch.Config) { p.OwnFolders = []string{own} })
			b.start()
			write(t, filepath.Join(inbox, "a.pdf"), "original")
			f := b.create(inbox, func(s *watch.Settings) {
				s.Include = []string{"**"}
				s.AfterSuccess = watch.After{Action: "move", Folder: "done"}
			})
			b.becomes("another file is moved", func() bool { return b.files(f.ID)["a.pdf"].Moved })
			b.becomes("all is looked through", func() bool { return b.find(f.ID).State == watch.Watching })
			if all := b.files(f.ID); len(all) != 1 {
				t.Errorf("the folder has seen %v", all)
			}
			for _, path := range files {
				wantFile(t, path, strings.TrimPrefix(path, own+"/"))
			}
		})
	}
}

// TestOwnFolderByAnotherMount checks that a second mount of one of Lectern's folders is rejected as a watched folder
// and as a target.
//
// SECURITY.md, promise 42 (safe originals)
func TestOwnFolderByAnotherMount(t *testing.T) {
	for _, part := range ownParts {
		t.Run(part, func(t *testing.T) {
			own, _ := newOwnFolder(t)
			mounted, inbox := t.TempDir(), t.TempDir()
			bind(t, filepath.Join(own, part), mounted)
			b := newTestService(t, func(p *watch.Config) { p.OwnFolders = []string{own} })
			if _, err := b.Create(t.Context(), mounted, watch.DefaultSettings()); !fault.Is(err, fault.Invalid) {
				t.Errorf("to watch it: %v", err)
			}
			for _, target := range []string{mounted, filepath.Join(mounted, "evil")} {
				settings := watch.DefaultSettings()
				settings.AfterSuccess = watch.After{Action: "move", Folder: target}
				if _, err := b.Create(t.Context(), inbox, settings); !fault.Is(err, fault.Invalid) {
					t.Errorf("to move originals to %s: %v", target, err)
				}
			}
		})
	}
}

// TestOwnFolderMountedLater mounts Lectern's folders over an existing watched folder and over a target. Nothing is
// imported from the watched folder, and nothing is moved to the target.
//
// SECURITY.md, promise 42 (safe originals)
func TestOwnFolderMountedLater(t *testing.T) {
	for _, part := range ownParts {
		t.Run(part, func(t *testing.T) {
			own, files := newOwnFolder(t)
			watched, inbox, done := t.TempDir(), t.TempDir(), t.TempDir()
			b := newTestService(t, func(p *watch.Config) { p.OwnFolders = []string{own} })
			over := b.create(watched, func(s *watch.Settings) { s.Include = []string{"**"} })
			f := b.create(inbox, func(s *watch.Settings) { s.AfterSuccess = watch.After{Action: "move", Folder: done} })
			bind(t, filepath.Join(own, part), watched)
			bind(t, filepath.Join(own, part), done)
			b.start()
			write(t, filepath.Join(inbox, "a.pdf"), "original")
			b.becomes("the watched one is refused", func() bool {
				return strings.Contains(b.find(over.ID).Message.String(), "contains the library of Lectern")
			})
			b.becomes("originals wait", func() bool {
				return strings.Contains(b.find(f.ID).Message.String(), "is inside the folder of Lectern's library")
			})
			wantFile(t, filepath.Join(inbox, "a.pdf"), "original")
			for _, path := range files {
				wantFile(t, path, strings.TrimPrefix(path, own+"/"))
			}
			if all := b.files(over.ID); len(all) != 0 {
				t.Errorf("the folder has seen %v", all)
			}
		})
	}
}

// TestLinkInOwnFolderToAWatchedOne puts a link to a watched folder into Lectern's data folder. The folder must still be
// watched.
func TestLinkInOwnFolderToAWatchedOne(t *testing.T) {
	own, _ := newOwnFolder(t)
	inbox := t.TempDir()
	must(t, os.Symlink(inbox, filepath.Join(own, "scans")))
	b := newTestService(t, func(p *watch.Config) { p.OwnFolders = []string{own} })
	b.start()
	f := b.create(inbox, nil)
	write(t, filepath.Join(inbox, "a.pdf"), "original")
	b.becomes("it is taken", func() bool { return b.files(f.ID)["a.pdf"].Stage == watch.Taken })
}

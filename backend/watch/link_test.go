package watch_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/store"
	"lectern/backend/watch"
)

// must fails the test if one of the errors is not nil.
func must(t *testing.T, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// wantEmpty fails the test unless a folder is empty.
func wantEmpty(t *testing.T, folder string) {
	t.Helper()
	if entries, err := os.ReadDir(folder); err != nil || len(entries) > 0 {
		t.Errorf("%s has %v, %v", folder, entries, err)
	}
}

// wantFile fails the test unless a file has the given content.
func wantFile(t *testing.T, path, content string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != content {
		t.Errorf("%s is %q, %v", path, got, err)
	}
}

// TestMovesFollowNoLink replaces the folder for originals, or one of its parents, by a link to another folder. No
// original may be moved there.
//
// SECURITY.md, promise 42 (safe originals)
func TestMovesFollowNoLink(t *testing.T) {
	for name, test := range map[string]struct {
		target   string // relative to the inbox; "*" stands for a folder outside of it
		replaced string // the folder that the link replaces
		below    string // subfolder that exists in the link's target
	}{
		"below the folder":              {"done", "done", ""},
		"deep below the folder":         {"a/b/done", "a/b/done", ""},
		"above one below the folder":    {"a/b/done", "a", "b/done"},
		"beside the folder":             {"*/done", "*/done", ""},
		"above one that is beside it":   {"*/a/done", "*/a", "done"},
		"the first above one beside it": {"*/a/done", "*", "a/done"},
	} {
		t.Run(name, func(t *testing.T) {
			top := t.TempDir()
			inbox, outside := filepath.Join(top, "inbox"), filepath.Join(top, "outside")
			place := func(path string) string {
				if beside, is := strings.CutPrefix(path, "*"); is {
					return filepath.Join(top, "beside", beside)
				}
				return filepath.Join(inbox, path)
			}
			must(t, os.Mkdir(inbox, 0o755), os.MkdirAll(filepath.Dir(place(test.target)), 0o755),
				os.MkdirAll(filepath.Join(outside, test.below), 0o755))
			b := newTestService(t, nil)
			b.start()
			f := b.create(inbox, func(s *watch.Settings) { s.AfterSuccess = watch.After{Action: "move", Folder: place(test.target)} })
			replaced := place(test.replaced)
			must(t, os.Rename(replaced, replaced+".aside"), os.Symlink(outside, replaced))
			write(t, filepath.Join(inbox, "a.pdf"), "original")
			b.becomes("that is told", func() bool { return strings.Contains(b.find(f.ID).Message.String(), "links are not followed") })
			wantEmpty(t, filepath.Join(outside, test.below))
			wantFile(t, filepath.Join(inbox, "a.pdf"), "original")
			must(t, os.Remove(replaced), os.Rename(replaced+".aside", replaced))
			b.becomes("it is moved", func() bool { return b.files(f.ID)["a.pdf"].Moved && b.find(f.ID).Message == "" })
			wantFile(t, filepath.Join(place(test.target), "a.pdf"), "original")
			wantEmpty(t, filepath.Join(outside, test.below))
		})
	}
}

// TestMovesIntoLecternsFolder redirects the folder for originals to the library, by a link and by a mount. No original
// is moved there.
//
// SECURITY.md, promise 42 (safe originals)
func TestMovesIntoLecternsFolder(t *testing.T) {
	for name, lead := range map[string]func(t *testing.T, own, done string){
		"link": func(t *testing.T, own, done string) {
			must(t, os.Remove(done), os.Symlink(filepath.Join(own, "content"), done))
		},
		"mount": func(t *testing.T, own, done string) { bind(t, own, done) },
	} {
		t.Run(name, func(t *testing.T) {
			own, inbox, beside := t.TempDir(), t.TempDir(), t.TempDir()
			must(t, os.Mkdir(filepath.Join(own, "content"), 0o755))
			b := newTestService(t, func(p *watch.Config) { p.OwnFolders = []string{own} })
			b.start()
			done := filepath.Join(beside, "done")
			f := b.create(inbox, func(s *watch.Settings) { s.AfterSuccess = watch.After{Action: "move", Folder: done} })
			lead(t, own, done)
			write(t, filepath.Join(inbox, "a.pdf"), "original")
			b.becomes("that is told", func() bool {
				return strings.Contains(b.find(f.ID).Message.String(), "Originals are waiting to be moved")
			})
			wantFile(t, filepath.Join(inbox, "a.pdf"), "original")
			wantEmpty(t, filepath.Join(own, "content"))
		})
	}
}

// bind mounts a folder at a second path until the test ends.
func bind(t *testing.T, from, to string) {
	t.Helper()
	if err := syscall.Mount(from, to, "", syscall.MS_BIND, ""); err != nil {
		t.Skipf("needs to mount a folder, which only root may: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(to, syscall.MNT_DETACH) })
}

// counter counts the log warnings about folders that are paused.
type counter struct {
	slog.Handler
	pauses *atomic.Int64
}

func (c counter) Enabled(context.Context, slog.Level) bool { return true }

func (c counter) Handle(_ context.Context, r slog.Record) error {
	if r.Level == slog.LevelWarn && strings.Contains(r.Message, "folder paused") {
		c.pauses.Add(1)
	}
	return nil
}

// TestLoopsPauseTheFolder moves originals back to the watched folder, in several ways. The folder must be paused.
//
// SECURITY.md, promise 42 (safe originals)
func TestLoopsPauseTheFolder(t *testing.T) {
	for name, test := range map[string]struct {
		begin func(t *testing.T, inbox, done string)
		again func(inbox, done string) // called repeatedly while the folder is watched
		mend  func(done string) error
	}{
		"a link to the folder itself": {func(t *testing.T, _, done string) { must(t, os.Remove(done), os.Symlink(".", done)) }, nil, os.Remove},
		"a link to a part of it": {func(t *testing.T, inbox, done string) {
			must(t, os.Mkdir(filepath.Join(inbox, "part"), 0o755), os.Remove(done), os.Symlink("part", done))
		}, nil, os.Remove},
		"the folder mounted in itself": {func(t *testing.T, inbox, done string) { bind(t, inbox, done) }, nil,
			func(done string) error { return syscall.Unmount(done, syscall.MNT_DETACH) }},
		"somebody who moves them back": {func(*testing.T, string, string) {}, func(inbox, done string) {
			_ = os.Rename(filepath.Join(done, "a.pdf"), filepath.Join(inbox, "a.pdf"))
		}, func(string) error { return nil }},
		"somebody who changes and moves them back": {func(*testing.T, string, string) {}, func(inbox, done string) {
			moved := filepath.Join(done, "a.pdf")
			_ = os.Chtimes(moved, time.Time{}, time.Now())
			_ = os.Rename(moved, filepath.Join(inbox, "a.pdf"))
		}, func(string) error { return nil }},
	} {
		t.Run(name, func(t *testing.T) {
			inbox := t.TempDir()
			done := filepath.Join(inbox, "done")
			var pauses atomic.Int64
			b := newTestService(t, func(p *watch.Config) { p.Log = slog.New(counter{slog.DiscardHandler, &pauses}) })
			b.start()
			f := b.create(inbox, func(s *watch.Settings) { s.AfterSuccess = watch.After{Action: "move", Folder: "done"} })
			test.begin(t, inbox, done)
			write(t, filepath.Join(inbox, "a.pdf"), "original")
			b.becomes("the folder is paused", func() bool {
				if test.again != nil {
					test.again(inbox, done)
				}
				f := b.find(f.ID)
				return f.State == watch.Paused && f.Paused && strings.Contains(f.Message.String(), "The folder is paused")
			})
			if pauses.Load() != 1 {
				t.Errorf("it is reported %d times", pauses.Load())
			}
			if test.again != nil {
				test.again(inbox, done)
			}
			if entries, err := filepath.Glob(filepath.Join(inbox, "a*.pdf")); err != nil || len(entries) != 1 {
				t.Errorf("the folder has %v, %v", entries, err)
			}
			wantFile(t, filepath.Join(inbox, "a.pdf"), "original")
			must(t, test.mend(done))
			pauseFolder(b, f.ID, false)
			b.becomes("it is moved", func() bool {
				_, err := os.Stat(filepath.Join(done, "a.pdf"))
				return err == nil && b.find(f.ID).State == watch.Watching
			})
		})
	}
}

// TestEqualFilesAreNotALoop imports many files with the same bytes, such as blank scans and forms, whose originals
// another program removes from the target at once. The folder must not be paused because of that.
//
// SECURITY.md, promise 42 (safe originals)
func TestEqualFilesAreNotALoop(t *testing.T) {
	inbox := t.TempDir()
	b := newTestService(t, nil)
	b.start()
	f := b.create(inbox, func(s *watch.Settings) { s.AfterSuccess = watch.After{Action: "move", Folder: "done"} })
	for i := range 12 {
		name := fmt.Sprintf("scan%d.pdf", i)
		came := filepath.Join(t.TempDir(), name)
		write(t, came, "blank")
		changed := time.Unix(1_700_000_000+int64(i), 0)
		must(t, os.Chtimes(came, changed, changed), os.Rename(came, filepath.Join(inbox, name)))
		b.becomes(name+" is moved, or the folder is paused", func() bool { return b.files(f.ID)[name].Moved || b.find(f.ID).Paused })
		if f := b.find(f.ID); f.Paused {
			t.Fatalf("at %s it is paused: %s", name, f.Message)
		}
		must(t, os.Remove(filepath.Join(inbox, "done", name)))
	}
}

// TestLoopUnderOtherNames changes each original and moves it back under another name. The folder must be paused.
//
// SECURITY.md, promise 42 (safe originals)
func TestLoopUnderOtherNames(t *testing.T) {
	inbox := t.TempDir()
	if recorded, err := watch.RecordsBirth(inbox); err != nil || !recorded {
		t.Skipf("needs a file system that records when files were made: %v", err)
	}
	b := newTestService(t, nil)
	b.start()
	f := b.create(inbox, func(s *watch.Settings) { s.AfterSuccess = watch.After{Action: "move", Folder: "done"} })
	write(t, filepath.Join(inbox, "0.pdf"), "original")
	round := 0
	b.becomes("the folder is paused", func() bool {
		moved := filepath.Join(inbox, "done", fmt.Sprintf("%d.pdf", round))
		changed := time.Unix(1_700_000_000+int64(round), 0)
		_ = os.Chtimes(moved, changed, changed)
		// Renaming fails until the service has moved the file.
		if os.Rename(moved, filepath.Join(inbox, fmt.Sprintf("%d.pdf", round+1))) == nil {
			round++
		}
		return b.find(f.ID).Paused
	})
}

// TestLinkCreatedDuringAMove puts a link in the place of the target folder after it was opened and before the file is
// moved. The file must be moved to the folder that was opened.
//
// SECURITY.md, promise 42 (safe originals)
func TestLinkCreatedDuringAMove(t *testing.T) {
	for name, inside := range map[string]bool{"below the folder": true, "beside the folder": false} {
		t.Run(name, func(t *testing.T) {
			inbox, outside, beside := t.TempDir(), t.TempDir(), t.TempDir()
			done := filepath.Join(inbox, "done")
			if !inside {
				done = filepath.Join(beside, "done")
			}
			var swapped atomic.Bool
			b := newTestService(t, func(p *watch.Config) {
				p.Store = pausedMoveStore{p.Store.(store.Folders), func(context.Context) {
					if !swapped.Swap(true) {
						must(t, os.Rename(done, filepath.Join(beside, "aside")), os.Symlink(outside, done))
					}
				}}
			})
			b.start()
			b.create(inbox, func(s *watch.Settings) { s.AfterSuccess = watch.After{Action: "move", Folder: done} })
			write(t, filepath.Join(inbox, "a.pdf"), "original")
			aside := filepath.Join(beside, "aside", "a.pdf")
			b.becomes("it is moved to the folder that was opened", func() bool { _, err := os.Stat(aside); return err == nil })
			wantFile(t, aside, "original")
			wantEmpty(t, outside)
		})
	}
}

// TestInterruptedMoveFollowsNoLink places a link to a file with the same content at the target of an interrupted move.
// The original must not be removed.
//
// SECURITY.md, promise 42 (safe originals)
func TestInterruptedMoveFollowsNoLink(t *testing.T) {
	inbox, outside := t.TempDir(), t.TempDir()
	done := filepath.Join(t.TempDir(), "done")
	must(t, os.Mkdir(done, 0o755))
	b := newTestService(t, nil)
	f, _ := beginMove(t, b, inbox, done)
	write(t, filepath.Join(outside, "a.pdf"), "original")
	must(t, os.Remove(done), os.Symlink(outside, done))
	b.start()
	pauseFolder(b, f.ID, false)
	b.becomes("that is told", func() bool { return strings.Contains(b.find(f.ID).Message.String(), "links are not followed") })
	wantFile(t, filepath.Join(inbox, "a.pdf"), "original")
}

// TestSourcesBehindALink replaces a subfolder of a watched folder by a link to another folder. The files there are not
// moved.
//
// SECURITY.md, promise 42 (safe originals)
func TestSourcesBehindALink(t *testing.T) {
	inbox, done := t.TempDir(), t.TempDir()
	must(t, os.Mkdir(filepath.Join(inbox, "a"), 0o755))
	b := newTestService(t, nil)
	f := b.create(inbox, func(s *watch.Settings) { s.AfterSuccess = watch.After{Action: "move", Folder: done} })
	pauseFolder(b, f.ID, true)
	b.start()
	write(t, filepath.Join(inbox, "a", "a.pdf"), "original")
	must(t, os.Rename(filepath.Join(inbox, "a"), filepath.Join(inbox, ".hidden")), os.Symlink(".hidden", filepath.Join(inbox, "a")))
	pauseFolder(b, f.ID, false)
	b.becomes("the folder is watched", func() bool { return b.find(f.ID).State == watch.Watching })
	wantFile(t, filepath.Join(inbox, ".hidden", "a.pdf"), "original")
	wantEmpty(t, done)
}

// TestTargetsWithLinks checks that target folders that are links, or are within a link in the watched folder, are
// rejected. Other links above a target folder are resolved.
//
// SECURITY.md, promise 42 (safe originals)
func TestTargetsWithLinks(t *testing.T) {
	top, own := t.TempDir(), t.TempDir()
	inbox, beside := filepath.Join(top, "inbox"), filepath.Join(top, "beside")
	must(t, os.Mkdir(inbox, 0o755), os.MkdirAll(filepath.Join(beside, "deep"), 0o755), os.Mkdir(filepath.Join(own, "content"), 0o755),
		os.Symlink(beside, filepath.Join(inbox, "out")), os.Symlink(".", filepath.Join(inbox, "self")), os.Symlink(beside,
			filepath.Join(top, "link")),
		os.Symlink(filepath.Join(own, "content"), filepath.Join(top, "content")), os.Symlink(own, filepath.Join(top, "own")),
		os.Symlink("nowhere", filepath.Join(inbox, "dangling")), os.Symlink(inbox, filepath.Join(top, "in")))
	b := newTestService(t, func(p *watch.Config) { p.OwnFolders = []string{own} })
	for target, want := range map[string]string{
		"out": "", "out/deep": "", "self": "", "self/done": "", "dangling": "", filepath.Join(top, "link"): "", filepath.Join(top, "content"): "",
		filepath.Join(own, "content"): "", filepath.Join(top, "own", "content"): "", filepath.Join(inbox, "out"): "", filepath.Join(top, "in",
			"out"): "", ".": "", "": "", "../beside": "",
		filepath.Join(top, "link", "deep"): filepath.Join(beside, "deep"), filepath.Join(top, "in", "done"): filepath.Join(inbox, "done"),
		"done":      filepath.Join(inbox, "done"),
		"x/../done": filepath.Join(inbox, "done"),
	} {
		settings := watch.DefaultSettings()
		settings.AfterFailure = watch.After{Action: "move", Folder: target}
		f, err := b.Create(t.Context(), inbox, settings)
		if want == "" && !fault.Is(err, fault.Invalid) || want != "" && (err != nil || f.AfterFailure.Folder != want) {
			t.Errorf("%q: %q, %v", target, f.AfterFailure.Folder, err)
		}
		if err == nil {
			must(t, b.Delete(t.Context(), f.ID))
		}
	}
	wantEmpty(t, filepath.Join(own, "content"))
}

// TestTargetByAnotherPathIsNotWatched moves originals to a subfolder of the watched folder by the path of a second
// mount. The originals are not imported again.
//
// SECURITY.md, promise 42 (safe originals)
func TestTargetByAnotherPathIsNotWatched(t *testing.T) {
	inbox, done := t.TempDir(), t.TempDir()
	must(t, os.Mkdir(filepath.Join(inbox, "part"), 0o755))
	bind(t, filepath.Join(inbox, "part"), done)
	b := newTestService(t, nil)
	b.start()
	f := b.create(inbox, func(s *watch.Settings) { s.AfterSuccess = watch.After{Action: "move", Folder: done} })
	for _, name := range []string{"a.pdf", "b.pdf"} {
		write(t, filepath.Join(inbox, name), name)
		b.becomes("it is moved", func() bool { return b.files(f.ID)[name].Moved })
	}
	if _, err := b.Scan(t.Context(), f.ID); err != nil {
		t.Fatal(err)
	}
	b.becomes("it was looked through", func() bool { return b.find(f.ID).State == watch.Watching })
	if all := b.files(f.ID); len(all) != 2 {
		t.Errorf("the folder has seen %v", all)
	}
}

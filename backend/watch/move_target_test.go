package watch_test

import (
	"os"
	"path/filepath"
	"testing"

	"lectern/backend/internal/fault"
	"lectern/backend/watch"
)

// TestRefusedTargets checks that forbidden target folders are rejected. Neither they nor other target folders in the
// same settings may be created.
//
// SECURITY.md, promise 42 (safe originals)
func TestRefusedTargets(t *testing.T) {
	own, _ := newOwnFolder(t)
	inbox, watched, beside := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "done")
	b := newTestService(t, func(p *watch.Config) { p.OwnFolders = []string{own} })
	b.create(watched, nil)
	t.Chdir(t.TempDir())
	for _, target := range []string{
		filepath.Join(own, "content", "evil"), filepath.Join(own, "evil"), filepath.Join(watched, "sub"), "/", "/evil/..", "/etc",
		"/etc/lectern-evil",
		"/usr/lectern-evil", "/proc", "/proc/self/cwd/evil", "/sys", "/sys/kernel/evil", "/dev", "/dev/evil", "/run/lectern-evil",
	} {
		settings := watch.DefaultSettings()
		settings.AfterSuccess = watch.After{Action: "move", Folder: beside}
		settings.AfterFailure = watch.After{Action: "move", Folder: target}
		if _, err := b.Create(t.Context(), inbox, settings); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", target, err)
		}
		_, err := os.Lstat(target)
		if _, other := os.Lstat(beside); other == nil || filepath.Base(target) == "evil" && err == nil {
			t.Errorf("%s: a folder was created", target)
		}
	}
	for _, path := range []string{"/", "/etc", "/proc/self/cwd", "/sys/kernel"} {
		if _, err := b.Create(t.Context(), path, watch.DefaultSettings()); !fault.Is(err, fault.Invalid) {
			t.Errorf("to watch %s: %v", path, err)
		}
	}
}

// TestTargetsNotToBeWritten checks that target folders without write permission are rejected when they are configured.
func TestTargetsNotToBeWritten(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("needs a user to whom permissions apply")
	}
	b := newTestService(t, nil)
	done := t.TempDir()
	must(t, os.Chmod(done, 0o500))
	settings := watch.DefaultSettings()
	settings.AfterSuccess = watch.After{Action: "move", Folder: done}
	if _, err := b.Create(t.Context(), t.TempDir(), settings); !fault.Is(err, fault.Invalid) {
		t.Errorf("%v", err)
	}
}

// TestMadeUpFiles checks that a pseudo file system, such as /proc, is rejected, also at an unusual path.
func TestMadeUpFiles(t *testing.T) {
	inbox, madeUp := t.TempDir(), t.TempDir()
	b := newTestService(t, func(p *watch.Config) {
		p.FileSystem = func(path string) (watch.FileSystem, error) { return watch.FileSystem{Pseudo: path == madeUp}, nil }
	})
	settings := watch.DefaultSettings()
	if _, err := b.Create(t.Context(), madeUp, settings); !fault.Is(err, fault.Invalid) {
		t.Errorf("to watch it: %v", err)
	}
	settings.AfterSuccess = watch.After{Action: "move", Folder: madeUp}
	if _, err := b.Create(t.Context(), inbox, settings); !fault.Is(err, fault.Invalid) {
		t.Errorf("to move originals to it: %v", err)
	}
	if system, err := watch.StatFileSystem("/proc"); err == nil && !system.Pseudo {
		t.Error("the files of /proc are not recognised as generated")
	}
}

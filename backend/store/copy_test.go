package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"lectern/backend/internal/fault"
)

// oldLibrary creates a library in the state before a migration, with content of a number of bytes in its database.
func oldLibrary(t *testing.T, path string, version, bytes int) {
	t.Helper()
	raw := openBeforeMigration(t, path, version)
	_, err := raw.Exec(`INSERT INTO setting (name, value) VALUES ('before', ?), ('filling', hex(zeroblob(?)))`, fmt.Sprint(version), bytes/2)
	if err = errors.Join(err, raw.Close()); err != nil {
		t.Fatal(err)
	}
}

// listOtherFiles returns the names in a folder that are not files of the library.
func listOtherFiles(t *testing.T, folder string) (found []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), "lectern.db") {
			found = append(found, entry.Name())
		}
	}
	return found
}

// TestUpgradeKeepsACopy checks that a migration first copies the database. The earlier version can open the copy, and
// only its owner can read it.
func TestUpgradeKeepsACopy(t *testing.T) {
	const version = 20
	folder := t.TempDir()
	path := filepath.Join(folder, "lectern.db")
	oldLibrary(t, path, version, 0)
	// The second opening has nothing to migrate.
	if err := errors.Join(openTest(t, path).Close(), openTest(t, path).Close()); err != nil {
		t.Fatal(err)
	}
	if got := listOtherFiles(t, folder); !slices.Equal(got, []string{"before-migration-0020.db"}) {
		t.Fatalf("beside the library is %q", got)
	}
	kept := filepath.Join(folder, "before-migration-0020.db")
	if info, err := os.Stat(kept); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if got := newestMigration(t, kept); got != version-1 {
		t.Errorf("the copy has migration %d", got)
	}
	if value, err := PeekSetting(t.Context(), kept, "before"); err != nil || value != fmt.Sprint(version) {
		t.Errorf("the copy has %q, %v", value, err)
	}
	if err := openTest(t, kept).Close(); err != nil { // a restored copy must open as well
		t.Error(err)
	}
}

// TestNoCopyOfNewLibrariesAndCopies checks that no copy is made when a new library is created, or when a copy is
// migrated.
func TestNoCopyOfNewLibrariesAndCopies(t *testing.T) {
	onSQLite(t)
	folder := t.TempDir()
	path := filepath.Join(folder, "lectern.db")
	if err := openTest(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(folder, "lectern.db-other")
	oldLibrary(t, other, 20, 0)
	db, err := OpenCopy(t.Context(), other, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if got := listOtherFiles(t, folder); got != nil {
		t.Errorf("beside the library is %q", got)
	}
}

// TestTheNewestCopiesStay checks that old copies are deleted, and other files of the folder are not.
func TestTheNewestCopiesStay(t *testing.T) {
	folder := t.TempDir()
	for i, name := range []string{"before-migration-0009.db", "before-migration-0003.db", "before-migration-mine.db"} {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, time.Time{}, time.Unix(int64(i), 0))); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(folder, "lectern.db")
	oldLibrary(t, path, 20, 0)
	if err := openTest(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	want := []string{"before-migration-0003.db", "before-migration-0020.db", "before-migration-mine.db"}
	if got := listOtherFiles(t, folder); !slices.Equal(got, want) {
		t.Errorf("beside the library is %q", got)
	}
}

// TestNoRoomForACopy checks that a migration without disk space for the copy of the database fails, leaves the library
// unchanged, and removes the partial copy.
//
// SECURITY.md, promise 24 (full disk)
func TestNoRoomForACopy(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=8m"); err != nil {
		t.Skipf("needs to mount a small disk, which only root may: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	const version = 20
	path := filepath.Join(folder, "lectern.db")
	oldLibrary(t, path, version, 2<<20)
	filling := filepath.Join(folder, "filling")
	_ = os.WriteFile(filling, bytes.Repeat([]byte("x"), 8<<20), 0o600) // fills the disk
	info, err := os.Stat(filling)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filling, info.Size()-1<<20); err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), path, slog.New(slog.DiscardHandler))
	if !fault.Is(err, fault.NoSpace) || !strings.Contains(err.Error(), "There is not enough space in "+folder+" for the copy of the library") {
		t.Errorf("the message is %v", err)
	}
	if got := listOtherFiles(t, folder); !slices.Equal(got, []string{"filling"}) {
		t.Errorf("beside the library is %q", got)
	}
	if got := newestMigration(t, path); got != version-1 {
		t.Errorf("the library has migration %d", got)
	}
	if err := os.Remove(filling); err != nil {
		t.Fatal(err)
	}
	if err := openTest(t, path).Close(); err != nil {
		t.Errorf("with room the message is %v", err)
	}
}

// TestOpenToBeKilled is the process that TestKilledWhileCopying kills.
func TestOpenToBeKilled(t *testing.T) {
	path := os.Getenv("LECTERN_TEST_DATA")
	if path == "" {
		t.Skip("it is part of another test")
	}
	openTest(t, path)
}

// TestKilledWhileCopying kills a migration while it copies the database. The library must be unchanged, and the next
// start must repeat the copy and the migration.
//
// SECURITY.md, promise 22 (killed server)
func TestKilledWhileCopying(t *testing.T) {
	const version = 20
	folder := t.TempDir()
	path := filepath.Join(folder, "lectern.db")
	oldLibrary(t, path, version, 100<<20)
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestOpenToBeKilled$")
	cmd.Env = append(os.Environ(), "LECTERN_TEST_DATA="+path)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(folder, fmt.Sprintf("before-migration-%04d.db", version))
	for {
		info, err := os.Stat(kept + ".part")
		if err == nil && info.Size() > 0 {
			break
		}
		if _, err := os.Stat(kept); err == nil {
			t.Fatal("it was whole before it was seen: it needs more bytes")
		} else if !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		runtime.Gosched()
	}
	_ = cmd.Process.Kill() // fails if the process has ended
	_ = cmd.Wait()
	if got := newestMigration(t, path); got != version-1 {
		t.Fatalf("the library has migration %d", got)
	}
	if err := openTest(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	if got := listOtherFiles(t, folder); !slices.Equal(got, []string{filepath.Base(kept)}) || newestMigration(t, kept) != version-1 {
		t.Errorf("beside the library is %q", got)
	}
}

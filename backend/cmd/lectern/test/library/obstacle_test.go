package library_test

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// obstacles contains functions that create an obstacle at a path: something other than the file or folder that is
// expected there. The keys are the names of the obstacles in error messages.
var obstacles = map[string]func(path string) error{
	"a folder": func(path string) error { return os.Mkdir(path, 0o700) },
	"a file":   func(path string) error { return os.WriteFile(path, nil, 0o600) },
	"a pipe":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
	"a socket": listenBriefly,
	"a device": func(path string) error { return os.Symlink("/dev/zero", path) },
	"a link that leads back to itself": func(path string) error {
		return os.Symlink(filepath.Base(path), path)
	},
}

// listenBriefly creates a socket on which no process listens. It creates the socket in a short path and then moves it,
// because the maximum length of a socket's path is small.
func listenBriefly(path string) error {
	folder, err := os.MkdirTemp("", "s")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	short := filepath.Join(folder, "s")
	socket, err := net.ListenUnix("unix", &net.UnixAddr{Name: short, Net: "unix"})
	if err != nil {
		return err
	}
	socket.SetUnlinkOnClose(false)
	return errors.Join(os.Rename(short, path), socket.Close())
}

// obstructedParts lists the names that Lectern opens in a data folder, grouped by whether they must be files or
// folders.
var obstructedParts = map[string][]string{
	"file": {
		"lectern.lock", "lectern.db", "lectern.db-wal", "lectern.db-shm", "lectern.db-journal", "lectern.db.migrating", "lectern.db.moving",
		"library.json",
		"seal.key", "seal.key.new", "reserve", "instance.json", "instance.json.new", "window.json", "window.json.new",
		"content/lectern-library.json", "before-migration-0002.db", "before-migration-0002.db.part",
	},
	"folder": {"content", "cache", "tmp", "set-aside", "restored", "replacing", "restoring"},
}

// obstruct removes a file or folder of a library and puts something else in its place.
func obstruct(t *testing.T, path string, put func(string) error) {
	t.Helper()
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
	if err := put(path); err != nil {
		t.Skip(err)
	}
}

// stoppedLibrary creates a library and returns its data folder, without a running server.
func stoppedLibrary(t *testing.T) string {
	t.Helper()
	data := t.TempDir()
	lecterntest.Run(t, 0, "key", "create", "--data", data, "test")
	if err := os.MkdirAll(filepath.Join(data, "content"), 0o700); err != nil {
		t.Fatal(err)
	}
	return data
}

// TestObstructedDataFolders puts something else in the place of each of Lectern's own files and folders. Every command
// must report that at once.
func TestObstructedDataFolders(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	for must, names := range obstructedParts {
		for _, name := range names {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				data := stoppedLibrary(t)
				for kind, put := range obstacles {
					// TestABackupHasTheKey tests a folder in place of the key file.
					if kind == "a "+must || kind == "a folder" && name == "seal.key" {
						continue
					}
					checkObstructed(t, data, name, kind, must, put)
				}
			})
		}
	}
}

func checkObstructed(t *testing.T, data, name, kind, must string, put func(string) error) {
	t.Helper()
	obstruct(t, filepath.Join(data, filepath.FromSlash(name)), put)
	want := "In " + data + ", " + name + " must be a " + must + ", but is " + kind + ". Move it away, then try again."
	for _, args := range [][]string{
		{"serve", "--addr", "127.0.0.1:0"}, {"key", "list"}, {"backup", filepath.Join(t.TempDir(), "backup.tar")},
	} {
		if _, stderr := lecterntest.RunWithEnv(t, nil, 1, append(args, "--data", data)...); !strings.Contains(stderr, want) {
			t.Errorf("%s with %s for %s: the message is %s", args[0], kind, name, stderr)
		}
	}
	if kind != "a pipe" || !slices.Contains([]string{"lectern.db", "seal.key", "instance.json", "content"},
		name) { // runs doctor only for some names, because it takes seconds
		return
	}
	if stdout, _ := lecterntest.RunWithEnv(t, nil, 1, "doctor", "--addr", "127.0.0.1:0", "--data", data); !strings.Contains(stdout, want) {
		t.Errorf("doctor with %s for %s: the message is %s", kind, name, stdout)
	}
}

// TestAPipeForTheKeyOfSecrets puts a pipe in the place of the key file. The commands that TestObstructedDataFolders
// does not run must refuse the data folder, too.
func TestAPipeForTheKeyOfSecrets(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	data := stoppedLibrary(t)
	obstruct(t, filepath.Join(data, "seal.key"), obstacles["a pipe"])
	for _, args := range [][]string{
		{"config", "check"}, {"forget-secrets"}, {"start-anew"}, {"key", "create", "name"}, {"key", "revoke", "id"}, {"open", "a.pdf"},
		{"restore", filepath.Join(data, "lectern.db")}, {"move", "--to-data", filepath.Join(t.TempDir(), "new")}, {"move", "--undo"},
	} {
		if _, stderr := lecterntest.RunWithEnv(t, nil, 1, append(args, "--data", data)...); !strings.Contains(stderr,
			"seal.key must be a file, but is a pipe") {
			t.Errorf("%q: the message is %s", args, stderr)
		}
	}
}

// TestALinkToNoFolder replaces the content folder by a link to a folder on a drive that is not mounted. The error must
// name the missing folder.
func TestALinkToNoFolder(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	data := stoppedLibrary(t)
	obstruct(t, filepath.Join(data, "content"), func(path string) error { return os.Symlink("nowhere", path) })
	want := "In " + data + ", content is a link to a folder that does not exist. Create that folder, mount its drive"
	if _, stderr := lecterntest.RunWithEnv(t, nil, 1, "serve", "--addr", "127.0.0.1:0", "--data", data); !strings.Contains(stderr, want) {
		t.Errorf("the message is %s", stderr)
	}
}

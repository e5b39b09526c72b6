package library_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// longestData is the maximum length of a data folder's path, in bytes, as stated in error messages.
const longestData = 450

// folderOfLength returns a path of length bytes in a temporary folder of the test.
func folderOfLength(t *testing.T, length int) string {
	t.Helper()
	path := t.TempDir()
	for len(path) < length {
		name := min(length-len(path)-len("/"), 200)
		if rest := length - len(path) - len("/") - name; rest == len("/") {
			name-- // a single byte is too short for another separator and name
		}
		path = filepath.Join(path, strings.Repeat("d", name))
	}
	if len(path) != length {
		t.Fatalf("a path of %d bytes has %d", length, len(path))
	}
	return path
}

// TestUnusableDataFolders checks that every command with a data folder refuses a data folder whose path does not work.
func TestUnusableDataFolders(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	const control, long = "--data must be the path of a folder without line breaks", "--data must be a path of at most 450 bytes, " +
		"which is the limit of SQLite, but has "
	linked := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(folderOfLength(t, longestData+1), linked); err != nil {
		t.Skip(err)
	}
	if err := os.MkdirAll(folderOfLength(t, longestData+1), 0o700); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/tmp/a\nfolder":                     control,
		"/tmp/a\tfolder":                     control,
		"/tmp/a folder\x7f":                  control,
		"/tmp/\u0085folder":                  control,
		folderOfLength(t, longestData+1):     long + "451",
		folderOfLength(t, 1000):              long + "1000",
		"/tmp/" + strings.Repeat("/d", 2100): long,
	} {
		for command, code := range map[string]int{
			"serve --addr 127.0.0.1:0": 2, "doctor": 2, "config check": 1, "key list": 2, "key create name": 2, "open a.pdf": 2,
			"backup backup.tar": 2, "restore backup.tar": 2, "start-anew": 2, "move --to-data /tmp/elsewhere": 2,
		} {
			_, stderr := lecterntest.RunWithEnv(t, nil, code, append(strings.Fields(command), "--data", path)...)
			if !strings.Contains(stderr, want) {
				t.Errorf("%s of %.40q…: the message is %s", command, path, stderr)
			}
		}
	}
	if _, stderr := lecterntest.RunWithEnv(t, nil, 2, "move", "--data", t.TempDir(), "--to-data", "/tmp/a\nfolder"); !strings.Contains(stderr,
		"--to-data must be the path of a folder without line breaks") {
		t.Errorf("move: the message is %s", stderr)
	}
	for name, value := range map[string]string{"LECTERN_DATA": "/tmp/a\nfolder", "XDG_DATA_HOME": "/tmp/a\nhome"} {
		if _, stderr := lecterntest.RunWithEnv(t, []string{name + "=" + value}, 2, "key", "list"); !strings.Contains(stderr, control) {
			t.Errorf("with %s the message is %s", name, stderr)
		}
	}
}

// TestAFolderOfAnother checks that no command uses a folder that is not Lectern's but contains files in folders with
// the names of Lectern's subfolders. A server that started there would delete or move these files.
//
// SECURITY.md, promise 55 (no lost content)
func TestAFolderOfAnother(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	for _, name := range []string{"tmp", "content", "cache", "set-aside", "restored"} {
		data := t.TempDir()
		file := filepath.Join(data, name, "project", "work.go")
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte("mine"), 0o600)); err != nil {
			t.Fatal(err)
		}
		for _, command := range []string{"serve --addr 127.0.0.1:0", "key create name", "backup backup.tar", "restore backup.tar", "start-anew",
			"move --to-data elsewhere"} {
			_, stderr := lecterntest.RunWithEnv(t, nil, 2, append(strings.Fields(command), "--data", data)...)
			if !strings.Contains(stderr, "--data is "+data+", which Lectern has not used before and which has "+name+" with other files") {
				t.Errorf("%s: the message is %s", command, stderr)
			}
		}
		if _, stderr := lecterntest.RunWithEnv(t, nil, 2, "move", "--data", t.TempDir(), "--to-data", data); !strings.Contains(stderr,
			"--to-data is "+data) {
			t.Errorf("move: the message is %s", stderr)
		}
		if entries, err := os.ReadDir(data); err != nil || len(entries) != 1 {
			t.Errorf("the folder has %v: %v", entries, err)
		}
		if text, err := os.ReadFile(file); err != nil || string(text) != "mine" {
			t.Errorf("the file has %q: %v", text, err)
		}
	}
	if _, stderr := lecterntest.RunWithEnv(t, nil, 2, "doctor", "--data", "/"); !strings.Contains(stderr, "the root of a file system") {
		t.Errorf("the root: %s", stderr)
	}
}

// TestAMountedDataFolder starts a server with separate disks mounted at the subfolders of its data folder. One of the
// disks contains the cache of an earlier server.
func TestAMountedDataFolder(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	for _, name := range []string{"lost+found", "tmp", "content/lost+found", "cache/lost+found"} {
		if err := os.MkdirAll(filepath.Join(data, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	content := []byte("kept")
	key := fmt.Sprintf("%x", sha256.Sum256(content))
	copied := filepath.Join(data, "cache", key[:2], key[2:])
	if err := errors.Join(os.MkdirAll(filepath.Dir(copied), 0o700), os.WriteFile(copied, content, 0o600)); err != nil {
		t.Fatal(err)
	}
	lecterntest.StartIn(t, data, nil)
}

// TestTheLongestDataFolder runs a server in a data folder with the longest permitted path.
func TestTheLongestDataFolder(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.StartIn(t, folderOfLength(t, longestData), nil)
	for _, name := range []string{"sample.docx", "sample.pdf"} {
		if doc := s.Wait(s.Upload(name, lecterntest.Sample(t, name)).ID); doc.Status != "ready" {
			t.Errorf("%s: %+v", name, doc)
		}
	}
	file := filepath.Join(t.TempDir(), "backup.tar")
	lecterntest.Run(t, 0, "backup", "--data", s.Data, file)
	restored := folderOfLength(t, longestData)
	lecterntest.Run(t, 0, "restore", "--data", restored, file)
	if docs := lecterntest.StartIn(t, restored, nil).DocumentNames(); len(docs) != 2 {
		t.Errorf("the restored library has %+v", docs)
	}
}

// TestATemporaryFolderWithALineBreak checks that the command convert refuses a temporary folder with a line break in
// its path.
func TestATemporaryFolderWithALineBreak(t *testing.T) {
	t.Parallel()
	temp := filepath.Join(t.TempDir(), "a\nfolder")
	if err := os.Mkdir(temp, 0o700); err != nil {
		t.Skip(err)
	}
	file := filepath.Join(t.TempDir(), "sample.docx")
	if err := os.WriteFile(file, lecterntest.Sample(t, "sample.docx"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, stderr := lecterntest.RunWithEnv(t, []string{"TMPDIR=" + temp}, 1, "convert", file); !strings.Contains(stderr,
		"set TMPDIR to another folder") {
		t.Errorf("the message is %s", stderr)
	}
}

// TestInvalidDataFolders passes paths that cannot be data folders to every command with a data folder.
func TestInvalidDataFolders(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	top := t.TempDir()
	at := func(name string) string { return filepath.Join(top, name) }
	if err := os.WriteFile(at("file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(at("odd"), 0o700); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{"odd/tmp": "tmp", "dangling": "nowhere", "loop": "loop", "one": "two", "two": "one",
		"link": "file"} {
		if err := os.Symlink(target, at(link)); err != nil {
			t.Skip(err)
		}
	}
	if err := syscall.Mkfifo(at("fifo"), 0o600); err != nil {
		t.Skip(err)
	}
	socket, err := net.Listen("unix", at("socket"))
	if err != nil {
		t.Skip(err)
	}
	defer socket.Close()
	wants := map[string]string{
		"/dev/full":                  "--data is /dev/full, which is a device, not a folder: choose a folder",
		at("file"):                   "which is a file, not a folder: choose a folder",
		at("link"):                   "which is a file, not a folder: choose a folder",
		at("odd"):                    "and Lectern cannot determine whether it has other files",
		at("fifo"):                   "which is a pipe, not a folder: choose a folder",
		at("socket"):                 "which is a socket, not a folder: choose a folder",
		at("dangling"):               "which is a link to nowhere, which does not exist: create that folder",
		at("loop"):                   "which leads through a circle of links: remove them",
		at("one"):                    "which leads through a circle of links: remove them",
		at("file/data"):              at("file") + " above it is a file, not a folder",
		at("dangling/a/data"):        at("dangling") + " above it is a link to nowhere",
		at("one/data"):               "circle",
		at("fifo/" + "deep/er/data"): at("fifo") + " above it is a pipe",
		"/dev/null/data":             "/dev/null above it is a device",
	}
	if name := strings.Repeat("é", 128); len(at(name)) <= longestData {
		wants[at(name)] = "has a name of more than 255 bytes: choose a folder with a shorter name"
	}
	for path, want := range wants {
		for command, code := range map[string]int{
			"serve --addr 127.0.0.1:0": 2, "doctor": 2, "config check": 1, "key list": 2, "key create name": 2, "key revoke id": 2, "open a.pdf": 2,
			"backup backup.tar": 2, "restore backup.tar": 2, "start-anew": 2, "forget-secrets": 2, "move --to-data /tmp/elsewhere": 2,
		} {
			if _, stderr := lecterntest.RunWithEnv(t, nil, code, append(strings.Fields(command), "--data", path)...); !strings.Contains(stderr,
				want) {
				t.Errorf("%s of %.40q…: the message is %s", command, path, stderr)
			}
		}
	}
	if _, stderr := lecterntest.RunWithEnv(t, nil, 2, "move", "--data", t.TempDir(), "--to-data", at("file")); !strings.Contains(stderr,
		"which is a file, not a folder") {
		t.Errorf("move: the message is %s", stderr)
	}
}

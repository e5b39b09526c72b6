package main

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestDataFoldersThatAreNone has every command that takes a data folder be given something else.
func TestDataFoldersThatAreNone(t *testing.T) {
	t.Parallel()
	apartFromRecords(t)
	top := t.TempDir()
	at := func(name string) string { return filepath.Join(top, name) }
	if err := os.WriteFile(at("file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(at("odd"), 0o700); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{"odd/tmp": "tmp", "dangling": "nowhere", "loop": "loop", "one": "two", "two": "one", "link": "file"} {
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
		"/dev/full":                  "--data is /dev/full, which is a device, not a folder: name a folder",
		at("file"):                   "which is a file, not a folder: name a folder",
		at("link"):                   "which is a file, not a folder: name a folder",
		at("odd"):                    "of which Lectern cannot tell whether it has files of others",
		at("fifo"):                   "which is a pipe, not a folder: name a folder",
		at("socket"):                 "which is a socket, not a folder: name a folder",
		at("dangling"):               "which is a link to nowhere, which is not there: create that folder",
		at("loop"):                   "which leads through links that lead to each other in a circle: remove them",
		at("one"):                    "which leads through links that lead to each other in a circle: remove them",
		at("file/data"):              at("file") + " above it is a file, not a folder",
		at("dangling/a/data"):        at("dangling") + " above it is a link to nowhere",
		at("one/data"):               "circle",
		at("fifo/" + "deep/er/data"): at("fifo") + " above it is a pipe",
		"/dev/null/data":             "/dev/null above it is a device",
	}
	if name := strings.Repeat("é", 128); len(at(name)) <= longestData {
		wants[at(name)] = "has a name of more than 255 bytes: name a folder with a shorter name"
	}
	for path, want := range wants {
		for command, code := range map[string]int{
			"serve --addr 127.0.0.1:0": 2, "doctor": 2, "config check": 1, "key list": 2, "key create name": 2, "key revoke id": 2, "open a.pdf": 2,
			"backup backup.tar": 2, "restore backup.tar": 2, "start-anew": 2, "forget-secrets": 2, "move --to-data /tmp/elsewhere": 2,
		} {
			if _, stderr := runCommand(t, nil, code, append(strings.Fields(command), "--data", path)...); !strings.Contains(stderr, want) {
				t.Errorf("%s of %.40q… says %s", command, path, stderr)
			}
		}
	}
	if _, stderr := runCommand(t, nil, 2, "move", "--data", t.TempDir(), "--to-data", at("file")); !strings.Contains(stderr, "which is a file, not a folder") {
		t.Errorf("move says %s", stderr)
	}
}

//go:build unix

package disk_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"lectern/backend/internal/disk"
)

// TestOnlyRegularFilesAreRead checks that pipes, devices and folders are rejected without blocking.
func TestOnlyRegularFilesAreRead(t *testing.T) {
	folder := t.TempDir()
	file, pipe := filepath.Join(folder, "file"), filepath.Join(folder, "pipe")
	if err := errors.Join(os.WriteFile(file, []byte("text"), 0o600), syscall.Mkfifo(pipe, 0o600)); err != nil {
		t.Fatal(err)
	}
	if text, err := disk.ReadRegular(file); err != nil || string(text) != "text" {
		t.Errorf("the file has %q, %v", text, err)
	}
	if _, err := disk.ReadRegular(filepath.Join(folder, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	for _, path := range []string{pipe, "/dev/zero", folder} {
		if text, err := disk.ReadRegular(path); err == nil {
			t.Errorf("%s has %d bytes", path, len(text))
		}
	}
}

// TestAPipeForTheReserve checks that the reserve does not wait forever if a pipe has the name of the reserve file.
func TestAPipeForTheReserve(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(folder, disk.ReserveFile), 0o600); err != nil {
		t.Fatal(err)
	}
	disk.NewReserve(folder).Keep()
}

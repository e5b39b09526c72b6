package convert

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"lectern/backend/filetype"
)

// mountDisk gives a folder that is a disk of its own, of a size such as "3m".
func mountDisk(t *testing.T, size string) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("needs to mount a small disk, which only root may: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, syscall.MNT_DETACH); err != nil {
			t.Errorf("unmount: %v", err)
		}
	})
	return folder
}

// diskConfig is the configuration of a converter that works on the disk.
func diskConfig(t *testing.T, disk string) Config {
	t.Helper()
	cfg := officeConfig(t)
	cfg.Deadline = 20 * time.Second
	cfg.TempDir = filepath.Join(disk, "work")
	if err := os.Mkdir(cfg.TempDir, 0o700); err != nil {
		t.Fatal(err)
	}
	return cfg
}

func TestOfficeFullDisk(t *testing.T) {
	office := openOffice(t, diskConfig(t, mountDisk(t, "3m")))
	err := office.Convert(t.Context(), text(1), filetype.Rtf, (&result{}).collect)
	if !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("Convert: %v, want %v", err, syscall.ENOSPC)
	}
}

// A disk that fills up ends the conversion long before the deadline, although its
// process does nothing any longer, which is how LibreOffice takes it.
func TestOfficeDiskFillsUp(t *testing.T) {
	disk := mountDisk(t, "64m")
	office := openOffice(t, diskConfig(t, disk))
	err := office.Convert(t.Context(), text(longText), filetype.Rtf, func(Stage, *os.File) error {
		for _, pid := range children(t, office) {
			_ = syscall.Kill(pid, syscall.SIGSTOP)
		}
		err := os.WriteFile(filepath.Join(disk, "other"), bytes.Repeat([]byte("x"), 64<<20), 0o600)
		if !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("the disk took all: %v", err)
		}
		return nil
	})
	if !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("Convert: %v, want %v", err, syscall.ENOSPC)
	}
}

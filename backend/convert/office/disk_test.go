package office

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
)

// mountDisk mounts a new disk of a size such as "3m", and returns its folder.
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

// diskConfig returns the configuration of a converter whose working folder is on the disk.
func diskConfig(t *testing.T, disk string) convert.Config {
	t.Helper()
	cfg := converttest.OfficeConfig(t)
	cfg.Deadline = 20 * time.Second
	cfg.TempDir = filepath.Join(disk, "work")
	if err := os.Mkdir(cfg.TempDir, 0o700); err != nil {
		t.Fatal(err)
	}
	return cfg
}

func TestOfficeFullDisk(t *testing.T) {
	office := openOffice(t, diskConfig(t, mountDisk(t, "3m")))
	_, err := office.Convert(t.Context(), Order{In: converttest.RTF(1), Kind: filetype.Rtf}, &result{})
	if !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("Convert: %v, want %v", err, syscall.ENOSPC)
	}
}

// If the disk is full, the error does not blame the document. LibreOffice may treat the document as empty, write an
// incomplete PDF, or hang until the deadline. The test simulates the last case with a stopped process.
func TestOfficeDiskFillsUp(t *testing.T) {
	for name, then := range map[string]syscall.Signal{"goes on": syscall.SIGCONT, "hangs": syscall.SIGSTOP} {
		t.Run(name, func(t *testing.T) {
			disk := mountDisk(t, "64m")
			office := openOffice(t, diskConfig(t, disk))
			_, err := office.Convert(t.Context(), Order{In: converttest.RTF(converttest.LongText), Kind: filetype.Rtf},
				ReceiverFunc(func(stage Completeness, _ *os.File) error {
					if stage == WholeDocument {
						t.Error("it gave a whole document")
					}
					signalAll(children(t, office), syscall.SIGSTOP)
					fillDisk(t, disk)
					signalAll(children(t, office), then)
					return nil
				}))
			if !errors.Is(err, syscall.ENOSPC) {
				t.Errorf("Convert: %v, want %v", err, syscall.ENOSPC)
			}
		})
	}
}

func signalAll(pids []int, signal syscall.Signal) {
	for _, pid := range pids {
		_ = syscall.Kill(pid, signal) // fails if the process has just ended
	}
}

func fillDisk(t *testing.T, disk string) {
	t.Helper()
	err := os.WriteFile(filepath.Join(disk, "other"), bytes.Repeat([]byte("x"), 64<<20), 0o600)
	if !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("the disk took all: %v", err)
	}
}

package lecterntest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// MountDisk mounts a temporary disk of a size such as "3m", and returns its folder.
func MountDisk(t *testing.T, size string) string {
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

// WantAbsent fails the test if text occurs in a value of others, or in a file of a stopped server.
func WantAbsent(s *Server, text string, others map[string]string) {
	s.T.Helper()
	for what, other := range others {
		if len(other) == 0 || strings.Contains(other, text) {
			s.T.Errorf("it is in %s, or that is empty", what)
		}
	}
	files := 0
	err := filepath.WalkDir(s.Data, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		files++
		content, err := os.ReadFile(path)
		if bytes.Contains(content, []byte(text)) {
			s.T.Errorf("it is in %s", path)
		}
		return err
	})
	if err != nil || files == 0 {
		s.T.Errorf("%d files, %v", files, err)
	}
}

func RemoveFile(t testing.TB, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
}

func WritePrivateFile(t testing.TB, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

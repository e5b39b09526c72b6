package lecterntest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// ContentPath returns the path in a data folder at which the given content is stored.
func ContentPath(data string, content []byte) string {
	sum := sha256.Sum256(content)
	return filepath.Join(data, "content", hex.EncodeToString(sum[:1]), hex.EncodeToString(sum[1:]))
}

// Damages are functions that damage a file, by name.
var Damages = map[string]func(path string, content []byte) error{
	"flipped": func(path string, content []byte) error {
		changed := bytes.Clone(content)
		changed[len(changed)/2] ^= 1
		return os.WriteFile(path, changed, 0o600)
	},
	"truncated": func(path string, content []byte) error { return os.Truncate(path, int64(len(content)/2)) },
	"emptied":   func(path string, _ []byte) error { return os.Truncate(path, 0) },
	"longer":    func(path string, content []byte) error { return os.WriteFile(path, append(content, 0), 0o600) },
	"missing":   func(path string, _ []byte) error { return os.Remove(path) },
	"a folder": func(path string, _ []byte) error {
		if err := os.Remove(path); err != nil {
			return err
		}
		return os.Mkdir(path, 0o700)
	},
	"a pipe":           func(path string, _ []byte) error { return errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o600)) },
	"a link to itself": func(path string, _ []byte) error { return errors.Join(os.Remove(path), os.Symlink(path, path)) },
}

func WantNamed(t testing.TB, output string, doc Document) {
	t.Helper()
	if !strings.Contains(output, doc.ID) || !strings.Contains(output, doc.Name) {
		t.Errorf("it does not name %s (%s): %s", doc.Name, doc.ID, output)
	}
}

// DamageFile writes content to a file and then damages the file. The function damage may be nil.
func DamageFile(t *testing.T, path string, content []byte, damage func(string, []byte) error) {
	t.Helper()
	err := os.RemoveAll(path)
	if err == nil {
		err = os.WriteFile(path, content, 0o600)
	}
	if err == nil && damage != nil {
		err = damage(path, content)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// AwaitFaults waits until the server reports these numbers of damaged and missing files.
func AwaitFaults(s *Server, damaged, missing int) {
	s.T.Helper()
	Eventually(s.T, fmt.Sprintf("%d damaged, %d missing", damaged, missing), func() bool {
		_, metrics := s.Call(http.MethodGet, s.URL+"/metrics", nil, nil)
		status, ready := s.Call(http.MethodGet, s.URL+"/readyz", nil, nil)
		reported := strings.Contains(string(ready), fmt.Sprintf("Missing or damaged files of the library: %d.", damaged+missing))
		return status == http.StatusOK && reported == (damaged+missing > 0) &&
			strings.Contains(string(metrics), fmt.Sprintf("lectern_content_faults{condition=\"damaged\"} %d\n", damaged)) &&
			strings.Contains(string(metrics), fmt.Sprintf("lectern_content_faults{condition=\"missing\"} %d\n", missing))
	})
}

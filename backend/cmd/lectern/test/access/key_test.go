package access_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

func TestCommandsMakeNoLibrary(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	data := filepath.Join(t.TempDir(), "typo")
	for _, args := range [][]string{{"key", "list"}, {"key", "revoke", "k-1"}, {"start-anew"}} {
		if _, stderr := lecterntest.RunWithEnv(t, nil, 1, append(args, "--data", data)...); !strings.Contains(stderr,
			"there is no library in "+data) {
			t.Errorf("%v: the message is %q", args, stderr)
		}
	}
	if _, err := os.Stat(data); !os.IsNotExist(err) {
		t.Errorf("the folder is there: %v", err)
	}
	lecterntest.Run(t, 0, "key", "create", "--data", data, "first")
	if list := lecterntest.Run(t, 0, "key", "list", "--data", data); !strings.Contains(list, "first") {
		t.Errorf("the list is %q", list)
	}
}

// TestKeyCreateReportsANewDefaultLibrary creates keys without --data. A person who forgot it must learn that the key is
// not for the library of a server with another folder.
func TestKeyCreateReportsANewDefaultLibrary(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	home := t.TempDir()
	env := []string{"LECTERN_DATA=", "XDG_DATA_HOME=" + home}
	key, stderr := lecterntest.RunWithEnv(t, env, 0, "key", "create", "first")
	if strings.TrimSpace(key) == "" || !strings.Contains(stderr, "new library in "+filepath.Join(home, "lectern")) ||
		!strings.Contains(stderr, "--data") {
		t.Errorf("it prints %q, and the message is %q", key, stderr)
	}
	if _, stderr := lecterntest.RunWithEnv(t, env, 0, "key", "create", "second"); stderr != "" {
		t.Errorf("the second time the message is %q", stderr)
	}
}

func TestKeyNameIsOneLine(t *testing.T) {
	t.Parallel()
	_, stderr := lecterntest.RunWithEnv(t, nil, 1, "key", "create", "--data", t.TempDir(), "evil\x1b[31m\nname")
	if !strings.Contains(stderr, "without control characters") {
		t.Errorf("the message is %q", stderr)
	}
}

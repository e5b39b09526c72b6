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
			t.Errorf("%v: it says %q", args, stderr)
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

func TestKeyNameIsOneLine(t *testing.T) {
	t.Parallel()
	_, stderr := lecterntest.RunWithEnv(t, nil, 1, "key", "create", "--data", t.TempDir(), "evil\x1b[31m\nname")
	if !strings.Contains(stderr, "without control characters") {
		t.Errorf("it says %q", stderr)
	}
}

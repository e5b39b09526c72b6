package backend

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode"
)

// longestData is how many bytes the path of a data folder may have. SQLite opens no path of more than 512
// bytes, with the names that it derives from that of the database, and copies of the database lie in
// folders below.
const longestData = 450

// CheckDataPath refuses a path that cannot be that of a data folder. The error names the flag and says what
// to do.
func CheckDataPath(flag, path string) error {
	real := realPath(path)
	if hasControl(path) || hasControl(real) {
		return fmt.Errorf("%s is the path of a folder without line breaks, tabs and other control characters, which converters cannot be told; it was %q: rename the folder, or name another one", flag, path)
	}
	if length := max(len(path), len(real)); length > longestData {
		return fmt.Errorf("%s is a path of at most %d bytes, because SQLite opens no longer ones; it has %d: name a folder nearer to the root", flag, longestData, length)
	}
	return nil
}

func hasControl(path string) bool { return strings.ContainsFunc(path, unicode.IsControl) }

// realPath returns a path without links, as far as it is there.
func realPath(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		return real
	}
	above := filepath.Dir(path)
	if above == path {
		return path
	}
	return filepath.Join(realPath(above), filepath.Base(path))
}

package library

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unicode"

	"lectern/backend/store/sqlite"
)

// maxDataPath is the maximum length of a data folder's path, in bytes. SQLite does not open paths of more than 512
// bytes. The remaining bytes are needed for the names of SQLite's files and for copies of the database in subfolders.
const maxDataPath = 450

// CheckDataPath returns an error if path cannot be a data folder, or if the folder contains files of other programs in
// places where Lectern would remove them. The error names the flag and the remedy.
func CheckDataPath(flag, path string) error {
	real := realPath(path)
	if HasControl(path) || HasControl(real) {
		return fmt.Errorf("%s must be the path of a folder without line breaks, tabs and other control characters, which "+
			"converters do not support, but is %q: rename the folder, or choose another one", flag, path)
	}
	if length := max(len(path), len(real)); length > maxDataPath {
		return fmt.Errorf("%s must be a path of at most %d bytes, which is the limit of SQLite, but has %d: choose a folder "+
			"nearer to the root", flag, maxDataPath, length)
	}
	if err := checkPlace(flag, path); err != nil {
		return err
	}
	return checkForeign(flag, path, real)
}

// checkForeign returns an error if the folder contains files of other programs in places where Lectern would remove
// them or set them aside. A folder that Lectern has used before is accepted.
func checkForeign(flag, path, real string) error {
	if filepath.Dir(real) == real {
		return fmt.Errorf("%s is %s, the root of a file system, in which Lectern would empty the folder %s: choose a folder for "+
			"Lectern alone", flag, path,
			filepath.Join(path, tempDir))
	}
	if isLibrary(path) {
		return nil
	}
	names := []string{tempDir, contentDir, setAsideDir, restoredDir, replacingDir, restoringDir}
	// A cache folder that contains files of documents was written by a Lectern server, even if all other files of that
	// server are gone. Such a cache folder is accepted.
	if cache := filepath.Join(path, cacheDir); !hasContent(cache) {
		names = append(names, cacheDir)
	}
	for _, name := range names {
		has, err := hasEntries(filepath.Join(path, name))
		if err != nil {
			return fmt.Errorf("%s is %s, and Lectern cannot determine whether it has other files: %w; give Lectern's user "+
				"permission to read it, or choose an empty folder", flag, path, err)
		}
		if has {
			return fmt.Errorf("%s is %s, which Lectern has not used before and which has %s with other files that Lectern would "+
				"remove or set aside: choose an empty folder", flag, path, name)
		}
	}
	return nil
}

// isLibrary reports whether a folder contains a part of a library or the lock file.
func isLibrary(data string) bool {
	return hasAny(data, lockFile, databaseFile, sqlite.MarkFile, sealKeyFile) || hasContent(filepath.Join(data, contentDir))
}

// HasControl reports whether a path has a control character, such as a line break.
func HasControl(path string) bool { return strings.ContainsFunc(path, unicode.IsControl) }

// realPath resolves all links in a path. If only the beginning of the path exists, it resolves the links in that part.
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

// maxFileName is the maximum length of a file name, in bytes, on nearly all file systems.
const maxFileName = 255

// checkPlace returns an error if path exists but is not a folder, or if it cannot be created because one of its parents
// is not a folder.
func checkPlace(flag, path string) error {
	for at := path; ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		switch {
		case err == nil && info.IsDir():
			return nil
		case err == nil:
			return placeError(flag, path, at, "is "+kindOf(info.Mode())+", not a folder", "choose a folder, or a path that does "+
				"not exist yet")
		case errors.Is(err, syscall.ELOOP):
			return placeError(flag, path, at, "leads through a circle of links", "remove them, or choose "+
				"another folder")
		case errors.Is(err, fs.ErrPermission):
			return placeError(flag, path, at, "cannot be reached by Lectern's user",
				"give that user permission to enter the folders above it, or choose another folder")
		case len(filepath.Base(at)) > maxFileName:
			return placeError(flag, path, at, fmt.Sprintf("has a name of more than %d bytes", maxFileName), "choose a folder "+
				"with a shorter name")
		}
		if target, err := os.Readlink(at); err == nil {
			return placeError(flag, path, at, fmt.Sprintf("is a link to %s, which does not exist", target),
				"create that folder, mount its drive, or choose another folder")
		}
		if filepath.Dir(at) == at {
			return nil
		}
	}
}

// placeError returns the error for a data folder whose path, or one of the folders above it, is wrong. The argument at
// is the wrong path.
func placeError(flag, path, at, problem, advice string) error {
	if at == path {
		return fmt.Errorf("%s is %s, which %s: %s", flag, path, problem, advice)
	}
	return fmt.Errorf("%s is %s, and %s above it %s: %s", flag, path, at, problem, advice)
}

// kindOf returns the name of the kind of a file that is not a folder, with its article.
func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsRegular():
		return "a file"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

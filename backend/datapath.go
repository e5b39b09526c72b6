package backend

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unicode"

	"lectern/backend/store"
)

// longestData is how many bytes the path of a data folder may have. SQLite opens no path of more than 512
// bytes, with the names that it derives from that of the database, and copies of the database lie in
// folders below.
const longestData = 450

// CheckDataPath refuses a path that cannot be that of a data folder, and a folder that has files of others where Lectern
// would remove them. The error names the flag and says what to do.
func CheckDataPath(flag, path string) error {
	real := realPath(path)
	if hasControl(path) || hasControl(real) {
		return fmt.Errorf("%s must be the path of a folder without line breaks, tabs and other control characters, which converters cannot be told; it was %q: rename the folder, or name another one", flag, path)
	}
	if length := max(len(path), len(real)); length > longestData {
		return fmt.Errorf("%s must be a path of at most %d bytes, because SQLite opens no longer ones; it has %d: name a folder nearer to the root", flag, longestData, length)
	}
	if err := checkPlace(flag, path); err != nil {
		return err
	}
	return checkForeign(flag, path, real)
}

// checkForeign refuses a folder that has files of others where Lectern would remove them or set them aside. One in which
// Lectern has worked before has none.
func checkForeign(flag, path, real string) error {
	if filepath.Dir(real) == real {
		return fmt.Errorf("%s is %s, the root of a file system, whose folder %s Lectern would empty: name a folder for Lectern alone", flag, path, filepath.Join(path, tempDir))
	}
	if isLibrary(path) {
		return nil
	}
	names := []string{tempDir, contentDir, setAsideDir, restoredDir, replacingDir, restoringDir}
	if cache := filepath.Join(path, cacheDir); !hasContent(cache) { // else it is of a server whose other files were not kept
		names = append(names, cacheDir)
	}
	for _, name := range names {
		has, err := hasEntries(filepath.Join(path, name))
		if err != nil {
			return fmt.Errorf("%s is %s, of which Lectern cannot tell whether it has files of others: %w; let Lectern's user read it, or name an empty folder", flag, path, err)
		}
		if has {
			return fmt.Errorf("%s is %s, in which Lectern has never worked, and which has %s with files of others: Lectern would remove them or set them aside; name an empty folder", flag, path, name)
		}
	}
	return nil
}

// isLibrary reports whether a folder has a part of a library, or its lock.
func isLibrary(data string) bool {
	return hasAny(data, lockFile, databaseFile, store.MarkFile, sealKeyFile) || hasContent(filepath.Join(data, contentDir))
}

// hasAny reports whether a folder has an entry with one of the names.
func hasAny(folder string, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		_, err := os.Lstat(filepath.Join(folder, name))
		return err == nil
	})
}

// hasEntries reports whether there is a file of that path, or a folder that is not empty. The folder lost+found is on every
// disk of ext4, and does not count.
func hasEntries(path string) (bool, error) {
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil || !info.IsDir() {
		return err == nil, err
	}
	entries, err := os.ReadDir(path)
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() != "lost+found" }), err
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

// longestName is how many bytes the name of a file or folder may have on nearly all file systems.
const longestName = 255

// checkPlace refuses a data folder where something else is, and one that cannot be created for what lies above it.
func checkPlace(flag, path string) error {
	for at := path; ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		switch {
		case err == nil && info.IsDir():
			return nil
		case err == nil:
			return placeError(flag, path, at, "is "+kindOf(info.Mode())+", not a folder", "name a folder, or a path at which nothing is yet")
		case errors.Is(err, syscall.ELOOP):
			return placeError(flag, path, at, "leads through links that lead to each other in a circle", "remove them, or name another folder")
		case errors.Is(err, fs.ErrPermission):
			return placeError(flag, path, at, "cannot be reached by Lectern's user", "give that user the right to enter the folders above it, or name another folder")
		case len(filepath.Base(at)) > longestName:
			return placeError(flag, path, at, fmt.Sprintf("has a name of more than %d bytes", longestName), "name a folder with a shorter name")
		}
		if target, err := os.Readlink(at); err == nil {
			return placeError(flag, path, at, fmt.Sprintf("is a link to %s, which is not there", target), "create that folder, mount its drive, or name another folder")
		}
		if filepath.Dir(at) == at {
			return nil
		}
	}
}

// placeError words what is wrong at a path, which is that of a data folder or of something above it.
func placeError(flag, path, at, wrong, advice string) error {
	if at == path {
		return fmt.Errorf("%s is %s, which %s: %s", flag, path, wrong, advice)
	}
	return fmt.Errorf("%s is %s, and %s above it %s: %s", flag, path, at, wrong, advice)
}

// kindOf names what is no folder.
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

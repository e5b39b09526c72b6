package backend

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

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

package library

import (
	"errors"
	"io/fs"
	"os"
)

// replaceFolder moves a folder to another path. The argument from is its old path, and to is its new path. If a folder
// already exists at the new path, it is moved away: to the old path if the file system can swap two folders atomically,
// and otherwise to the path in the argument aside. After an error, both folders are at their original paths.
func replaceFolder(from, to, aside string) error {
	err := swapFolders(from, to)
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, fs.ErrNotExist) {
		return replaceStepwise(from, to, aside)
	}
	return err
}

// replaceStepwise does the same as replaceFolder, without an atomic swap.
func replaceStepwise(from, to, aside string) error {
	err := os.Rename(to, aside)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	wasThere := err == nil
	if err = os.Rename(from, to); err != nil && wasThere {
		return errors.Join(err, os.Rename(aside, to))
	}
	return err
}

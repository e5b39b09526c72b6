package library

import (
	"errors"
	"io/fs"
	"os"
)

// replaceFolder moves a folder to a path and replaces the folder there, if there is one. If the file system can swap
// folders atomically, the replaced folder is moved to from, otherwise to aside. If there is an error, nothing has
// moved.
func replaceFolder(from, to, aside string) error {
	err := swapFolders(from, to)
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, fs.ErrNotExist) {
		return replaceStepwise(from, to, aside)
	}
	return err
}

// replaceStepwise is like replaceFolder, without an atomic swap.
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

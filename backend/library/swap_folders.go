package library

import (
	"errors"
	"io/fs"
	"os"
)

// replaceFolder moves the folder from to the path to. If there is already a folder at to, it is replaced: if the file
// system can swap folders atomically, it is moved to from, and otherwise to aside. After an error, nothing has moved.
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

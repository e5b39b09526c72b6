package disk

import (
	"errors"
	"os"
	"path/filepath"
)

// TempSuffix is appended to the name of a file to form a temporary name. The new content is written to a file with that
// name, which then replaces the original file.
const TempSuffix = ".new"

// ReplaceFile atomically replaces or creates a file that only its user can read. It does not sync the file to the disk,
// so a power failure may lose the content.
func ReplaceFile(path string, content []byte) error {
	return replaceFile(path, content, (*os.File).Close)
}

// ReplaceFileDurably does the same as [ReplaceFile], and also syncs the new content to the disk before it returns.
func ReplaceFileDurably(path string, content []byte) error {
	err := replaceFile(path, content, func(next *os.File) error { return errors.Join(next.Sync(), next.Close()) })
	if err != nil {
		return err
	}
	return SyncFolder(filepath.Dir(path))
}

// replaceFile writes content to a temporary file, calls finish with that file, and then replaces the file at path with
// it.
func replaceFile(path string, content []byte, finish func(*os.File) error) error {
	next, err := os.OpenFile(path+TempSuffix, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = next.Write(content)
	if err := errors.Join(err, finish(next)); err != nil {
		return err
	}
	return os.Rename(path+TempSuffix, path)
}

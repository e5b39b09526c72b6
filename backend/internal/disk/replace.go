package disk

import (
	"errors"
	"os"
	"path/filepath"
)

// NewSuffix ends the name of a file that is written before it replaces another one.
const NewSuffix = ".new"

// ReplaceFile writes a file that only its user can read, in the place of one that is there. A reader sees the old content or the
// new one, and the new one is on the disk when ReplaceFile returns.
func ReplaceFile(path string, content []byte) error {
	next, err := os.OpenFile(path+NewSuffix, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = next.Write(content)
	if err := errors.Join(err, next.Sync(), next.Close()); err != nil {
		return err
	}
	if err := os.Rename(path+NewSuffix, path); err != nil {
		return err
	}
	return SyncFolder(filepath.Dir(path))
}

package backend

import (
	"errors"
	"io/fs"
	"path/filepath"

	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
)

// checkMovable gives a fault of kind Invalid where a part of the library is mounted by itself: it
// cannot be moved then, and no other one can take its place.
func (f *folder) checkMovable() error {
	own, err := mountOf(f.path, true)
	if err != nil {
		return err
	}
	for _, name := range libraryParts() {
		path := filepath.Join(f.path, name)
		its, err := mountOf(path, false) // a link is moved itself
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if its != own {
			return fault.Told(fault.Invalid, sentence.New("restore-mounted", "No other library can take the place of this one, since {path} is mounted by itself. "+
				"Make a library of the backup in another folder with `lectern restore`.").With("path", path))
		}
	}
	return nil
}

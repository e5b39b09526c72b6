package library

import (
	"errors"
	"io/fs"
	"path/filepath"

	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
)

// checkMovable returns a fault of kind Invalid if a part of the library is a mount point. Mount points cannot be moved,
// so such a library could not be replaced by a restored one.
func (f *Folder) checkMovable() error {
	own, err := mountOf(f.Path, true)
	if err != nil {
		return err
	}
	for _, name := range libraryParts() {
		path := filepath.Join(f.Path, name)
		its, err := mountOf(path, false) // false, because a rename moves a link and not its target
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if its != own {
			return fault.Translatable(fault.Invalid, sentence.New("restore-mounted",
				"This library cannot be replaced, because {path} is a separate mount. Restore the backup into another folder "+
					"with `lectern restore`.").With("path", path))
		}
	}
	return nil
}

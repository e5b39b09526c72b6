package watch

import (
	"errors"
	"os"
	"path"
)

// openPlace returns the place of a file below the watched folder. It follows no links and opens no folder with
// Lectern's own files. The caller must close the place.
func (m *mover) openPlace(name string) (place, error) {
	top, err := openHandle(m.root)
	if err != nil {
		return place{}, err
	}
	folder, err := openPath(top, splitPath(path.Dir(name)), m.rejectOwn())
	return place{folder, path.Base(name)}, err
}

// checkHas returns an error if the file at the place is not the open file f, or if its size or modification time
// differs from mark.
func (p place) checkHas(f *os.File, mark Mark) error {
	there, err := p.open()
	if err != nil {
		return err
	}
	defer there.Close()
	opened, err := f.Stat()
	if err != nil {
		return err
	}
	info, err := there.Stat()
	if err == nil && (!os.SameFile(opened, info) || newMark(info) != mark) {
		err = errChanged
	}
	return err
}

// rename renames the file at the place to an unused name. If the file system cannot do that atomically, rename first
// reserves the name with an empty file.
func (p place) rename(to place) error {
	err := p.renameFree(to)
	if !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	f, err := to.create(0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := p.renameOver(to); err != nil {
		return errors.Join(err, to.remove())
	}
	return nil
}

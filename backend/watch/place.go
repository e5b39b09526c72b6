package watch

import (
	"errors"
	"os"
	"path"
)

// openPlace returns the place of a file below the watched folder, which is to be closed. No link is followed on the
// way, and none of Lectern's own folders is entered.
func (m *mover) openPlace(name string) (place, error) {
	top, err := openHandle(m.root)
	if err != nil {
		return place{}, err
	}
	folder, err := openPath(top, splitPath(path.Dir(name)), m.rejectOwn())
	return place{folder, path.Base(name)}, err
}

// checkHas says whether the file there is one that is open, and as it was.
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

// rename gives the file there another name, which must be free. Where the file system cannot see
// to that itself, the name is taken by an empty file first.
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

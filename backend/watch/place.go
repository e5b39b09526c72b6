package watch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// place is a name in an open folder: what is put into that folder's place later changes nothing.
type place struct {
	folder *os.File
	name   string
}

// placeOf gives the place of a file below the watched folder, which is to be closed.
func (v *vigil) placeOf(name string) (place, error) {
	folder, err := v.root.OpenFile(path.Dir(name), os.O_RDONLY|unix.O_DIRECTORY, 0)
	return place{folder, path.Base(name)}, err
}

// placeAt gives the place of a path, which is to be closed.
func placeAt(whole string) (place, error) {
	folder, err := os.OpenFile(filepath.Dir(whole), os.O_RDONLY|unix.O_DIRECTORY, 0)
	return place{folder, filepath.Base(whole)}, err
}

func (p place) close() { _ = p.folder.Close() } // it was only read

// beside gives another name in the same folder.
func (p place) beside(name string) place { return place{p.folder, name} }

func (p place) fd() int { return int(p.folder.Fd()) }

// open opens the regular file there, without following a link.
func (p place) open() (*os.File, error) {
	fd, err := unix.Openat(p.fd(), p.name, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), p.name)
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// create makes a file there, where there is none.
func (p place) create(mode fs.FileMode) (*os.File, error) {
	fd, err := unix.Openat(p.fd(), p.name, unix.O_RDWR|unix.O_CREAT|unix.O_EXCL|unix.O_CLOEXEC, uint32(mode.Perm()))
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), p.name), nil
}

// has says whether the file there is one that is open, and as it was.
func (p place) has(f *os.File, mark Mark) error {
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
	if err == nil && (!os.SameFile(opened, info) || markOf(info) != mark) {
		err = errChanged
	}
	return err
}

// is says whether the file there is one that is open, by an error where it is not.
func (p place) is(f *os.File) error {
	var there unix.Stat_t
	if err := unix.Fstatat(p.fd(), p.name, &there, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil && identify(info) != (identity{uint64(there.Dev), there.Ino}) {
		err = fmt.Errorf("another file has taken the place of %s", p.name)
	}
	return err
}

func (p place) remove() error {
	if err := unix.Unlinkat(p.fd(), p.name, 0); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// rename gives the file there another name, which must be free. Where the file system cannot see
// to that itself, the name is taken by an empty file first.
func (p place) rename(to place) error {
	err := unix.Renameat2(p.fd(), p.name, to.fd(), to.name, unix.RENAME_NOREPLACE)
	if !errors.Is(err, unix.EINVAL) && !errors.Is(err, unix.ENOSYS) {
		return err
	}
	f, err := to.create(0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := unix.Renameat(p.fd(), p.name, to.fd(), to.name); err != nil {
		return errors.Join(err, to.remove())
	}
	return nil
}

package watch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/windows"
)

// handle is an open folder: replacing the folder at its path does not redirect what is done with the handle. Renaming is
// the exception, as Windows renames by path.
type handle = *os.Root

// openHandle returns a handle of the folder of a root.
func openHandle(root *os.Root) (handle, error) { return root.OpenRoot(".") }

// openTop opens the folder that all paths of a volume begin at.
func openTop(volume string) (handle, error) { return os.OpenRoot(volume + `\`) }

// openSubfolder opens a folder in another one, which a link to one is not.
func openSubfolder(in handle, name string, _ bool) (handle, error) {
	info, err := in.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, errTargetLink // or a file, whose place a folder is to take all the same
	}
	opened, err := in.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	there, err := opened.Stat(".")
	if err == nil && !os.SameFile(info, there) {
		err = errTargetLink // which has taken its place
	}
	if err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return opened, nil
}

func statHandle(h handle) (fs.FileInfo, error) { return h.Stat(".") }

// place is a name in an open folder.
type place struct {
	folder handle
	name   string
}

// exists reports whether something has the name.
func (p place) exists() bool {
	_, err := p.folder.Lstat(p.name)
	return err == nil
}

func (p place) close() { _ = p.folder.Close() } // it was only read

// beside gives another name in the same folder.
func (p place) sibling(name string) place { return place{p.folder, name} }

func (p place) path() string { return filepath.Join(p.folder.Name(), p.name) }

// open opens the regular file there, without following a link.
func (p place) open() (*os.File, error) { return openFile(p.folder, p.name) }

// create makes a file there, where there is none.
func (p place) create(mode fs.FileMode) (*os.File, error) {
	return p.folder.OpenFile(p.name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode.Perm())
}

// is says whether the file there is one that is open, by an error where it is not.
func (p place) checkIs(f *os.File) error {
	there, err := p.folder.Lstat(p.name)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil && !os.SameFile(info, there) {
		err = fmt.Errorf("another file has taken the place of %s", p.name)
	}
	return err
}

func (p place) remove() error {
	if err := p.folder.Remove(p.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// renameFree gives the file there another name, which must be free.
func (p place) renameFree(to place) error {
	from, err := windows.UTF16PtrFromString(p.path())
	if err != nil {
		return err
	}
	name, err := windows.UTF16PtrFromString(to.path())
	if err != nil {
		return err
	}
	return windows.MoveFileEx(from, name, windows.MOVEFILE_WRITE_THROUGH)
}

// renameOver is not needed where renameFree always is to be had.
func (p place) renameOver(place) error { return errors.ErrUnsupported }

// setTime gives the file there its time of change.
func (p place) setTime(at time.Time) error { return p.folder.Chtimes(p.name, at, at) }

// mayChange leaves it to the first change to find out: rights are lists here, which have no short answer.
func (p place) checkWritable() error { return nil }

// checkListable says by an error whether the folder at a path may not be listed.
func checkListable(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	return f.Close()
}

// sync does nothing: names are brought to the disk as they change.
func (place) sync() error { return nil }

// How a folder and a file are opened: nothing makes one wait.
const (
	openDirectory   = 0
	openNonBlocking = 0
)

// isOtherDisk says of a failed renaming whether the new name lies on another disk.
func isOtherDisk(err error) bool { return errors.Is(err, windows.ERROR_NOT_SAME_DEVICE) }

// identify tells nothing of a file before it is opened: no two are taken for the same.
func identify(fs.FileInfo) identity { return identity{} }

// birth tells nothing of a file either: one that has changed is recognised by its name.
func (place) birth() birth { return birth{} }

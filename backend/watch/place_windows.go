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

// handle is an open folder. It keeps referring to the same folder, even if another folder is put at the path. The
// exception is renaming on Windows, which uses paths.
type handle = *os.Root

// openHandle opens the folder of root as a handle.
func openHandle(root *os.Root) (handle, error) { return root.OpenRoot(".") }

// openTop opens the top folder of the file system, or of a volume.
func openTop(volume string) (handle, error) { return os.OpenRoot(volume + `\`) }

// openSubfolder opens a subfolder of an open folder, without following a link. The third argument is used only on Unix.
func openSubfolder(in handle, name string, _ bool) (handle, error) {
	info, err := in.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, errTargetLink // also returned if name is a file
	}
	opened, err := in.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	there, err := opened.Stat(".")
	if err == nil && !os.SameFile(info, there) {
		err = errTargetLink // a link was put in its place meanwhile
	}
	if err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return opened, nil
}

func statHandle(h handle) (fs.FileInfo, error) { return h.Stat(".") }

// place is the location of a file, which may not exist: an open folder, and a name in this folder.
type place struct {
	folder handle
	name   string
}

// exists reports whether the folder has an entry with the name.
func (p place) exists() bool {
	_, err := p.folder.Lstat(p.name)
	return err == nil
}

func (p place) close() { _ = p.folder.Close() } // an error has no consequence after reading only

// sibling returns another name in the same folder.
func (p place) sibling(name string) place { return place{p.folder, name} }

func (p place) path() string { return filepath.Join(p.folder.Name(), p.name) }

// open opens the regular file at the place, without following a link.
func (p place) open() (*os.File, error) { return openFile(p.folder, p.name) }

// create creates a file at the place, which must be unused.
func (p place) create(mode fs.FileMode) (*os.File, error) {
	return p.folder.OpenFile(p.name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode.Perm())
}

// checkIs returns an error if the file at the place is not the open file f.
func (p place) checkIs(f *os.File) error {
	there, err := p.folder.Lstat(p.name)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil && !os.SameFile(info, there) {
		err = fmt.Errorf("another file has replaced %s", p.name)
	}
	return err
}

func (p place) remove() error {
	if err := p.folder.Remove(p.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// renameFree renames the file at the place to an unused name. The error is [errors.ErrUnsupported] if the file system
// cannot do that atomically.
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

// renameOver always returns [errors.ErrUnsupported]. It is never called on Windows, because renameFree works on every
// file system there.
func (p place) renameOver(place) error { return errors.ErrUnsupported }

// setTime sets the time of the last change of the file at the place.
func (p place) setTime(at time.Time) error { return p.folder.Chtimes(p.name, at, at) }

// checkWritable returns nil, because Windows has no quick check of access control lists. On Unix it returns an error if
// files may not be created in and removed from the folder.
func (p place) checkWritable() error { return nil }

// checkListable returns an error if the folder at a path may not be listed or its entries may not be opened.
func checkListable(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	return f.Close()
}

// sync does nothing, because the system writes each change of names to the disk at once.
func (place) sync() error { return nil }

// Flags that open a folder and a file; none are needed here.
const (
	openDirectory   = 0
	openNonBlocking = 0
)

// isOtherDisk reports whether a rename failed because the new name would be on another file system.
func isOtherDisk(err error) bool { return errors.Is(err, windows.ERROR_NOT_SAME_DEVICE) }

// identify returns the zero value, because Windows reports the identity of a file only while the file is open.
func identify(fs.FileInfo) identity { return identity{} }

// birth returns the zero value. On Windows, a moved file whose content has changed is recognized by its name.
func (place) birth() birth { return birth{} }

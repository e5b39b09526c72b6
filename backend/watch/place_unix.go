//go:build unix

package watch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// handle is an open folder. It refers to the same folder even if another folder is moved to its path.
type handle = *os.File

// openHandle opens the folder of root as a handle.
func openHandle(root *os.Root) (handle, error) {
	return root.OpenFile(".", os.O_RDONLY|unix.O_DIRECTORY, 0)
}

// openTop opens the top folder of the file system, or of a volume.
func openTop(string) (handle, error) {
	return os.OpenFile("/", os.O_RDONLY|unix.O_DIRECTORY|openTraverse, 0)
}

// openSubfolder opens a subfolder of an open folder, without following a link. The argument isLast states that the
// subfolder is the last folder of a path. Only such a folder must be listable.
func openSubfolder(in handle, name string, isLast bool) (handle, error) {
	how := unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC
	if !isLast {
		how |= openTraverse
	}
	fd, err := unix.Openat(int(in.Fd()), name, how, 0)
	if err == nil {
		return os.NewFile(uintptr(fd), name), nil
	}
	var there unix.Stat_t
	if unix.Fstatat(int(in.Fd()), name, &there, unix.AT_SYMLINK_NOFOLLOW) == nil && there.Mode&unix.S_IFMT == unix.S_IFLNK {
		return nil, errTargetLink
	}
	return nil, err
}

func statHandle(h handle) (fs.FileInfo, error) { return h.Stat() }

// place is the location of a file, which may not exist: an open folder, and a name in this folder.
type place struct {
	folder handle
	name   string
}

// exists reports whether the folder has an entry with the name.
func (p place) exists() bool {
	var there unix.Stat_t
	return unix.Fstatat(p.fd(), p.name, &there, unix.AT_SYMLINK_NOFOLLOW) == nil
}

func (p place) close() { _ = p.folder.Close() } // an error has no consequence after reading only

// sibling returns another name in the same folder.
func (p place) sibling(name string) place { return place{p.folder, name} }

func (p place) fd() int { return int(p.folder.Fd()) }

// open opens the regular file at the place, without following a link.
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

// create creates a file at the place, which must be unused.
func (p place) create(mode fs.FileMode) (*os.File, error) {
	fd, err := unix.Openat(p.fd(), p.name, unix.O_RDWR|unix.O_CREAT|unix.O_EXCL|unix.O_CLOEXEC, uint32(mode.Perm()))
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), p.name), nil
}

// checkIs returns an error if the file at the place is not the open file f.
func (p place) checkIs(f *os.File) error {
	var there unix.Stat_t
	if err := unix.Fstatat(p.fd(), p.name, &there, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil && identify(info) != (identity{uint64(there.Dev), there.Ino}) {
		err = fmt.Errorf("another file has replaced %s", p.name)
	}
	return err
}

func (p place) remove() error {
	if err := unix.Unlinkat(p.fd(), p.name, 0); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// renameOver renames the file at the place, and replaces a file that already has the new name.
func (p place) renameOver(to place) error {
	return unix.Renameat(p.fd(), p.name, to.fd(), to.name)
}

// setTime sets the time of the last change of the file at the place.
func (p place) setTime(at time.Time) error {
	times := unix.NsecToTimespec(at.UnixNano())
	return unix.UtimesNanoAt(p.fd(), p.name, []unix.Timespec{times, times}, unix.AT_SYMLINK_NOFOLLOW)
}

// checkWritable returns an error if files may not be created in and removed from the folder. On Windows it returns nil,
// because access control lists have no quick check.
func (p place) checkWritable() error {
	return unix.Faccessat(p.fd(), ".", unix.W_OK|unix.X_OK, unix.AT_EACCESS)
}

// checkListable returns an error if the folder at a path may not be listed or its entries may not be opened.
func checkListable(folder string) error {
	return unix.Faccessat(unix.AT_FDCWD, folder, unix.R_OK|unix.X_OK, unix.AT_EACCESS)
}

// sync syncs the names in the folder to the disk. On Windows the system writes each change at once.
func (p place) sync() error { return p.folder.Sync() }

// Flags that open a folder to list it, and a file without blocking if a pipe has taken its place.
const (
	openDirectory   = unix.O_DIRECTORY | unix.O_NONBLOCK
	openNonBlocking = unix.O_NONBLOCK
)

// isOtherDisk reports whether a rename failed because the new name would be on another file system.
func isOtherDisk(err error) bool { return errors.Is(err, unix.EXDEV) }

func identify(info fs.FileInfo) identity {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return identity{}
	}
	return identity{uint64(stat.Dev), stat.Ino}
}

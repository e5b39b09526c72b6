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

// handle is an open folder: what is put into its place later changes nothing.
type handle = *os.File

// openHandle returns a handle of the folder of a root.
func openHandle(root *os.Root) (handle, error) {
	return root.OpenFile(".", os.O_RDONLY|unix.O_DIRECTORY, 0)
}

// openTop opens the folder that all paths begin at.
func openTop(string) (handle, error) {
	return os.OpenFile("/", os.O_RDONLY|unix.O_DIRECTORY|openTraverse, 0)
}

// openSubfolder opens a folder in another one, which a link to one is not. Unless it is the last of a path, it serves to enter
// others only, and needs no right to be listed.
func openSubfolder(in handle, name string, last bool) (handle, error) {
	how := unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC
	if !last {
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

// place is a name in an open folder.
type place struct {
	folder handle
	name   string
}

// exists reports whether something has the name.
func (p place) exists() bool {
	var there unix.Stat_t
	return unix.Fstatat(p.fd(), p.name, &there, unix.AT_SYMLINK_NOFOLLOW) == nil
}

func (p place) close() { _ = p.folder.Close() } // it was only read

// sibling gives another name in the same folder.
func (p place) sibling(name string) place { return place{p.folder, name} }

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

// checkIs says whether the file there is one that is open, by an error where it is not.
func (p place) checkIs(f *os.File) error {
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

// renameOver gives the file there another name, and takes that from the file that has it.
func (p place) renameOver(to place) error {
	return unix.Renameat(p.fd(), p.name, to.fd(), to.name)
}

// setTime gives the file there its time of change.
func (p place) setTime(at time.Time) error {
	times := unix.NsecToTimespec(at.UnixNano())
	return unix.UtimesNanoAt(p.fd(), p.name, []unix.Timespec{times, times}, unix.AT_SYMLINK_NOFOLLOW)
}

// checkWritable says by an error whether files may not be made in and removed from the folder of the place.
func (p place) checkWritable() error {
	return unix.Faccessat(p.fd(), ".", unix.W_OK|unix.X_OK, unix.AT_EACCESS)
}

// checkListable says by an error whether the folder at a path may not be listed, or what is in it not opened.
func checkListable(folder string) error {
	return unix.Faccessat(unix.AT_FDCWD, folder, unix.R_OK|unix.X_OK, unix.AT_EACCESS)
}

// sync brings the names in the folder of the place to the disk.
func (p place) sync() error { return p.folder.Sync() }

// How a folder is opened to be listed, and a file so that a pipe that has taken its place does not make it wait.
const (
	openDirectory   = unix.O_DIRECTORY | unix.O_NONBLOCK
	openNonBlocking = unix.O_NONBLOCK
)

// isOtherDisk says of a failed renaming whether the new name lies on another file system.
func isOtherDisk(err error) bool { return errors.Is(err, unix.EXDEV) }

func identify(info fs.FileInfo) identity {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return identity{}
	}
	return identity{uint64(stat.Dev), stat.Ino}
}

package watch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// moveOriginal moves a file that was taken to a folder, and gives where it is then. No file is
// ever overwritten, and the original is there at every moment: where it has to be copied, it goes
// when the copy is on the disk and has been compared. A file that is not what was taken stays,
// which is [errChanged]. One that was moved before a kill is found in its place.
func (v *vigil) moveOriginal(ctx context.Context, a *Arrival, folder string) (string, error) {
	if a.Target != "" {
		if done, err := v.moveOn(a); done || err != nil {
			return a.Target, err
		}
	}
	if err := v.checkOriginal(a); err != nil {
		return "", err
	}
	if err := os.Mkdir(folder, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("%s cannot be made: %s%w", folder, reason(err), silent{err})
	}
	for try := 1; try <= mostNames; try++ {
		target := filepath.Join(folder, numbered(path.Base(a.Path), try))
		if _, err := os.Lstat(target); err == nil {
			continue
		}
		// First, so that it is known after a kill where it may be.
		if err := v.store.UpdateArrival(ctx, a.ID, func(a *Arrival) { a.Target = target }); err != nil {
			return "", err
		}
		a.Target = target
		err := v.moveTo(a)
		if errors.Is(err, fs.ErrExist) {
			continue // somebody was faster
		}
		return target, v.wordMove(target, err)
	}
	return "", fmt.Errorf("%s has %d files of that name", folder, mostNames)
}

// mostNames is how many files of one name a folder may get.
const mostNames = 10_000

// numbered gives the name that a file gets at a try, such as "Letter (2).docx" at the second.
func numbered(name string, try int) string {
	if try == 1 {
		return name
	}
	extension := path.Ext(name)
	return fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(name, extension), try, extension)
}

// silent is the cause of an error that says it in words already.
type silent struct{ error }

func (silent) Error() string   { return "" }
func (s silent) Unwrap() error { return s.error }

func (v *vigil) wordMove(target string, err error) error {
	if err == nil || errors.Is(err, errChanged) || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return fmt.Errorf("%s: %s%w", filepath.Dir(target), reason(err), silent{err})
}

// checkOriginal says whether a file is what was taken.
func (v *vigil) checkOriginal(a *Arrival) error {
	info, err := v.root.Lstat(a.Path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || markOf(info) != a.Mark {
		return errChanged
	}
	return nil
}

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

// moveTo moves the original to its target, which must not be there.
func (v *vigil) moveTo(a *Arrival) error {
	from, err := v.placeOf(a.Path)
	if err != nil {
		return err
	}
	defer from.close()
	to, err := placeAt(a.Target)
	if err != nil {
		return err
	}
	defer to.close()
	original, err := from.open()
	if err != nil {
		return err
	}
	defer original.Close()
	err = from.rename(to)
	if errors.Is(err, unix.EXDEV) {
		return v.copyOver(a, original, from, to)
	}
	if err != nil {
		return err
	}
	if err := to.has(original, a.Mark); err != nil { // it was changed at the last moment: it goes back
		return errors.Join(errChanged, err, to.rename(from))
	}
	return errors.Join(to.folder.Sync(), from.folder.Sync())
}

// copyOver moves the original to another file system: it is copied, brought to the disk, compared,
// given its name, and only then removed.
func (v *vigil) copyOver(a *Arrival, original *os.File, from, to place) error {
	part := to.beside(fmt.Sprintf("%s%d.part", ownPrefix, a.ID))
	err := copyFile(original, part)
	if err == nil {
		err = part.rename(to)
	}
	if err != nil {
		return errors.Join(err, part.remove())
	}
	if err := to.folder.Sync(); err != nil {
		return err
	}
	err = v.removeOriginal(a, original, from)
	if errors.Is(err, errChanged) { // the copy is of what it was: a new version comes
		return errors.Join(err, to.remove())
	}
	return err
}

// copyFile makes a file that is on the disk and has the same bytes, times and rights.
func copyFile(original *os.File, to place) (err error) {
	info, err := original.Stat()
	if err != nil {
		return err
	}
	if err := to.remove(); err != nil { // of a move that was killed
		return err
	}
	f, err := to.create(info.Mode())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if _, err := io.Copy(f, io.NewSectionReader(original, 0, info.Size())); err != nil {
		return err
	}
	times := unix.NsecToTimespec(info.ModTime().UnixNano())
	if err := unix.UtimesNanoAt(to.fd(), to.name, []unix.Timespec{times, times}, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if same, err := sameBytes(original, f); err != nil || !same {
		return errors.Join(err, errChanged)
	}
	return nil
}

// sameBytes compares files from their beginnings.
func sameBytes(a, b *os.File) (bool, error) {
	infoA, errA := a.Stat()
	infoB, errB := b.Stat()
	if err := errors.Join(errA, errB); err != nil || infoA.Size() != infoB.Size() {
		return false, err
	}
	left, right := make([]byte, 64<<10), make([]byte, 64<<10)
	for at := int64(0); at < infoA.Size(); at += int64(len(left)) {
		n, errA := a.ReadAt(left, at)
		m, errB := b.ReadAt(right, at)
		if errA != nil && !errors.Is(errA, io.EOF) || errB != nil && !errors.Is(errB, io.EOF) {
			return false, errors.Join(errA, errB)
		}
		if !bytes.Equal(left[:n], right[:m]) {
			return false, nil
		}
	}
	return true, nil
}

// removeOriginal removes a file of which there is a copy, unless it has changed. It is set aside
// first: so what is removed is what was looked at, whatever takes its place meanwhile.
func (v *vigil) removeOriginal(a *Arrival, original *os.File, from place) error {
	aside := from.beside(asideName(a))
	if err := from.rename(aside); err != nil {
		return err
	}
	err := aside.has(original, a.Mark)
	if err == nil {
		var busy bool
		if busy, _, err = writing(original, &v.writers); busy {
			err = errChanged
		}
	}
	if err != nil {
		return errors.Join(errChanged, err, aside.rename(from))
	}
	return aside.remove()
}

// asideName is what an original is called for the moment before it is removed.
func asideName(a *Arrival) string { return fmt.Sprintf("%s%d", ownPrefix, a.ID) }

// moveOn goes on with a move that was begun, perhaps by a process that was killed, where it had
// come as far as to the file at its target.
func (v *vigil) moveOn(a *Arrival) (done bool, err error) {
	to, err := placeAt(a.Target)
	if err != nil {
		return false, nil
	}
	defer to.close()
	moved, err := to.open()
	if err != nil {
		return false, nil
	}
	defer moved.Close()
	from, err := v.placeOf(a.Path)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist), nil
	}
	defer from.close()
	original, err := from.open()
	if errors.Is(err, fs.ErrNotExist) {
		if err := from.beside(asideName(a)).rename(from); errors.Is(err, fs.ErrNotExist) {
			return true, nil
		} else if err != nil {
			return false, err
		}
		original, err = from.open()
	}
	if err != nil {
		return false, err
	}
	defer original.Close()
	same, err := sameBytes(original, moved)
	if err != nil || !same {
		return false, err
	}
	return true, v.removeOriginal(a, original, from)
}

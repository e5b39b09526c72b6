package backend

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"golang.org/x/sys/unix"

	"lectern/backend/fault"
	"lectern/backend/sentence"
)

// checkMovable gives a fault of kind Invalid where a part of the library is mounted by itself: it
// cannot be moved then, and no other one can take its place.
func (f *folder) checkMovable() error {
	own, err := mountOf(f.path, 0)
	if err != nil {
		return err
	}
	for _, name := range libraryParts() {
		path := filepath.Join(f.path, name)
		its, err := mountOf(path, unix.AT_SYMLINK_NOFOLLOW) // a link is moved itself
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

// mount tells what a path is on, as far as the system says: what is on one mount can be moved there.
type mount struct {
	id     uint64 // 0 where it is not told, as before Linux 5.8
	device uint64 // only then
}

func mountOf(path string, flags int) (mount, error) {
	var stat unix.Statx_t
	err := unix.Statx(unix.AT_FDCWD, path, flags, unix.STATX_MNT_ID, &stat)
	if err != nil {
		return mount{}, fmt.Errorf("look what %s is mounted on: %w", path, err)
	}
	if stat.Mask&unix.STATX_MNT_ID == 0 {
		return mount{device: unix.Mkdev(stat.Dev_major, stat.Dev_minor)}, nil
	}
	return mount{id: stat.Mnt_id}, nil
}

package backend

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// mount tells what a path is on, as far as the system says: what is on one mount can be moved there.
type mount struct {
	id     uint64 // 0 where it is not told, as before Linux 5.8
	device uint64 // only then
}

// mountOf tells so of a path, or of what a link there leads to.
func mountOf(path string, follow bool) (mount, error) {
	flags := unix.AT_SYMLINK_NOFOLLOW
	if follow {
		flags = 0
	}
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

package library

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// mount identifies the mount to which a file belongs. A file can be renamed only to a path on the same mount.
type mount struct {
	id     uint64 // 0 if the kernel does not report mount ids, as before Linux 5.8
	device uint64 // device number of the file system; set only if id is 0
}

// mountOf returns the mount of the file at path. If path is a link and follow is true, it returns the mount of the
// target.
func mountOf(path string, follow bool) (mount, error) {
	flags := unix.AT_SYMLINK_NOFOLLOW
	if follow {
		flags = 0
	}
	var stat unix.Statx_t
	err := unix.Statx(unix.AT_FDCWD, path, flags, unix.STATX_MNT_ID, &stat)
	if err != nil {
		return mount{}, fmt.Errorf("find the mount of %s: %w", path, err)
	}
	if stat.Mask&unix.STATX_MNT_ID == 0 {
		return mount{device: unix.Mkdev(stat.Dev_major, stat.Dev_minor)}, nil
	}
	return mount{id: stat.Mnt_id}, nil
}

package watch

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// systemFolders have what the system makes up or needs while it runs, its programs and its settings.
var systemFolders = []string{"/bin", "/dev", "/Library", "/System", "/private/etc", "/private/var/db", "/private/var/vm", "/sbin", "/usr"}

// usedFolders are those below them that have files of people.
var usedFolders = []string{"/System/Volumes/Data/Users", "/usr/local"}

// StatFileSystem gives what a path lies on.
func StatFileSystem(path string) (FileSystem, error) {
	var stat unix.Statfs_t
	if err := unix.Statfs(path, &stat); err != nil {
		return FileSystem{}, err
	}
	kind := unix.ByteSliceToString(stat.Fstypename[:])
	system := FileSystem{Device: fmt.Sprintf("%s-%x-%x", kind, uint32(stat.Fsid.Val[0]), uint32(stat.Fsid.Val[1]))}
	if stat.Flags&unix.MNT_LOCAL == 0 {
		system.Network = kind
	}
	return system, nil
}

package watch

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// systemFolders are the folders of the operating system: generated files, programs, settings.
var systemFolders = []string{"/bin", "/dev", "/Library", "/System", "/private/etc", "/private/var/db", "/private/var/vm", "/sbin", "/usr"}

// usedFolders are folders below the system folders in which users keep files, such as the home folders.
var usedFolders = []string{"/System/Volumes/Data/Users", "/usr/local"}

// StatFileSystem returns the file system of a path.
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

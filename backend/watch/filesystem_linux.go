package watch

import (
	"fmt"
	"slices"

	"golang.org/x/sys/unix"
)

// networks maps the numbers of file systems in statfs(2) to the names of their kinds.
var networks = map[uint32]string{
	0x6969:     "NFS",
	0x517b:     "SMB",
	0xff534d42: "CIFS",
	0xfe534d42: "SMB",
	0x01021997: "9P",
	0x00c36400: "Ceph",
	0x5346414f: "AFS",
	0x6b414653: "AFS",
	0x73757245: "Coda",
	0x564c:     "NCP",
	0x0bd00bd0: "Lustre",
	0x47504653: "GPFS",
	0x786f4256: "VirtualBox shared folder",
	0xbacbacbc: "VMware shared folder",
	0x65735546: "FUSE",
}

// pseudo are the numbers of file systems in statfs(2) whose files the operating system generates.
var pseudo = []uint32{
	unix.PROC_SUPER_MAGIC, unix.SYSFS_MAGIC, unix.DEVPTS_SUPER_MAGIC, unix.CGROUP_SUPER_MAGIC, unix.CGROUP2_SUPER_MAGIC,
	unix.DEBUGFS_MAGIC, unix.TRACEFS_MAGIC, unix.SECURITYFS_MAGIC, unix.BPF_FS_MAGIC, unix.PSTOREFS_MAGIC,
	unix.EFIVARFS_MAGIC, unix.BINFMTFS_MAGIC, unix.NSFS_MAGIC, unix.SELINUX_MAGIC, unix.HUGETLBFS_MAGIC,
	0x62656570, // configfs
	0x19800202, // mqueue
}

// systemFolders are the folders of the operating system: generated files, programs, settings.
var systemFolders = []string{"/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/proc", "/run", "/sbin", "/sys", "/usr"}

// usedFolders are folders below the system folders in which users keep files, such as mounted drives and shared memory.
var usedFolders = []string{"/dev/shm", "/run/media", "/run/mount", "/run/user", "/usr/local"}

// StatFileSystem returns the file system of a path.
func StatFileSystem(path string) (FileSystem, error) {
	var stat unix.Statfs_t
	if err := unix.Statfs(path, &stat); err != nil {
		return FileSystem{}, err
	}
	return FileSystem{
		Network: networks[uint32(stat.Type)],
		Pseudo:  slices.Contains(pseudo, uint32(stat.Type)),
		Device:  fmt.Sprintf("%x-%x-%x", uint32(stat.Type), uint32(stat.Fsid.Val[0]), uint32(stat.Fsid.Val[1])),
	}, nil
}

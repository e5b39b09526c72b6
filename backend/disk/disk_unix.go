//go:build unix

package disk

import "syscall"

// Look tells of the disk that a path lies on.
func Look(path string) (Room, error) {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(path, &stat); err != nil {
		return Room{}, err
	}
	block := uint64(stat.Bsize)
	return Room{Size: stat.Blocks * block, Free: stat.Bavail * block}, nil
}

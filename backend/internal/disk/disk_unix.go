//go:build unix

package disk

import (
	"errors"
	"os"
	"syscall"
)

// Look tells of the disk that a path lies on.
func Look(path string) (Room, error) {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(path, &stat); err != nil {
		return Room{}, err
	}
	block := uint64(stat.Bsize)
	return Room{Size: stat.Blocks * block, Free: stat.Bavail * block}, nil
}

// SyncFolder brings the names in a folder to the disk.
func SyncFolder(path string) error { return sync(path) }

// SyncFile brings a file's bytes to the disk.
func SyncFile(path string) error { return sync(path) }

func sync(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

//go:build unix

package disk

import (
	"errors"
	"os"
	"syscall"
)

// Usage returns the size and the free space of the disk that contains a path. On Windows the path must be a folder.
func Usage(path string) (Space, error) {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(path, &stat); err != nil {
		return Space{}, err
	}
	block := uint64(stat.Bsize)
	return Space{Size: stat.Blocks * block, Free: stat.Bavail * block}, nil
}

// SyncFolder syncs the names of the files in a folder to the disk. On Windows it does nothing, because the system
// writes names to the disk as they change.
func SyncFolder(path string) error { return sync(path) }

// SyncFile syncs the content of a file to the disk.
func SyncFile(path string) error { return sync(path) }

func sync(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

package backup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"lectern/backend/disk"
)

// unfinished is the name of the database until all of an archive is there. It is the first file that a
// restore writes, and the last that is left of one that did not end.
const unfinished = database + ".restored"

// ErrUnfinished returns an error where a restore into a folder was broken off, else nil. There is no library in the
// folder then, and no other one may begin there.
func ErrUnfinished(folder string) error {
	_, err := os.Lstat(filepath.Join(folder, unfinished))
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return nil
	case err != nil:
		return fmt.Errorf("look for a restore that was broken off: %w", err)
	}
	return fmt.Errorf("a restore into %[1]s was broken off before its end, and there is no library in it yet: "+
		"run 'lectern restore --data %[1]s FILE' again with the backup, or name another folder with --data; "+
		"to begin an empty library there instead, remove %[2]s, %[3]s and %[4]s from it first", folder, unfinished, contentName, sealKey)
}

// begin marks a folder as one whose restore has not ended, if there is room for an archive of a size. The mark is on
// the disk before anything else is.
func begin(folder string, size int64) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("make data folder: %w", err)
	}
	if err := prepare(folder); err != nil {
		return err
	}
	if err := checkRoom(folder, size); err != nil {
		return err
	}
	mark := filepath.Join(folder, unfinished)
	err := os.WriteFile(mark, nil, 0o600)
	if err == nil {
		err = errors.Join(disk.SyncFile(mark), disk.SyncFolder(folder))
	}
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	return nil
}

// prepare makes sure that nothing of another library is in a folder: SQLite would take a write-ahead
// log that lies beside a restored database for its own.
func prepare(folder string) error {
	if _, err := os.Stat(filepath.Join(folder, database)); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is a library in %s already: name an empty folder with --data", folder)
	}
	if _, err := os.Stat(filepath.Join(folder, unfinished)); err == nil {
		if err := remove(folder); err != nil {
			return fmt.Errorf("remove what an earlier restore has left: %w", err)
		}
	}
	for _, name := range []string{database + "-wal", database + "-shm", database + "-journal", sealKey, contentName} {
		left, err := isThere(filepath.Join(folder, name))
		if err != nil {
			return fmt.Errorf("look for what is in the folder: %w", err)
		}
		if left {
			return fmt.Errorf("there is %s of another library in %s: name an empty folder with --data", name, folder)
		}
	}
	return nil
}

// isThere reports whether there is a file, or a folder that is not empty.
func isThere(path string) (bool, error) {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil || !info.IsDir():
		return true, err
	}
	entries, err := os.ReadDir(path)
	return len(entries) > 0, err
}

// minRoom is how much of a disk stays free, in bytes.
const minRoom = 16 << 20

// checkRoom returns an error that wraps [syscall.ENOSPC] where the disk of a folder has no room for so many
// bytes. A disk that does not tell its size is taken to have room.
func checkRoom(folder string, bytes int64) error {
	room, err := disk.Look(folder)
	if err != nil || room.Size == 0 || room.Free >= minRoom+uint64(bytes) {
		return nil
	}
	return fmt.Errorf("the backup takes up %d bytes, and %d bytes are free on the disk of %s, of which %d stay free: make room there, or name a folder on another disk: %w",
		bytes, room.Free, folder, minRoom, syscall.ENOSPC)
}

// remove removes what a restore has written into a folder; its mark goes last.
func remove(folder string) error {
	for _, name := range []string{contentName, sealKey, unfinished + "-wal", unfinished + "-shm", unfinished + "-journal", unfinished} {
		if err := os.RemoveAll(filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	return disk.SyncFolder(folder)
}

// finish gives the restored database its name, once all else is on the disk for good.
func finish(folder string) error {
	if err := SyncFolders(filepath.Join(folder, contentName)); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	if err := disk.SyncFolder(folder); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	if _, err := os.Stat(filepath.Join(folder, database)); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("another library was made in %s meanwhile: name an empty folder with --data", folder)
	}
	if err := os.Rename(filepath.Join(folder, unfinished), filepath.Join(folder, database)); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	return disk.SyncFolder(folder)
}

// SyncFolders brings the names in a folder and in all below it to the disk, where there is one.
func SyncFolders(path string) error {
	err := filepath.WalkDir(path, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		return disk.SyncFolder(path)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

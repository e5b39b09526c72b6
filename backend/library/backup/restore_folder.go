package backup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"lectern/backend/internal/disk"
	"lectern/backend/store/sqlite"
)

// Files of an unfinished restore. Their names are chosen so that users are unlikely to give such names to a database
// that they recover themselves.
const (
	// markName is the name of the mark: a file which states that the content and the key in the same folder belong to
	// an unfinished restore.
	markName = "unfinished-restore.mark"
	// unfinished is the name of the database until the restore is complete. The restore creates this file directly
	// after the mark, and renames it when everything else is on the disk.
	unfinished = database + ".unfinished-restore"
)

// markText is the content of a mark. A file that is called markName but has other content is not a mark.
const markText = "Lectern is restoring a backup into this folder, which has no library yet. If you run 'lectern restore' again, " +
	"it removes\nthe files that it has written here.\n"

// ErrUnfinished returns an error if a restore into a folder was interrupted. Such a folder has no library, and no
// library may be created in it.
func ErrUnfinished(folder string) error {
	is, err := isUnfinished(folder)
	if err != nil {
		return fmt.Errorf("look for an interrupted restore: %w", err)
	}
	if !is {
		return nil
	}
	if _, err := os.Lstat(filepath.Join(folder, database)); err == nil {
		return fmt.Errorf("a restore into %[1]s was interrupted, and %[2]s was added since: move your own files to another "+
			"folder; or, if the library in %[1]s is complete, remove only %[3]s", folder, database, markName)
	}
	return fmt.Errorf("a restore into %[1]s was interrupted, and there is no library in it yet: run 'lectern restore --data "+
		"%[1]s FILE' again with the backup, or choose another folder with --data", folder)
}

// isUnfinished reports whether a folder has remains of an interrupted restore.
func isUnfinished(folder string) (bool, error) {
	if _, err := os.Lstat(filepath.Join(folder, unfinished)); err == nil {
		return isMarked(folder)
	} else if err = ignoreMissing(err); err != nil {
		return false, err
	}
	return isBegun(folder)
}

// isMarked reports whether a folder has the mark of a restore. A file that is called markName but has other content is
// not a mark.
func isMarked(folder string) (bool, error) {
	path := filepath.Join(folder, markName)
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(markText)) {
		return false, ignoreMissing(err)
	}
	text, err := os.ReadFile(path)
	return string(text) == markText, err
}

// ignoreMissing returns err, or nil if err means that a file does not exist.
func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil
	}
	return err
}

// begin marks a folder as the target of an unfinished restore. It returns an error if the disk has not enough space for
// an archive with the given size. The mark is synced to the disk before the restore writes any other file.
func begin(folder string, size int64) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("create data folder: %w", err)
	}
	if err := prepare(folder); err != nil {
		return err
	}
	if err := checkRoom(folder, size); err != nil {
		return err
	}
	for _, file := range []struct{ name, text string }{{markName, markText}, {unfinished, ""}} {
		if err := writeAtomically(folder, file.name, file.text); err != nil {
			return fmt.Errorf("restore: %w", errors.Join(err, removeUnfinished(folder)))
		}
	}
	return nil
}

// writeAtomically writes a file under a temporary name, syncs it to the disk, and then renames it. So the file never
// has its name with incomplete content.
func writeAtomically(folder, name, text string) error {
	file, err := os.CreateTemp(folder, name+"-")
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	if err = errors.Join(err, file.Sync(), file.Close()); err == nil {
		err = os.Rename(file.Name(), filepath.Join(folder, name))
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return disk.SyncFolder(folder)
}

// prepare returns an error if a folder contains a part of another library. For example, SQLite would apply an existing
// write-ahead log to the restored database. prepare removes the remains of an unfinished restore, and no other files.
func prepare(folder string) error {
	if _, err := os.Stat(filepath.Join(folder, database)); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is a library in %s already: choose an empty folder with --data", folder)
	}
	if err := removeUnfinished(folder); err != nil {
		return fmt.Errorf("remove the files of an earlier restore: %w", err)
	}
	if err := checkMark(folder); err != nil {
		return err
	}
	for _, name := range append(sqlite.SideFiles(database), sealKey, contentName) {
		left, err := isOccupied(filepath.Join(folder, name))
		if err != nil {
			return fmt.Errorf("check the contents of the folder: %w", err)
		}
		if left {
			return fmt.Errorf("there is %s of another library in %s: choose an empty folder with --data", name, folder)
		}
	}
	return nil
}

// checkMark returns an error if the folder contains a file that has the name of one of the files of a restore, but does
// not come from a restore.
func checkMark(folder string) error {
	marked, err := isMarked(folder)
	if err != nil {
		return fmt.Errorf("check the contents of the folder: %w", err)
	}
	for _, name := range []string{markName, unfinished} {
		if marked && name == markName {
			continue
		}
		if _, err := os.Lstat(filepath.Join(folder, name)); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("the folder %[2]s has a file %[1]s that was not written by a restore: choose an empty folder with "+
				"--data", name, folder)
		}
	}
	return nil
}

// isOccupied reports whether path is a file or a non-empty folder.
func isOccupied(path string) (bool, error) {
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

// minRoom is the number of bytes on a disk that must stay free.
const minRoom = 16 << 20

// checkRoom returns an error that wraps [syscall.ENOSPC] if the given number of bytes does not fit on the disk of a
// folder. It returns nil for a disk of unknown size.
func checkRoom(folder string, bytes int64) error {
	room, err := disk.Usage(folder)
	if err != nil || room.Size == 0 || room.Free >= minRoom+uint64(bytes) {
		return nil
	}
	if bytes == 0 { // the backup has an unknown size
		return fmt.Errorf("a restore needs at least %d MiB on the disk of %s, which has %d bytes free: free some space, or "+
			"choose a folder on another disk: %w",
			minRoom>>20, folder, room.Free, syscall.ENOSPC)
	}
	return fmt.Errorf("the backup needs %d bytes, but %d bytes are free on the disk of %s, of which %d must stay free: free some "+
		"space, or choose a folder on another disk: %w",
		bytes, room.Free, folder, minRoom, syscall.ENOSPC)
}

// remove removes the files that a restore has written into a folder, and finally its mark. It keeps all other files,
// including those in the content folder.
func remove(folder string) error {
	if err := removeContent(folder); err != nil {
		return err
	}
	database := append(sqlite.SideFiles(unfinished), sqlite.LockFile(unfinished), unfinished)
	for _, name := range slices.Concat([]string{sealKey}, database, []string{markName}) {
		if err := os.Remove(filepath.Join(folder, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return disk.SyncFolder(folder)
}

// removeUnfinished removes the remains of an unfinished restore from a folder.
func removeUnfinished(folder string) error {
	left, err := isUnfinished(folder)
	if err != nil || !left {
		return err
	}
	if _, err := os.Lstat(filepath.Join(folder, unfinished)); err == nil { // otherwise no part of a library was written
		if err := remove(folder); err != nil {
			return err // the mark stays, because there are still files of the restore
		}
	}
	return removeBegun(folder)
}

// removeContent removes the content files that a restore has written, and then the empty folders.
func removeContent(folder string) error {
	var folders []string
	err := filepath.WalkDir(filepath.Join(folder, contentName), func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return ignoreMissing(err)
		}
		if entry.IsDir() {
			folders = append(folders, path)
			return nil
		}
		part, err := filepath.Rel(folder, path)
		if err != nil || !entry.Type().IsRegular() || !contentPart.MatchString(filepath.ToSlash(part)) {
			return err
		}
		return os.Remove(path)
	})
	for _, path := range slices.Backward(folders) {
		if removed := os.Remove(path); err == nil && !errors.Is(removed, syscall.ENOTEMPTY) {
			err = removed
		}
	}
	return err
}

// finish syncs everything to the disk, and then renames the restored database.
func finish(folder string) error {
	if err := SyncFolders(filepath.Join(folder, contentName)); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	if err := disk.SyncFolder(folder); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	if _, err := os.Stat(filepath.Join(folder, database)); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("another library was created in %s in the meantime: choose an empty folder with --data", folder)
	}
	if err := os.Remove(filepath.Join(folder, sqlite.LockFile(unfinished))); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("restore: %w", err)
	}
	if err := os.Rename(filepath.Join(folder, unfinished), filepath.Join(folder, database)); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	return nil
}

// InPlaceError means that a step of the restore failed after the restored library had been moved into the folder.
type InPlaceError struct {
	Folder string // folder of the library
	Err    error
}

// Error implements error.
func (e *InPlaceError) Error() string {
	return fmt.Sprintf("the library is in %s, but %v", e.Folder, e.Err)
}

// Unwrap returns the error of the step that failed.
func (e *InPlaceError) Unwrap() error { return e.Err }

// commit syncs the name of the restored database to the disk, and removes the mark. At this point, the library is
// already in place. Therefore commit removes nothing if one of these steps fails, and returns an [InPlaceError].
func commit(folder string) error {
	if err := disk.SyncFolder(folder); err != nil {
		return &InPlaceError{folder, fmt.Errorf("the disk did not confirm that the data is stored: %w", err)}
	}
	// A failure has no consequence, because a mark next to a database is ignored.
	_ = os.Remove(filepath.Join(folder, markName))
	return nil
}

// SyncFolders syncs a folder and all folders below it to the disk, if the folder exists.
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

package library

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"lectern/backend/internal/disk"
)

// WriteAtomically writes a file to path. The function write writes the content. The file gets its mode and its name
// only when it is complete and synced to the disk. Until then, and after an error, an existing file at path is
// unchanged.
func WriteAtomically(path string, mode os.FileMode, write func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".lectern-")
	if err != nil {
		return err
	}
	err = write(file)
	if err == nil {
		err = file.Chmod(mode)
	}
	if err == nil {
		err = file.Sync()
	}
	err = errors.Join(err, file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

// isFolder reports whether path is a folder or a link to one.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// isFile reports whether path exists and is not a folder. A link counts as a file.
func isFile(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && !info.IsDir()
}

// pathExists reports whether path exists. A link counts as existing even if its target does not exist.
func pathExists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// movePart moves a file or folder to another folder. The argument name is its name in both folders, from is the folder
// that contains it, and to is the other folder. movePart does nothing if there is no such file, and never replaces a
// file.
func movePart(name, from, to string) error {
	part := filepath.Join(from, name)
	if _, err := os.Lstat(part); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if isFile(filepath.Join(to, name)) {
		return fmt.Errorf("move %s to %s: %w", part, to, fs.ErrExist)
	}
	return errors.Join(os.Rename(part, filepath.Join(to, name)), disk.SyncFolder(to), disk.SyncFolder(from))
}

// rename renames a folder within its parent folder, and syncs the parent folder.
func rename(from, to string) error {
	return errors.Join(os.Rename(from, to), disk.SyncFolder(filepath.Dir(to)))
}

// hasAny reports whether a folder has an entry with one of the names.
func hasAny(folder string, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		_, err := os.Lstat(filepath.Join(folder, name))
		return err == nil
	})
}

// hasEntries reports whether path is a file or a folder that is not empty. A folder counts as empty if it contains only
// lost+found, which every ext4 file system has.
func hasEntries(path string) (bool, error) {
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil || !info.IsDir() {
		return err == nil, err
	}
	entries, err := os.ReadDir(path)
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() != "lost+found" }), err
}

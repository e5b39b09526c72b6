package backend

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"lectern/backend/backup"
)

// The folders in a data folder by which one library takes the place of another.
const (
	restoredDir  = "restored"  // a whole library that waits for the next start
	replacingDir = "replacing" // the one that goes, while its parts are moved
	restoringDir = "restoring" // the one that comes, while its parts are moved
	replacedDir  = "replaced-" // the one that has gone; the time follows
)

// libraryParts are the names of a library's parts in its folder. What may lie on a disk of its own
// comes first, since that is what cannot be moved, and the database last, since who finds one
// finds a library.
func libraryParts() []string {
	return []string{
		contentDir, sealKeyFile,
		databaseFile + ".migrating", databaseFile + "-journal", databaseFile + "-shm", databaseFile + "-wal", databaseFile,
	}
}

func (f *folder) restored() string  { return filepath.Join(f.path, restoredDir) }
func (f *folder) replacing() string { return filepath.Join(f.path, replacingDir) }
func (f *folder) restoring() string { return filepath.Join(f.path, restoringDir) }

// restorePending tells whether a library waits for the next start.
func (f *folder) restorePending() bool {
	_, err := os.Stat(filepath.Join(f.restored(), databaseFile))
	return err == nil
}

// exchange has the library that waits take the place of the present one, which is set aside, or
// ends an exchange that was broken off.
func (f *folder) exchange() error {
	for _, step := range f.exchangeSteps() {
		if err := step(); err != nil {
			_ = os.Remove(f.replacing()) // which only goes where nothing was moved: all is as before then
			return fmt.Errorf("put the restored library in place (without the folder %s the present one stays): %w", f.restored(), err)
		}
	}
	return nil
}

// exchangeSteps are those of an exchange. Broken off after any of them, or within one, all of them
// are done again: each does what is left to do of it. It is on the disk before the next one begins.
func (f *folder) exchangeSteps() []func() error {
	isPending := f.restorePending
	isComing := func() bool { return isFolder(f.restoring()) }
	isGoing := func() bool { return isFolder(f.replacing()) }

	steps := []func() error{when(isPending, func() error { return os.MkdirAll(f.replacing(), 0o700) })}
	for _, name := range libraryParts() {
		steps = append(steps, when(isPending, func() error { return movePart(name, f.path, f.replacing()) }))
	}
	steps = append(steps, when(isPending, func() error { return rename(f.restored(), f.restoring()) }))
	for _, name := range libraryParts() {
		steps = append(steps, when(isComing, func() error { return movePart(name, f.restoring(), f.path) }))
	}
	return append(steps,
		when(isComing, func() error { return os.RemoveAll(f.restoring()) }),
		when(isGoing, func() error {
			return rename(f.replacing(), filepath.Join(f.path, replacedDir+time.Now().Format("20060102-150405")))
		}))
}

// when gives a step that is done where is says so.
func when(is func() bool, do func() error) func() error {
	return func() error {
		if !is() {
			return nil
		}
		return do()
	}
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// movePart moves what has a name from one folder to another, where it is there.
func movePart(name, from, to string) error {
	part := filepath.Join(from, name)
	if _, err := os.Lstat(part); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return errors.Join(os.Rename(part, filepath.Join(to, name)), backup.SyncFolder(to), backup.SyncFolder(from))
}

// rename gives a folder another name beside it.
func rename(from, to string) error {
	return errors.Join(os.Rename(from, to), backup.SyncFolder(filepath.Dir(to)))
}

// checkExchanged gives an error where one library is taking the place of another in a data folder:
// there may be none in it, or half of one, which only a server mends.
func checkExchanged(data string) error {
	f := folder{path: data}
	if isFolder(f.replacing()) || isFolder(f.restoring()) {
		return fmt.Errorf("a backup is being restored in %s: start Lectern there once, then try again", data)
	}
	return nil
}

package backend

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"lectern/backend/internal/disk"
	"lectern/backend/library/backup"
	"lectern/backend/store"
)

// The folders in a data folder by which one library takes the place of another.
const (
	restoredDir  = "restored"   // a whole library that waits for the next start
	replacingDir = "replacing"  // the one that goes, while its parts are moved
	restoringDir = "restoring"  // the one that comes, while its parts are moved
	replacedDir  = "replaced-"  // the one that has gone; the time follows
	strayDir     = "restoring-" // files that are no parts of a library; the time follows
)

// libraryParts are the names of a library's parts in its folder. What may lie on a disk of its own
// comes first, since that is what cannot be moved, and the database last, since who finds one
// finds a library.
func libraryParts() []string {
	return []string{
		contentDir, sealKeyFile, store.MarkFile,
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
// ends an exchange that was broken off. Where that cannot be done, and all of the present library
// is in its place again, it stays, and unrestored says why.
func (f *folder) exchange() error {
	if !isFolder(f.replacing()) { // else an exchange may have been broken off
		if err := f.clearRestoring(); err != nil {
			return fmt.Errorf("set %s aside, which is left of no exchange: %w", f.restoring(), err)
		}
	}
	if err := f.goBack(); err != nil {
		return fmt.Errorf("put the library back: %w", f.halfway(err))
	}
	err := f.goOn()
	if err == nil {
		return nil
	}
	if !f.restorePending() {
		return fmt.Errorf("put the restored library in place (the next start goes on with that): %w", err)
	}
	if back := f.rollBack(); back != nil {
		return fmt.Errorf("put the restored library in place: %w", f.halfway(errors.Join(err, back)))
	}
	f.unrestored = err
	return nil
}

// halfway says of what went wrong where the parts of the present library are.
func (f *folder) halfway(err error) error {
	return fmt.Errorf("parts of the present library are in %s, and the next start moves them back if it can: leave that folder as it is: %w", f.replacing(), err)
}

func (f *folder) goOn() error {
	for _, step := range f.exchangeSteps() {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// goBack puts the present library back where the one that was to take its place is gone.
func (f *folder) goBack() error {
	if f.restorePending() || isFolder(f.restoring()) {
		return nil
	}
	return f.rollBack()
}

// rollBack moves what has been moved of the present library to its place. What has been of another
// one is set aside. Broken off, it is to be done again.
func (f *folder) rollBack() error {
	if !isFolder(f.replacing()) {
		return nil
	}
	if !f.isExchanged() {
		for _, name := range slices.Backward(libraryParts()) {
			if err := f.takeBack(name); err != nil {
				return err
			}
		}
	}
	if err := os.Remove(f.replacing()); err == nil {
		return disk.SyncFolder(f.path)
	}
	return f.keepReplaced()
}

// isExchanged tells whether the library in the folder has taken the place of another one.
func (f *folder) isExchanged() bool {
	return isFile(filepath.Join(f.path, databaseFile)) && isFile(filepath.Join(f.replacing(), databaseFile))
}

// takeBack moves a part of the present library to its place, where that is free. An empty folder
// leaves it free, unless it is a disk of its own: then the error says so.
func (f *folder) takeBack(name string) error {
	place := filepath.Join(f.path, name)
	if !isThere(filepath.Join(f.replacing(), name)) || isFile(place) {
		return nil
	}
	switch err := os.Remove(place); {
	case errors.Is(err, syscall.ENOTEMPTY):
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return movePart(name, f.replacing(), f.path)
}

// keepReplaced keeps what is to be replaced under a name by which nothing takes it for that any more.
func (f *folder) keepReplaced() error { return rename(f.replacing(), f.aside(replacedDir, time.Now())) }

// clearRestoring removes the folder of the library that has come, if it is there. Files in it that are no parts of
// that library are not Lectern's to delete: then it sets the folder aside.
func (f *folder) clearRestoring() error {
	err := os.Remove(f.restoring())
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	aside := f.aside(strayDir, time.Now())
	if err := rename(f.restoring(), aside); err != nil {
		return err
	}
	slog.Warn("files that are no parts of a restored library are set aside", slog.String("folder", aside))
	return nil
}

// aside returns a free path for a folder that is set aside at a time.
func (f *folder) aside(prefix string, now time.Time) string {
	first := filepath.Join(f.path, prefix+now.UTC().Format("20060102-150405"))
	path := first
	for n := 2; isThere(path); n++ {
		path = first + "-" + strconv.Itoa(n)
	}
	return path
}

// exchangeSteps are those of an exchange. Broken off after any of them, or within one, all of them
// are done again: each does what is left to do of it. It is on the disk before the next one begins.
// The library that goes is set aside before the folder of the one that comes is removed: without
// either of these folders, what goes would be taken back. Parts are moved only while both are there: a
// folder with the name of one of them may be a person's.
func (f *folder) exchangeSteps() []func() error {
	isPending := f.restorePending
	isComing := func() bool { return isFolder(f.restoring()) }
	isLeaving := func() bool { return isComing() && isFolder(f.replacing()) }

	steps := []func() error{when(isPending, func() error { return os.MkdirAll(f.replacing(), 0o700) })}
	for _, name := range libraryParts() {
		steps = append(steps, when(isPending, func() error { return movePart(name, f.path, f.replacing()) }))
	}
	steps = append(steps, when(isPending, func() error { return rename(f.restored(), f.restoring()) }))
	steps = append(steps, when(isLeaving, f.checkPlaces))
	for _, name := range libraryParts() {
		steps = append(steps, when(isLeaving, func() error { return movePart(name, f.restoring(), f.path) }))
	}
	return append(steps,
		when(isLeaving, f.keepReplaced),
		when(isComing, f.clearRestoring))
}

// checkPlaces returns an error where a part of the library that comes cannot be moved to its place. After what an exchange
// has done, all of them can: the folders are a person's then, and nothing of them is moved.
func (f *folder) checkPlaces() error {
	for _, name := range libraryParts() {
		if isThere(filepath.Join(f.restoring(), name)) && isThere(filepath.Join(f.path, name)) {
			return fmt.Errorf("there is %[1]s in %[2]s and in %[3]s already: if %[3]s or %[4]s is a folder of your own, give it another name", name, f.path, f.restoring(), f.replacing())
		}
	}
	return nil
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

func isFile(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && !info.IsDir()
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// movePart moves what has a name from one folder to another, where it is there. It replaces no file.
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

// rename gives a folder another name beside it.
func rename(from, to string) error {
	return errors.Join(os.Rename(from, to), disk.SyncFolder(filepath.Dir(to)))
}

// checkWhole returns an error where there may be half a library in a data folder.
func checkWhole(data string) error {
	if err := CheckParts(data); err != nil {
		return err
	}
	if err := checkExchanged(data); err != nil {
		return err
	}
	return backup.ErrUnfinished(data)
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

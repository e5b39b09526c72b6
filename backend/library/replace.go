package library

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

// The folders in a data folder through which a restored library replaces the present one.
const (
	restoredDir  = "restored"   // the restored library, complete, until the next start
	replacingDir = "replacing"  // the present library, while its parts are moved
	restoringDir = "restoring"  // the restored library, while its parts are moved
	replacedDir  = "replaced-"  // the library that was replaced; the time follows
	strayDir     = "restoring-" // files that are not part of a library; the time follows
)

// libraryParts returns the names of a library's parts in its folder, in the order in which they are moved. Those that may be
// mount points come first, because they cannot be moved. The database comes last, because a folder with a database counts
// as a library.
func libraryParts() []string {
	return []string{
		contentDir, sealKeyFile, store.MarkFile,
		databaseFile + ".migrating", databaseFile + "-journal", databaseFile + "-shm", databaseFile + "-wal", databaseFile,
	}
}

func (f *Folder) restored() string  { return filepath.Join(f.Path, restoredDir) }
func (f *Folder) replacing() string { return filepath.Join(f.Path, replacingDir) }
func (f *Folder) restoring() string { return filepath.Join(f.Path, restoringDir) }

// RestorePending reports whether a restored library waits for the next start.
func (f *Folder) RestorePending() bool {
	_, err := os.Stat(filepath.Join(f.restored(), databaseFile))
	return err == nil
}

// applyRestore replaces the present library, which is set aside, by the restored one if that waits. It also completes or
// rolls back a replacement that was interrupted. If the restored library cannot be put in place but the present one is
// complete again, applyRestore returns nil and sets restoreErr to the cause.
func (f *Folder) applyRestore() error {
	if !isFolder(f.replacing()) { // otherwise a replacement may have been interrupted
		if err := f.clearRestoring(); err != nil {
			return fmt.Errorf("set %s aside, which no restore has left: %w", f.restoring(), err)
		}
	}
	if err := f.rollBackAbandoned(); err != nil {
		return fmt.Errorf("put the library back: %w", f.explainMovedParts(err))
	}
	err := f.resume()
	if err == nil {
		return nil
	}
	if !f.RestorePending() {
		return fmt.Errorf("put the restored library in place (the next start goes on with that): %w", err)
	}
	if back := f.rollBack(); back != nil {
		return fmt.Errorf("put the restored library in place: %w", f.explainMovedParts(errors.Join(err, back)))
	}
	f.restoreErr = err
	return nil
}

// explainMovedParts adds to an error where the parts of the present library are.
func (f *Folder) explainMovedParts(err error) error {
	return fmt.Errorf("parts of the present library are in %s, and the next start moves them back if it can: leave that folder as it is: %w",
		f.replacing(), err)
}

// resume replaces the library, from whatever step an interruption has reached.
func (f *Folder) resume() error {
	for _, step := range f.replaceSteps() {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// rollBackAbandoned puts the present library back if the restored one, for which it was moved, is gone.
func (f *Folder) rollBackAbandoned() error {
	if f.RestorePending() || isFolder(f.restoring()) {
		return nil
	}
	return f.rollBack()
}

// rollBack moves the parts of the present library back that were moved. Parts of a replaced library are set aside. It can
// be repeated after an interruption.
func (f *Folder) rollBack() error {
	if !isFolder(f.replacing()) {
		return nil
	}
	if !f.isReplaced() {
		for _, name := range slices.Backward(libraryParts()) {
			if err := f.moveBack(name); err != nil {
				return err
			}
		}
	}
	if err := os.Remove(f.replacing()); err == nil {
		return disk.SyncFolder(f.Path)
	}
	return f.setReplacedAside()
}

// isReplaced reports whether the library in the folder has replaced the one that is being set aside.
func (f *Folder) isReplaced() bool {
	return isFile(filepath.Join(f.Path, databaseFile)) && isFile(filepath.Join(f.replacing(), databaseFile))
}

// moveBack moves a part of the present library back to its place unless the place is taken. An empty folder there is
// removed; if it is a mount point, moveBack returns an error.
func (f *Folder) moveBack(name string) error {
	place := filepath.Join(f.Path, name)
	if !isThere(filepath.Join(f.replacing(), name)) || isFile(place) {
		return nil
	}
	switch err := os.Remove(place); {
	case errors.Is(err, syscall.ENOTEMPTY):
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return movePart(name, f.replacing(), f.Path)
}

// setReplacedAside renames the folder of the replaced library, which marks the replacement as complete.
func (f *Folder) setReplacedAside() error {
	return rename(f.replacing(), f.asidePath(replacedDir, time.Now()))
}

// clearRestoring removes the folder from which the restored library was moved. If files are left in it that are not part of
// a library, clearRestoring sets the folder aside, since they are not Lectern's to delete.
func (f *Folder) clearRestoring() error {
	err := os.Remove(f.restoring())
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	aside := f.asidePath(strayDir, time.Now())
	if err := rename(f.restoring(), aside); err != nil {
		return err
	}
	slog.Warn("files that are no parts of a restored library are set aside", slog.String("folder", aside))
	return nil
}

// asidePath returns an unused path for a folder that is set aside, with a prefix and the time in its name.
func (f *Folder) asidePath(prefix string, now time.Time) string {
	first := filepath.Join(f.Path, prefix+now.UTC().Format("20060102-150405"))
	path := first
	for n := 2; isThere(path); n++ {
		path = first + "-" + strconv.Itoa(n)
	}
	return path
}

// replaceSteps returns the steps of a replacement. After an interruption at any point all steps are run again; each does what
// is left of it, and is on the disk before the next one begins. The replaced library is set aside before the folder of the
// restored one is removed, because without either folder the next start would roll back. Parts are moved only while both
// folders exist, because a person may have a folder with the name of one of them.
func (f *Folder) replaceSteps() []func() error {
	isPending := f.RestorePending
	isRestoring := func() bool { return isFolder(f.restoring()) }
	isReplacing := func() bool { return isRestoring() && isFolder(f.replacing()) }

	steps := []func() error{onlyIf(isPending, func() error { return os.MkdirAll(f.replacing(), 0o700) })}
	for _, name := range libraryParts() {
		steps = append(steps, onlyIf(isPending, func() error { return movePart(name, f.Path, f.replacing()) }))
	}
	steps = append(steps, onlyIf(isPending, func() error { return rename(f.restored(), f.restoring()) }))
	steps = append(steps, onlyIf(isReplacing, f.checkTargets))
	for _, name := range libraryParts() {
		steps = append(steps, onlyIf(isReplacing, func() error { return movePart(name, f.restoring(), f.Path) }))
	}
	return append(steps,
		onlyIf(isReplacing, f.setReplacedAside),
		onlyIf(isRestoring, f.clearRestoring))
}

// checkTargets returns an error if the place of a part of the restored library is taken. The steps before have freed all
// places, so the folders are a person's in that case, and nothing of them is moved.
func (f *Folder) checkTargets() error {
	for _, name := range libraryParts() {
		if isThere(filepath.Join(f.restoring(), name)) && isThere(filepath.Join(f.Path, name)) {
			return fmt.Errorf("there is %[1]s in %[2]s and in %[3]s already: if %[3]s or %[4]s is a folder of your own, give it another name", name,
				f.Path, f.restoring(), f.replacing())
		}
	}
	return nil
}

// onlyIf returns a step that does nothing unless condition holds when the step is run.
func onlyIf(condition func() bool, step func() error) func() error {
	return func() error {
		if !condition() {
			return nil
		}
		return step()
	}
}

// checkWhole returns an error if a data folder may hold an incomplete library.
func checkWhole(data string) error {
	if err := CheckParts(data); err != nil {
		return err
	}
	if err := checkNotReplacing(data); err != nil {
		return err
	}
	return backup.ErrUnfinished(data)
}

// checkNotReplacing returns an error if a replacement was interrupted in a data folder. Only the start of a server completes it.
func checkNotReplacing(data string) error {
	f := Folder{Path: data}
	if isFolder(f.replacing()) || isFolder(f.restoring()) {
		return fmt.Errorf("a backup is being restored in %s: start Lectern there once, then try again", data)
	}
	return nil
}

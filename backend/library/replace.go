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
	"lectern/backend/store/sqlite"
)

// Folders in a data folder that are used when a restored library replaces the present one.
const (
	restoredDir  = "restored"  // contains the restored library until the next start
	replacingDir = "replacing" // contains the present library while its parts are moved away
	restoringDir = "restoring" // contains the restored library while its parts are moved into the data folder
	replacedDir  = "replaced-" // contains the replaced library; the time is appended to the name
	// strayDir is for files that were in the folder of the restored library but are not part of that library. The time
	// is appended to the name.
	strayDir = "restoring-"
)

// libraryParts returns the names of a library's parts in its folder, in the order in which they are moved. A part that
// is a mount point cannot be moved. Parts that may be mount points come first, so that the move fails before any part
// has been moved. The database comes last, because a folder with a database counts as a library.
func libraryParts() []string {
	return slices.Concat([]string{contentDir, sealKeyFile, sqlite.MarkFile, sqlite.LockFile(databaseFile)}, sqlite.SideFiles(databaseFile),
		[]string{databaseFile})
}

func (f *Folder) restored() string  { return filepath.Join(f.Path, restoredDir) }
func (f *Folder) replacing() string { return filepath.Join(f.Path, replacingDir) }
func (f *Folder) restoring() string { return filepath.Join(f.Path, restoringDir) }

// RestorePending reports whether a restored library waits for the next start of the server.
func (f *Folder) RestorePending() bool {
	_, err := os.Stat(filepath.Join(f.restored(), databaseFile))
	return err == nil
}

// applyRestore replaces the present library with a restored library that waits for this start, if there is one. It
// keeps the replaced library in another folder. If an earlier replacement was interrupted, applyRestore completes it or
// rolls it back. If the restored library cannot be put in place but the present library is complete, applyRestore
// returns nil and sets restoreErr to the cause.
func (f *Folder) applyRestore() error {
	r := replacement{f}
	if !isFolder(f.replacing()) { // if the folder exists, a replacement may have been interrupted
		if err := r.clearRestoring(); err != nil {
			return fmt.Errorf("set aside %s, which was not written by a restore: %w", f.restoring(), err)
		}
	}
	if err := r.rollBackAbandoned(); err != nil {
		return fmt.Errorf("put the library back: %w", r.explainMovedParts(err))
	}
	err := r.resume()
	if err == nil {
		return nil
	}
	if !f.RestorePending() {
		return fmt.Errorf("put the restored library in place (the next start continues): %w", err)
	}
	if back := r.rollBack(); back != nil {
		return fmt.Errorf("put the restored library in place: %w", r.explainMovedParts(errors.Join(err, back)))
	}
	f.restoreErr = err
	return nil
}

// replacement replaces the library in a folder with a restored library.
type replacement struct{ folder *Folder }

// explainMovedParts adds a sentence to an error. The sentence states in which folder the parts of the present library
// are.
func (r replacement) explainMovedParts(err error) error {
	return fmt.Errorf("parts of the present library are in %s, and the next start tries to move them back: do not change that "+
		"folder: %w",
		r.folder.replacing(), err)
}

// resume replaces the library. If an earlier replacement was interrupted, resume continues at the interrupted step.
func (r replacement) resume() error {
	for _, step := range r.steps() {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// rollBackAbandoned moves the parts of the present library back if the restored library has disappeared.
func (r replacement) rollBackAbandoned() error {
	if r.folder.RestorePending() || isFolder(r.folder.restoring()) {
		return nil
	}
	return r.rollBack()
}

// rollBack moves the parts of the present library back to where they were. If the library has already been replaced,
// rollBack instead renames the folder that contains the replaced library. It can be repeated after an interruption.
func (r replacement) rollBack() error {
	if !isFolder(r.folder.replacing()) {
		return nil
	}
	if !r.isReplaced() {
		for _, name := range slices.Backward(libraryParts()) {
			if err := r.moveBack(name); err != nil {
				return err
			}
		}
	}
	if err := os.Remove(r.folder.replacing()); err == nil {
		return disk.SyncFolder(r.folder.Path)
	}
	return r.setReplacedAside()
}

// isReplaced reports whether the replacement has succeeded: the restored library is in place, and all parts of the
// previous library are in the folder for the replaced library.
func (r replacement) isReplaced() bool {
	return isFile(filepath.Join(r.folder.Path, databaseFile)) && isFile(filepath.Join(r.folder.replacing(), databaseFile))
}

// moveBack moves a part of the present library back to its place, unless a file or a folder with files is already
// there. An empty folder in that place is removed. If that folder is a mount point, moveBack returns an error.
func (r replacement) moveBack(name string) error {
	place := filepath.Join(r.folder.Path, name)
	if !pathExists(filepath.Join(r.folder.replacing(), name)) || isFile(place) {
		return nil
	}
	switch err := os.Remove(place); {
	case errors.Is(err, syscall.ENOTEMPTY):
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return movePart(name, r.folder.replacing(), r.folder.Path)
}

// setReplacedAside renames the folder that contains the replaced library. This marks the replacement as complete.
func (r replacement) setReplacedAside() error {
	return rename(r.folder.replacing(), r.asidePath(replacedDir, time.Now()))
}

// clearRestoring removes the folder from which the restored library was moved. If that folder still contains files,
// they are not part of a library and must not be deleted, because Lectern did not create them. In this case,
// clearRestoring moves the folder aside.
func (r replacement) clearRestoring() error {
	err := os.Remove(r.folder.restoring())
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	aside := r.asidePath(strayDir, time.Now())
	if err := rename(r.folder.restoring(), aside); err != nil {
		return err
	}
	slog.Warn("files that are not part of a restored library are set aside", slog.String("folder", aside))
	return nil
}

// asidePath returns an unused path to which a folder can be moved aside. The name consists of a prefix and the time.
func (r replacement) asidePath(prefix string, now time.Time) string {
	first := filepath.Join(r.folder.Path, prefix+now.UTC().Format("20060102-150405"))
	path := first
	for n := 2; pathExists(path); n++ {
		path = first + "-" + strconv.Itoa(n)
	}
	return path
}

// steps returns the steps of a replacement. After an interruption at any point, all steps are run again from the first.
// A step that was completed before does nothing. Each step syncs its result to the disk before the next step begins.
//
// The folder of the replaced library is renamed before the folder of the restored library is removed. In the opposite
// order, an interruption between these two steps would make the next start roll the replacement back. Parts are moved
// only while both folders exist, because a single folder with such a name may have been created by the user.
func (r replacement) steps() []func() error {
	isPending := r.folder.RestorePending
	isRestoring := func() bool { return isFolder(r.folder.restoring()) }
	isReplacing := func() bool { return isRestoring() && isFolder(r.folder.replacing()) }

	steps := []func() error{onlyIf(isPending, func() error { return os.MkdirAll(r.folder.replacing(), 0o700) })}
	for _, name := range libraryParts() {
		steps = append(steps, onlyIf(isPending, func() error { return movePart(name, r.folder.Path, r.folder.replacing()) }))
	}
	steps = append(steps, onlyIf(isPending, func() error { return rename(r.folder.restored(), r.folder.restoring()) }))
	steps = append(steps, onlyIf(isReplacing, r.checkTargets))
	for _, name := range libraryParts() {
		steps = append(steps, onlyIf(isReplacing, func() error { return movePart(name, r.folder.restoring(), r.folder.Path) }))
	}
	return append(steps,
		onlyIf(isReplacing, r.setReplacedAside),
		onlyIf(isRestoring, r.clearRestoring))
}

// checkTargets returns an error if a file or folder exists where a part of the restored library will be moved. The
// previous steps have removed everything at these paths. If something exists there, the steps were not run: the user
// has created the folders replacing and restoring, and nothing in them may be moved.
func (r replacement) checkTargets() error {
	for _, name := range libraryParts() {
		if pathExists(filepath.Join(r.folder.restoring(), name)) && pathExists(filepath.Join(r.folder.Path, name)) {
			return fmt.Errorf("%[1]s is in both %[2]s and %[3]s: if %[3]s or %[4]s is your own folder, rename it", name,
				r.folder.Path, r.folder.restoring(), r.folder.replacing())
		}
	}
	return nil
}

// onlyIf returns a step that does nothing unless condition returns true when the step is run.
func onlyIf(condition func() bool, step func() error) func() error {
	return func() error {
		if !condition() {
			return nil
		}
		return step()
	}
}

// checkWhole returns an error if the library in a data folder may be incomplete.
func checkWhole(data string) error {
	if err := CheckParts(data); err != nil {
		return err
	}
	if err := checkNotReplacing(data); err != nil {
		return err
	}
	return backup.ErrUnfinished(data)
}

// checkNotReplacing returns an error if a replacement was interrupted in a data folder. Only the start of a server
// completes or rolls back the replacement.
func checkNotReplacing(data string) error {
	f := Folder{Path: data}
	if isFolder(f.replacing()) || isFolder(f.restoring()) {
		return fmt.Errorf("a backup is being restored in %s: start Lectern there once, then try again", data)
	}
	return nil
}

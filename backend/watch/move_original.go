package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"lectern/backend/sentence"
)

// moveOriginal moves the original of a document to a folder, and returns its new path. It never overwrites a file, and
// never loses the original. If the folder is on another disk, it copies the original, and removes it only after the
// copy was synced to the disk and compared. The error is [errChanged] if the file has changed since its import.
// moveOriginal also completes a move during which the process was killed.
func (m *mover) moveOriginal(ctx context.Context, a *Arrival, folder string) (string, error) {
	if err := m.checkMovable(a); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if a.Target != "" {
		if done, err := m.resumeMove(ctx, a); done || err != nil {
			return a.Target, err
		}
	}
	if err := m.checkUnchanged(a); err != nil {
		return "", err
	}
	if err := m.checkReturn(a); err != nil {
		return "", err
	}
	to, err := m.openUsableTarget(folder)
	if err != nil {
		return "", err
	}
	defer to.Close()
	itself := m.birthOf(a)
	for try := 1; try <= maxNames; try++ {
		at := place{to, numbered(path.Base(a.Path), try)}
		if at.exists() {
			continue
		}
		target := filepath.Join(folder, at.name)
		if err := m.noteTarget(ctx, a, target); err != nil {
			return "", err
		}
		err := m.moveTo(ctx, a, at)
		if errors.Is(err, fs.ErrExist) {
			continue // another file was given this name meanwhile
		}
		if err == nil {
			m.rememberMove(a, itself, target)
		}
		return target, describeMoveError(folder, err)
	}
	return "", describedError{sentence.New("originals-same-name", "Originals are waiting to be moved: {path} already has {count} "+
		"files of that name.").
		With("path", folder).With("count", maxNames), fs.ErrExist}
}

// noteTarget records the path to which a file is about to be moved, so that the file is found if the process is killed
// during the move.
func (m *mover) noteTarget(ctx context.Context, a *Arrival, target string) error {
	if a.Target == target {
		return nil
	}
	a.Target = target
	return m.store.UpdateArrival(ctx, a.ID, func(a *Arrival) { a.Target = target })
}

// maxNames is the maximum number of files in a folder whose names differ only in their numbers.
const maxNames = 10_000

// numbered returns the name of a file for an attempt, such as "Letter (2).docx" for the second.
func numbered(name string, try int) string {
	if try == 1 {
		return name
	}
	extension := path.Ext(name)
	return fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(name, extension), try, extension)
}

// describedError is an error with a user-facing message.
type describedError struct {
	message sentence.Sentence
	cause   error
}

func (e describedError) Error() string { return e.message.String() }
func (e describedError) Unwrap() error { return e.cause }

// describeMoveError adds a message to an error that prevents moving files out of a folder or into it.
func describeMoveError(folder string, err error) error {
	if err == nil || errors.Is(err, errChanged) || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return describedError{describeBlockedFolder(folder, err), err}
}

// describeBlockedFolder returns the message for an error that prevents moving files out of a folder or into it.
func describeBlockedFolder(folder string, err error) sentence.Sentence {
	if isFull(err) { // only the disk of the target can be full
		return sentence.New("originals-full", "Originals are waiting to be moved: the disk of {path} is full. Free some space "+
			"there; then they are moved automatically.").With("path", folder)
	}
	return sentence.New("originals-stuck", "Originals are waiting to be moved. {path}: {reason}").With("path", folder).
		With("reason", describeError(err))
}

// checkMovable returns an error if a file may not be moved away. Without this check, the move would fail only after the
// file was copied.
func (m *mover) checkMovable(a *Arrival) error {
	from, err := m.openPlace(a.Path)
	if err == nil {
		defer from.close()
		err = from.checkWritable()
	}
	return describeMoveError(filepath.Dir(filepath.Join(m.folder.Path, a.Path)), err)
}

// checkUnchanged returns errChanged if a file has changed since its import.
func (m *mover) checkUnchanged(a *Arrival) error {
	info, err := m.root.Lstat(a.Path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || newMark(info) != a.Mark {
		return errChanged
	}
	return nil
}

// moveTo moves the original to an unused place. It does nothing if ctx has ended.
func (m *mover) moveTo(ctx context.Context, a *Arrival, to place) error {
	from, err := m.openPlace(a.Path)
	if err != nil {
		return err
	}
	defer from.close()
	original, err := from.open()
	if err != nil {
		return err
	}
	defer original.Close()
	if err := ctx.Err(); err != nil {
		return err
	}
	err = from.rename(to)
	if isOtherDisk(err) {
		return m.moveByCopy(ctx, a, original, from, to)
	}
	if err != nil {
		return err
	}
	if err := to.checkHas(original, a.Mark); err != nil { // the file was changed at the last moment, and is moved back
		return errors.Join(errChanged, err, to.rename(from))
	}
	return errors.Join(to.sync(), from.sync())
}

// moveByCopy moves the original to another file system: it copies the file, syncs and compares the copy, renames it to
// its final name, and only then removes the original.
func (m *mover) moveByCopy(ctx context.Context, a *Arrival, original *os.File, from, to place) error {
	if busy, _, err := isWritten(original, m.writers); err != nil {
		return err
	} else if busy {
		return errChanged
	}
	if err := copyFile(ctx, original, to, partName(a)); err != nil {
		return err
	}
	if err := to.sync(); err != nil {
		return err
	}
	err := m.removeOriginal(ctx, a, original, from)
	if errors.Is(err, errChanged) { // the copy is of an earlier version
		return errors.Join(err, to.remove())
	}
	return err
}

// removeOriginal removes a file that was copied, unless it has changed. It renames the file before the last comparison,
// so that it removes exactly the file that it has compared, even if another file gets the old name meanwhile.
func (m *mover) removeOriginal(ctx context.Context, a *Arrival, original *os.File, from place) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	aside := from.sibling(removalName(a))
	if err := from.rename(aside); err != nil {
		return err
	}
	err := aside.checkHas(original, a.Mark)
	if err == nil {
		var busy bool
		if busy, _, err = isWritten(original, m.writers); busy {
			err = errChanged
		}
	}
	if err != nil {
		return errors.Join(errChanged, err, aside.rename(from))
	}
	return aside.remove()
}

// removalName returns the name that an original gets directly before it is removed.
func removalName(a *Arrival) string { return fmt.Sprintf("%s%d", ownPrefix, a.ID) }

// resumeMove completes a move during which the process was killed, if the file is already at its target. Otherwise it
// returns false.
func (m *mover) resumeMove(ctx context.Context, a *Arrival) (done bool, err error) {
	folder, err := m.openTarget(filepath.Dir(a.Target))
	if err != nil {
		return false, nil
	}
	defer folder.Close()
	moved, err := place{folder, filepath.Base(a.Target)}.open()
	if err != nil {
		return false, nil
	}
	defer moved.Close()
	from, err := m.openPlace(a.Path)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist), nil
	}
	defer from.close()
	original, err := from.open()
	if errors.Is(err, fs.ErrNotExist) {
		if err := from.sibling(removalName(a)).rename(from); errors.Is(err, fs.ErrNotExist) {
			return true, nil
		} else if err != nil {
			return false, err
		}
		original, err = from.open()
	}
	if err != nil {
		return false, err
	}
	defer original.Close()
	same, err := sameBytes(ctx, original, moved)
	if err != nil || !same {
		return false, err
	}
	return true, m.removeOriginal(ctx, a, original, from)
}

package watch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"lectern/backend/sentence"
)

// Reasons why originals cannot be moved to a folder, in addition to errors of the system.
var (
	errTargetLink = errors.New("it is replaced by a link")
	errOwnFolder  = errors.New("it is inside Lectern's own folder")
	errTargetSame = errors.New("it is the watched folder itself")
)

// openUsableTarget opens a folder to which originals are moved. If the folder cannot be used, the error is a
// [targetError] or a [loopError]. A missing folder is created only if it is directly below the watched folder, because
// elsewhere its drive may not be mounted.
func (m *mover) openUsableTarget(folder string) (handle, error) {
	if filepath.Dir(folder) == m.folder.Path {
		if err := m.root.Mkdir(filepath.Base(folder), 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, targetError{describeMoveError(folder, err)}
		}
	}
	to, err := m.openTarget(folder)
	if err != nil {
		return nil, m.describeTargetError(folder, err)
	}
	if err := (place{to, "."}).checkWritable(); err != nil {
		return nil, errors.Join(m.describeTargetError(folder, err), to.Close())
	}
	return to, nil
}

// openTarget opens the folder at an absolute path without following any link. A path below the watched folder is opened
// from the watched folder's handle. The returned handle keeps referring to the same folder, even if something else is
// put in its place.
func (m *mover) openTarget(folder string) (handle, error) {
	top, steps, err := m.openStart(folder)
	if err != nil {
		return nil, err
	}
	to, err := openPath(top, steps, m.rejectOwn())
	if err != nil {
		return nil, err
	}
	info, err := statHandle(to)
	if err == nil && os.SameFile(info, m.info) {
		err = errTargetSame
	}
	if err != nil {
		return nil, errors.Join(err, to.Close())
	}
	return to, nil
}

// openStart opens the folder at which the path to the given folder starts: the watched folder or the top of the file
// system. It returns the names of the folders on the path from there.
func (m *mover) openStart(folder string) (top handle, steps []string, err error) {
	if within(folder, m.folder.Path) {
		name, err := filepath.Rel(m.folder.Path, folder)
		if err != nil {
			return nil, nil, err
		}
		top, err = openHandle(m.root)
		return top, splitPath(name), err
	}
	volume := filepath.VolumeName(folder)
	top, err = openTop(volume)
	return top, splitPath(strings.TrimPrefix(folder, volume)), err
}

// splitPath returns the names in a path.
func splitPath(name string) []string {
	return strings.FieldsFunc(filepath.Clean(name), func(r rune) bool { return r < 0x80 && os.IsPathSeparator(uint8(r)) })
}

// openPath opens one folder after the other, each from its parent. It calls check for each folder, and closes all
// except the last.
func openPath(from handle, steps []string, check func(handle) error) (handle, error) {
	for i, name := range steps {
		if name == "." {
			continue
		}
		next, err := openSubfolder(from, name, i == len(steps)-1)
		err = errors.Join(err, from.Close())
		if err == nil {
			err = check(next)
		}
		if err != nil {
			if next != nil {
				err = errors.Join(err, next.Close())
			}
			return nil, err
		}
		from = next
	}
	return from, nil
}

// rejectOwn returns a check that returns an error for folders with Lectern's own files, by whatever path they are
// reached.
func (m *mover) rejectOwn() func(handle) error {
	if m.ownFolders == nil {
		m.ownFolders = m.findOwnFolders()
	}
	own := m.ownFolders
	return func(folder handle) error {
		info, err := statHandle(folder)
		if err == nil && own.Has(info) {
			err = errOwnFolder
		}
		return err
	}
}

// describeTargetError adds a message to an error that prevents moving originals to a folder.
func (m *mover) describeTargetError(folder string, err error) error {
	reason := describeBlockedFolder(folder, err)
	switch {
	case errors.Is(err, errTargetSame), errors.Is(err, errTargetLink) && m.leadsIntoWatched(folder):
		return loopError{sentence.New("folder-loop",
			"The folder is paused: {path} leads back into it, so originals would be moved in a loop. Choose another folder for "+
				"originals, or restore the right one there, then resume the folder.").With("path", folder)}
	case errors.Is(err, errTargetLink):
		reason = sentence.New("originals-link", "Originals are waiting to be moved: a link leads to {path}, and links are not "+
			"followed. Restore the folder, or choose the folder that the link leads to.").With("path", folder)
	case errors.Is(err, errOwnFolder):
		reason = sentence.New("originals-own", "Originals are waiting to be moved: {path} is inside the folder of Lectern's "+
			"library. Choose another folder for originals.").With("path", folder)
	case errors.Is(err, fs.ErrNotExist):
		reason = sentence.New("originals-no-folder", "Originals are waiting to be moved: {path} does not exist. Restore it, or "+
			"mount its drive.").
			With("path", folder)
	}
	return targetError{describedError{reason, err}}
}

// leadsIntoWatched reports whether a path that contains a link leads into the watched folder.
func (m *mover) leadsIntoWatched(path string) bool {
	real, err := filepath.EvalSymlinks(path)
	return err == nil && within(real, m.folder.Path)
}

// targetError means that no original can be moved to a folder at present.
type targetError struct{ error }

func (e targetError) Unwrap() error { return e.error }

// loopError means that originals would be moved again and again, so that the folder must be paused.
type loopError struct{ message sentence.Sentence }

func (e loopError) Error() string { return e.message.String() }

// targets are the folders to which originals are moved. They are stored by path and by identity, because a folder that
// is mounted twice has two paths.
type targets struct {
	paths []string
	same  map[identity]bool
}

// newTargets returns the targets with the given paths. It leaves out the identity of the watched folder itself: a
// target that leads back to the watched folder is detected when a file is moved.
func newTargets(paths []string, watched os.FileInfo) targets {
	t := targets{paths, map[identity]bool{}}
	for _, path := range paths {
		if info, err := os.Lstat(path); err == nil && info.IsDir() {
			t.same[identify(info)] = true
		}
	}
	delete(t.same, identify(watched))
	delete(t.same, identity{}) // the identity of every folder if the operating system reports none
	return t
}

// has reports whether a folder is one of the targets.
func (t *targets) has(folder os.FileInfo) bool { return t.same[identify(folder)] }

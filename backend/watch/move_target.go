package watch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"lectern/backend/sentence"
)

// Why originals cannot be moved to a folder, beside what the system reports.
var (
	errTargetLink = errors.New("a link leads there")
	errOwnFolder  = errors.New("it lies in Lectern's own folder")
	errTargetSame = errors.New("it is the watched folder itself")
)

// openUsableTarget opens a folder that originals are moved to. Where it cannot be used, the error is a [targetError], or a
// [loopError]. A folder in the watched one that is missing is created; any other may be on a drive that is not
// mounted, whose place is left alone.
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

// openTarget opens the folder at an absolute path without following a link at any step: below the watched folder from
// the handle of that, else from the top. What is put into the place of a folder afterwards changes nothing.
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

// openStart returns the folder from which a path is followed, and the names from there on.
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

// openPath opens one folder after the other, each in the one before, and closes all but the last. It has check look at
// each.
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

// rejectOwn returns a check for each step of a path that refuses Lectern's own folders, by whatever path they are
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

// describeTargetError words why originals cannot be moved to a folder.
func (m *mover) describeTargetError(folder string, err error) error {
	said := describeBlockedFolder(folder, err)
	switch {
	case errors.Is(err, errTargetSame), errors.Is(err, errTargetLink) && m.leadsIntoWatched(folder):
		return loopError{sentence.New("folder-loop",
			"The folder is paused: {path} leads back into it, so that originals would be moved again and again. Choose another folder for "+
				"originals, or put the right one there, then resume.").With("path", folder)}
	case errors.Is(err, errTargetLink):
		said = sentence.New("originals-link", "Originals wait to be moved: a link leads to {path}, and links are not followed. Put the folder "+
			"back, or choose the one that the link leads to.").With("path", folder)
	case errors.Is(err, errOwnFolder):
		said = sentence.New("originals-own", "Originals wait to be moved: {path} lies where Lectern keeps its library. Choose another folder "+
			"for originals.").With("path", folder)
	case errors.Is(err, fs.ErrNotExist):
		said = sentence.New("originals-no-folder", "Originals wait to be moved: {path} is not there. Put it back, or mount its drive.").
			With("path", folder)
	}
	return targetError{describedError{said, err}}
}

// leadsIntoWatched reports whether a path with a link in it leads into the watched folder.
func (m *mover) leadsIntoWatched(path string) bool {
	real, err := filepath.EvalSymlinks(path)
	return err == nil && within(real, m.folder.Path)
}

// targetError says that no original can be moved to a folder for now.
type targetError struct{ error }

func (e targetError) Unwrap() error { return e.error }

// loopError says that originals would be moved again and again, so that the folder is to be paused.
type loopError struct{ message sentence.Sentence }

func (e loopError) Error() string { return e.message.String() }

// targets are folders that originals are moved to, by their paths and by what they are: a folder that is mounted a
// second time has another path.
type targets struct {
	paths []string
	same  map[identity]bool
}

// newTargets returns the targets at paths, but for the watched folder itself: that a target leads back to it is found when
// something is moved.
func newTargets(paths []string, watched os.FileInfo) targets {
	t := targets{paths, map[identity]bool{}}
	for _, path := range paths {
		if info, err := os.Lstat(path); err == nil && info.IsDir() {
			t.same[identify(info)] = true
		}
	}
	delete(t.same, identify(watched))
	delete(t.same, identity{}) // of a system that does not tell
	return t
}

// has reports whether a folder is one of them.
func (t *targets) has(folder os.FileInfo) bool { return t.same[identify(folder)] }

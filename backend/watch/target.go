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
	errOwn        = errors.New("it lies in Lectern's own folder")
	errTargetSame = errors.New("it is the watched folder itself")
)

// findTarget opens a folder that originals are moved to. Where it cannot be used, the error is a [targetError], or a
// [loopError]. A folder in the watched one that is missing is created; any other may be on a drive that is not
// mounted, whose place is left alone.
func (v *vigil) findTarget(folder string) (handle, error) {
	if filepath.Dir(folder) == v.folder.Path {
		if err := v.root.Mkdir(filepath.Base(folder), 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, targetError{wordMove(folder, err)}
		}
	}
	to, err := v.openTarget(folder)
	if err != nil {
		return nil, v.wordTarget(folder, err)
	}
	if err := (place{to, "."}).mayChange(); err != nil {
		return nil, errors.Join(v.wordTarget(folder, err), to.Close())
	}
	return to, nil
}

// openTarget opens the folder at an absolute path without following a link at any step: below the watched folder from
// the handle of that, else from the top. What is put into the place of a folder afterwards changes nothing.
func (v *vigil) openTarget(folder string) (handle, error) {
	top, steps, err := v.beginPath(folder)
	if err != nil {
		return nil, err
	}
	to, err := descend(top, steps, v.refuseOwn())
	if err != nil {
		return nil, err
	}
	info, err := statHandle(to)
	if err == nil && os.SameFile(info, v.info) {
		err = errTargetSame
	}
	if err != nil {
		return nil, errors.Join(err, to.Close())
	}
	return to, nil
}

// beginPath returns the folder from which a path is followed, and the names from there on.
func (v *vigil) beginPath(folder string) (top handle, steps []string, err error) {
	if within(folder, v.folder.Path) {
		name, err := filepath.Rel(v.folder.Path, folder)
		if err != nil {
			return nil, nil, err
		}
		top, err = handleOf(v.root)
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

// descend opens one folder after the other, each in the one before, and closes all but the last. It has check look at
// each.
func descend(from handle, steps []string, check func(handle) error) (handle, error) {
	for i, name := range steps {
		if name == "." {
			continue
		}
		next, err := enter(from, name, i == len(steps)-1)
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

// refuseOwn returns a check for each step of a path that refuses Lectern's own folders, by whatever path they are
// reached.
func (v *vigil) refuseOwn() func(handle) error {
	if v.ownFolders == nil {
		v.ownFolders = v.findOwn()
	}
	own := v.ownFolders
	return func(folder handle) error {
		info, err := statHandle(folder)
		if err == nil && own.Has(info) {
			err = errOwn
		}
		return err
	}
}

// wordTarget words why originals cannot be moved to a folder.
func (v *vigil) wordTarget(folder string, err error) error {
	said := wordStuck(folder, err)
	switch {
	case errors.Is(err, errTargetSame), errors.Is(err, errTargetLink) && v.leadsBack(folder):
		return loopError{sentence.New("folder-loop",
			"The folder is paused: {path} leads back into it, so that originals would be moved again and again. Choose another folder for "+
				"originals, or put the right one there, then resume.").With("path", folder)}
	case errors.Is(err, errTargetLink):
		said = sentence.New("originals-link", "Originals wait to be moved: a link leads to {path}, and links are not followed. Put the folder "+
			"back, or choose the one that the link leads to.").With("path", folder)
	case errors.Is(err, errOwn):
		said = sentence.New("originals-own", "Originals wait to be moved: {path} lies where Lectern keeps its library. Choose another folder "+
			"for originals.").With("path", folder)
	case errors.Is(err, fs.ErrNotExist):
		said = sentence.New("originals-no-folder", "Originals wait to be moved: {path} is not there. Put it back, or mount its drive.").
			With("path", folder)
	}
	return targetError{toldError{said, err}}
}

// leadsBack reports whether a path with a link in it leads into the watched folder.
func (v *vigil) leadsBack(path string) bool {
	real, err := filepath.EvalSymlinks(path)
	return err == nil && within(real, v.folder.Path)
}

// targetError says that no original can be moved to a folder for now.
type targetError struct{ error }

func (e targetError) Unwrap() error { return e.error }

// loopError says that originals would be moved again and again, so that the folder is to be paused.
type loopError struct{ said sentence.Sentence }

func (e loopError) Error() string { return e.said.String() }

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

// have reports whether a folder is one of them.
func (t *targets) have(folder os.FileInfo) bool { return t.same[identify(folder)] }

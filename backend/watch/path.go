package watch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unicode/utf8"

	"lectern/backend/fault"
	"lectern/backend/sentence"
)

// resolve gives the path of a folder that is to be watched as it is kept: absolute, without a
// link in it, so that no link can lead it elsewhere later.
func resolve(path string) (string, error) {
	if err := checkPath("/path", path); err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", fault.Field("/path", "The folder %s cannot be watched: %s", path, reason(err))
	}
	info, err := os.Stat(real)
	switch {
	case err != nil:
		return "", fault.Field("/path", "The folder %s cannot be watched: %s", path, reason(err))
	case !info.IsDir():
		return "", fault.Field("/path", "%s is no folder.", path)
	}
	return real, checkUse(real)
}

// checkUse says why a folder is none that people keep files in.
func checkUse(path string) error {
	if filepath.Dir(path) == path {
		return fault.FieldTold("/path", sentence.New("folder-whole", "{path} is the whole computer: choose a folder in it.").With("path", path))
	}
	if isSystem(path) {
		return fault.FieldTold("/path", sentence.New("folder-system", "{path} has what the system runs on, and no documents: choose another folder.").With("path", path))
	}
	return nil
}

func checkPath(field, path string) error {
	switch {
	case path == "":
		return fault.Field(field, "The field %s is missing: give the path of a folder.", strings.TrimPrefix(field, "/"))
	case !filepath.IsAbs(path) || strings.ContainsRune(path, 0) || len(path) > maxPath || !utf8.ValidString(path):
		return fault.Field(field, "The path of a folder is an absolute one, such as /home/zoe/inbox.")
	}
	return nil
}

// checkPlace says why a folder cannot be watched beside others.
func (s *Service) checkPlace(f *Folder, others []Folder) error {
	for _, own := range s.own {
		if within(f.Path, own) {
			return fault.Field("/path", "%s is where Lectern keeps its library: watch another folder.", f.Path)
		}
	}
	for i := range others {
		other := &others[i]
		if other.ID == f.ID {
			continue
		}
		switch {
		case other.Path == f.Path:
			return fault.Field("/path", "The folder %s is watched already.", f.Path)
		case within(f.Path, other.Path):
			return fault.Field("/path", "The folder %s lies in %s, which is watched already.", f.Path, other.Path)
		case within(other.Path, f.Path):
			return fault.Field("/path", "The folder %s, which is watched already, lies in this one: stop watching that first.", other.Path)
		}
		for _, target := range other.targets() {
			if within(f.Path, target) {
				return fault.Field("/path", "%s is where the originals of %s are moved to: what arrives there has been taken already.", f.Path, other.Path)
			}
		}
	}
	return nil
}

// completeTargets checks where originals are moved to, and brings the paths into the form in which
// they are kept. A folder that is not there is made, where that lies in one that is.
func (s *Service) completeTargets(f, before *Folder, others []Folder) error {
	for _, after := range []struct {
		field string
		*After
		before After
	}{{"/afterSuccess", &f.AfterSuccess, before.AfterSuccess}, {"/afterFailure", &f.AfterFailure, before.AfterFailure}} {
		if *after.After == after.before {
			continue // its disk may be away
		}
		switch after.Action {
		case stay:
			after.Folder = ""
			continue
		case move:
		default:
			return fault.Field(after.field, "What becomes of an original is the action stay or move; it was %q.", after.Action)
		}
		target, err := resolveTarget(after.field, f.Path, after.Folder)
		if err != nil {
			return err
		}
		if err := s.checkTarget(after.field, target, f, others); err != nil {
			return err
		}
		after.Folder = target
	}
	return nil
}

func resolveTarget(field, folder, target string) (string, error) {
	if target != "" && !filepath.IsAbs(target) {
		target = filepath.Join(folder, target)
	}
	if err := checkPath(field, target); err != nil {
		return "", err
	}
	if err := os.Mkdir(target, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", fault.Field(field, "Originals cannot be moved to %s: %s", target, reason(err))
	}
	real, err := filepath.EvalSymlinks(target)
	if err != nil {
		return "", fault.Field(field, "Originals cannot be moved to %s: %s", target, reason(err))
	}
	if info, err := os.Stat(real); err != nil || !info.IsDir() {
		return "", fault.Field(field, "Originals cannot be moved to %s: it is no folder.", target)
	}
	return real, nil
}

func (s *Service) checkTarget(field, target string, f *Folder, others []Folder) error {
	for _, own := range s.own {
		if within(target, own) {
			return fault.Field(field, "%s is where Lectern keeps its library: move originals to another folder.", target)
		}
	}
	for _, watched := range append([]Folder{*f}, others...) {
		// What is moved into a part of the same folder is not looked at again; another one would take it.
		if target == watched.Path || (watched.ID != f.ID && within(target, watched.Path)) {
			return fault.Field(field, "%s is watched: what is moved there would be taken again.", target)
		}
	}
	return nil
}

// targets gives where the folder's originals are moved to.
func (f *Folder) targets() (all []string) {
	for _, after := range []After{f.AfterSuccess, f.AfterFailure} {
		if after.Action == move {
			all = append(all, after.Folder)
		}
	}
	return all
}

// within says whether a path is a folder's, or below it.
func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, "/")+"/")
}

// reason words what the system says of a file or folder.
func reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return "it is not there."
	case errors.Is(err, fs.ErrPermission):
		return "Lectern's user has no permission."
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "the disk is full."
	case errors.Is(err, syscall.EROFS):
		return "the disk is read-only."
	}
	if errno, ok := errors.AsType[syscall.Errno](err); ok {
		return "the system says: " + errno.Error() + "."
	}
	return "the system says: " + err.Error() + "."
}

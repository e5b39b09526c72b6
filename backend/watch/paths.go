package watch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unicode/utf8"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/id"
	"lectern/backend/sentence"
)

// resolvePath returns the path under which a watched folder is stored: absolute and without links, so that no link can
// lead elsewhere later.
func resolvePath(path string) (string, error) {
	if err := checkPath("/path", path); err != nil {
		return "", err
	}
	if err := checkNotSystem("/path", filepath.Clean(path)); err != nil {
		return "", err // for example /proc/self/cwd, which refers to another folder in each process
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", unwatchableError(path, err)
	}
	info, err := os.Stat(real)
	switch {
	case err != nil:
		return "", unwatchableError(path, err)
	case !info.IsDir():
		return "", fault.TranslatableField("/path", sentence.New("folder-none", "{path} is not a folder.").With("path", path))
	}
	return real, nil
}

// checkFileSystem returns an error if a folder belongs to the operating system. If the folder does not exist, its
// parent folder is checked.
func (s *Service) checkFileSystem(field, path string) error {
	if err := checkNotSystem(field, path); err != nil {
		return err
	}
	system, err := s.fileSystem(path)
	if errors.Is(err, fs.ErrNotExist) {
		system, err = s.fileSystem(filepath.Dir(path))
	}
	if err == nil && system.Pseudo {
		return systemFolderError(field, path)
	}
	return nil // other errors are reported when the folder is used
}

// checkNotSystem returns an error if a path belongs to the operating system or is a whole drive.
func checkNotSystem(field, path string) error {
	if filepath.Dir(path) == path {
		return fault.TranslatableField(field, sentence.New("folder-whole", "{path} is the root of the file system. Choose a "+
			"folder in it.").With("path", path))
	}
	if isSystem(path) {
		return systemFolderError(field, path)
	}
	return nil
}

func systemFolderError(field, path string) error {
	return fault.TranslatableField(field, sentence.New("folder-system",
		"{path} is a folder of the operating system without documents. Choose another folder.").With("path", path))
}

func unwatchableError(path string, err error) error {
	return fault.TranslatableField("/path", sentence.New("folder-unwatched",
		"The folder {path} cannot be watched: {reason}").With("path", path).
		With("reason", describeError(err)))
}

func checkPath(field, path string) error {
	switch {
	case path == "":
		return fault.TranslatableField(field, sentence.New("folder-path-missing", "The field {name} is missing. Set it to the "+
			"path of a folder.").
			With("name", strings.TrimPrefix(field, "/")))
	case strings.ContainsRune(path, 0) || !utf8.ValidString(path):
		return fault.TranslatableField(field, sentence.New("folder-path-characters", "The path of the folder has characters that "+
			"are not valid in a path."))
	case len(path) > maxPath:
		return fault.TranslatableField(field, sentence.New("folder-path-long", "The path of the folder is longer than {limit} bytes.").
			With("limit", maxPath))
	case !filepath.IsAbs(path):
		return fault.TranslatableField(field, sentence.New("folder-path-relative", "The path of the folder must be absolute, "+
			"such as /home/zoe/inbox."))
	}
	return nil
}

// checkOverlap returns an error if a folder overlaps with another watched folder, with a folder that originals of
// another watched folder are moved to, or with Lectern's own files.
func (s *Service) checkOverlap(f *Folder, others []Folder) error {
	if err := s.checkFileSystem("/path", f.Path); err != nil {
		return err
	}
	if s.findOwnFolders().Contains(f.Path) {
		return fault.TranslatableField("/path", ownFolderMessage(f.Path))
	}
	for i := range others {
		other := &others[i]
		if other.ID == f.ID {
			continue
		}
		switch {
		case other.Path == f.Path:
			return fault.TranslatableField("/path", sentence.New("folder-twice", "The folder {path} is already watched.").With("path", f.Path))
		case within(f.Path, other.Path):
			return fault.TranslatableField("/path", sentence.New("folder-within", "The folder {path} is inside {other}, which is "+
				"already watched.").
				With("path", f.Path).With("other", other.Path))
		case within(other.Path, f.Path):
			return fault.TranslatableField("/path", sentence.New("folder-around", "The folder {other}, which is already watched, "+
				"is inside this one. Stop watching it first.").With("other", other.Path))
		}
		for _, target := range other.targets() {
			if within(f.Path, target) {
				return fault.TranslatableField("/path", sentence.New("folder-of-originals",
					"Originals of {other} are moved to {path}, so files there have been imported already. Choose another folder.").With("path", f.Path).
					With("other", other.Path))
			}
		}
	}
	return nil
}

func ownFolderMessage(path string) sentence.Sentence {
	return sentence.New("folder-own", "{path} contains the library of Lectern. Watch another folder.").With("path", path)
}

// normalizeTargets validates the folders that originals are moved to, and replaces their paths by the stored form. If
// all are valid, it creates the missing target folders whose parent folder exists.
func (s *Service) normalizeTargets(f, previous *Folder, others []Folder) error {
	var creations []func() error
	for _, after := range []struct {
		field string
		*After
		before After
	}{{"/afterSuccess", &f.AfterSuccess, previous.AfterSuccess}, {"/afterFailure", &f.AfterFailure, previous.AfterFailure}} {
		if *after.After == after.before {
			continue // not validated again, because the drive of the target may not be mounted at present
		}
		switch after.Action {
		case actionStay:
			after.Folder = ""
			continue
		case actionMove:
		default:
			return fault.Field(after.field, "The action for an original must be stay or move, but is %q.", after.Action)
		}
		target, from, err := resolveTarget(after.field, f.Path, after.Folder)
		if err != nil {
			return err
		}
		if err := s.checkTarget(after.field, target, f, others); err != nil {
			return err
		}
		creations = append(creations, func() error { return createTarget(after.field, from, target) })
		after.Folder = target
	}
	for _, create := range creations {
		if err := create(); err != nil {
			return err
		}
	}
	return nil
}

// resolveTarget returns the stored form of the path of a folder for originals: absolute and without links. Links above
// the folder are resolved. A link in place of the folder, or anywhere below the watched folder, is an error, because it
// could lead elsewhere later. The result from is a folder above the target. Below it, no link is followed when
// originals are moved.
func resolveTarget(field, folder, target string) (path, from string, err error) {
	if target != "" && !filepath.IsAbs(target) {
		if !filepath.IsLocal(target) {
			return "", "", fault.TranslatableField(field, sentence.New("target-outside",
				"{path} leads out of the watched folder. Choose a folder inside it, or an absolute path.").With("path", target))
		}
		target = filepath.Join(folder, target)
	}
	if err := checkPath(field, target); err != nil {
		return "", "", err
	}
	if target = filepath.Clean(target); within(target, folder) {
		return target, folder, checkLinks(field, folder, target)
	}
	if err := checkNotSystem(field, target); err != nil {
		return "", "", err // for example /proc/self/cwd, which refers to another folder in each process
	}
	above, err := filepath.EvalSymlinks(filepath.Dir(target))
	if err != nil {
		return "", "", unusableTarget(field, target, err)
	}
	real := filepath.Join(above, filepath.Base(target))
	if within(real, folder) {
		return real, folder, checkLinks(field, folder, real)
	}
	return real, above, checkLinks(field, above, real)
}

// checkLinks returns an error if a path contains a link. The argument from is the folder where the path begins, and
// target is where it ends.
func checkLinks(field, from, target string) error {
	return inRoot(field, from, target, func(root *os.Root, name string) error {
		if link := findLink(root, name); link != "" {
			return fault.TranslatableField(field, sentence.New("target-link",
				"Originals cannot be moved to {path}: {link} is a link, and links are not followed. Choose the folder that it "+
					"leads to.").
				With("path", target).With("link", filepath.Join(from, link)))
		}
		return nil
	})
}

// createTarget creates a target folder if it is missing, and checks that files can be created in it. The argument from
// is a folder above the target.
func createTarget(field, from, target string) error {
	return inRoot(field, from, target, func(root *os.Root, name string) error {
		if err := root.Mkdir(name, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			return unusableTarget(field, target, err)
		}
		if info, err := root.Lstat(name); err != nil || !info.IsDir() {
			return fault.TranslatableField(field, sentence.New("target-none", "Originals cannot be moved to {path}: it is not a "+
				"folder.").With("path", target))
		}
		if err := tryWriting(root, name); err != nil {
			return unusableTarget(field, target, err)
		}
		return nil
	})
}

// tryWriting creates a file in a folder below root and removes it.
func tryWriting(root *os.Root, folder string) error {
	name := filepath.Join(folder, ".lectern-"+id.New())
	file, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), root.Remove(name))
}

// inRoot opens the folder at the path from, and calls do with it and the path of target relative to it. If both are the
// same folder, inRoot returns nil without calling do.
func inRoot(field, from, target string, do func(root *os.Root, name string) error) error {
	root, err := os.OpenRoot(from)
	if err != nil {
		return unusableTarget(field, target, err)
	}
	defer root.Close()
	name, err := filepath.Rel(from, target)
	if err != nil || name == "." {
		return err
	}
	return do(root, name)
}

// findLink returns the topmost link among name and its parent folders below root. It returns "" if there is none.
func findLink(root *os.Root, name string) (link string) {
	for ; name != "."; name = filepath.Dir(name) {
		if info, err := root.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			link = name
		}
	}
	return link
}

func unusableTarget(field, target string, err error) error {
	return fault.TranslatableField(field, sentence.New("target-unusable",
		"Originals cannot be moved to {path}: {reason}").With("path", target).
		With("reason", describeError(err)))
}

// checkTarget returns an error if originals cannot be moved to the folder at the path target. Symbolic links in the
// path must have been resolved.
func (s *Service) checkTarget(field, target string, f *Folder, others []Folder) error {
	if err := s.checkFileSystem(field, target); err != nil {
		return err
	}
	if s.findOwnFolders().Contains(target) {
		return fault.TranslatableField(field, sentence.New("target-own", "{path} contains the library of Lectern. Move originals "+
			"to another folder.").
			With("path", target))
	}
	for _, watched := range append([]Folder{*f}, others...) {
		// A target within the folder itself is permitted, because it is not scanned. Another watched folder would
		// import the originals again.
		if target == watched.Path || (watched.ID != f.ID && within(target, watched.Path)) {
			return fault.TranslatableField(field, sentence.New("target-watched", "{path} is watched, so files moved there would "+
				"be imported again. Choose another folder.").
				With("path", target))
		}
	}
	return nil
}

// targets returns the folders to which the originals of the folder are moved.
func (f *Folder) targets() (all []string) {
	for _, after := range []After{f.AfterSuccess, f.AfterFailure} {
		if after.Action == actionMove {
			all = append(all, after.Folder)
		}
	}
	return all
}

// excludeFormerTargets adds patterns that exclude former targets below the watched folder, because the files there were
// imported already. Users can remove the patterns.
func (f *Folder) excludeFormerTargets(former []string) {
	now, match := f.targets(), newMatcher(&f.Settings)
	for _, target := range former {
		name, below := strings.CutPrefix(filepath.ToSlash(target), strings.TrimSuffix(filepath.ToSlash(f.Path), "/")+"/")
		if !below || slices.Contains(now, target) || match.excludes(name) {
			continue
		}
		pattern := escapePattern.Replace(name) + "/**"
		if exclude := append(slices.Clone(f.Exclude), pattern); checkPatterns("", exclude) == nil {
			f.Exclude = exclude
		}
	}
}

// escapePattern escapes a path for use as a pattern that matches only this path.
var escapePattern = strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`)

// within reports whether a path is a folder or below it.
func within(path, folder string) bool {
	path, folder = filepath.ToSlash(path), filepath.ToSlash(folder) // paths below a folder use slashes on every system
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, "/")+"/")
}

// describeError describes an error of the operating system about a file or folder, as the end of a sentence.
func describeError(err error) sentence.Sentence {
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return sentence.New("because-gone", "it does not exist.")
	case errors.Is(err, fs.ErrPermission):
		return sentence.New("because-denied", "Lectern's user has no permission.")
	case errors.Is(err, errOwnFolder):
		return sentence.New("because-own", "it contains the library of Lectern.")
	case isFull(err):
		return sentence.New("because-full", "the disk is full.")
	case errors.Is(err, syscall.EROFS):
		return sentence.New("because-read-only", "the disk is read-only.")
	}
	if errno, ok := errors.AsType[syscall.Errno](err); ok {
		err = errno
	}
	return sentence.New("because-system", "the system reports: {text}.").With("text", err.Error())
}

package intake

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"lectern/backend/internal/ownfolder"
)

// walk visits the files that paths name, each once.
func (s *Service) walk(ctx context.Context, paths []string, ownFolders ownfolder.Set, count *counter, visit func(File) error) error {
	seen := make(map[string]bool)
	find := func(path string) error {
		if seen[path] {
			return nil
		}
		seen[path] = true
		f := File{Path: path, Name: filepath.Base(path), State: Found}
		if info, err := os.Stat(path); err == nil {
			f.Size = info.Size()
		}
		if err := count.add(f); err != nil {
			return err
		}
		return visit(f)
	}
	for _, path := range paths {
		if err := s.walkOne(ctx, path, ownFolders, count, find); err != nil {
			return err
		}
	}
	return nil
}

// walkOne visits the file that a path names, or the files in the folder that it names. The path may be a link.
func (s *Service) walkOne(ctx context.Context, path string, ownFolders ownfolder.Set, count *counter, visit func(string) error) error {
	path = filepath.Clean(path)
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return visit(path)
	}
	root, err := filepath.EvalSymlinks(path)
	if err != nil || ownFolders.Contains(root) {
		return visit(path) // reported as refused, with the reason
	}
	return filepath.WalkDir(root, func(at string, entry fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && at == root, errors.Is(err, fs.ErrPermission):
			return visit(at) // reported as unreadable
		case err != nil:
			return nil // it has been removed in the meantime
		case entry.IsDir() && isIn(ownFolders, entry):
			return fs.SkipDir
		case at == root:
			return nil
		case isIgnored(entry):
			count.addIgnored()
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir():
			return nil
		}
		return visit(at)
	})
}

func isIn(s ownfolder.Set, folder fs.DirEntry) bool {
	info, err := folder.Info()
	return err == nil && s.Has(info)
}

// isIgnored reports whether a file in a folder is ignored: a hidden file, a lock file of an editor, or a link.
func isIgnored(entry fs.DirEntry) bool {
	name := entry.Name()
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "~$") || !entry.IsDir() && !entry.Type().IsRegular()
}

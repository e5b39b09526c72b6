package fontfolder

import (
	"os"
	"path/filepath"
)

// linksMax is the maximum number of links in a folder of fonts that are followed.
const linksMax = 24

// ReadablePaths returns the paths that a process must be allowed to read so that it can read everything in a folder:
// the folder itself, and the targets of links in it. It returns nil if folder is "".
func ReadablePaths(folder string) []string {
	if folder == "" {
		return nil
	}
	paths := []string{Absolute(folder)}
	_ = filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.Type()&os.ModeSymlink == 0 || len(paths) > linksMax {
			return nil // ignore unreadable files, other files than links, and excess links
		}
		if target, err := filepath.EvalSymlinks(path); err == nil {
			paths = append(paths, Absolute(target))
		}
		return nil
	})
	return paths
}

// Absolute returns the absolute path, which a process with another working folder can use.
func Absolute(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

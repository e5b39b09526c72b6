package fontfolder

import (
	"os"
	"path/filepath"
)

// linksMax bounds how many links in a folder of fonts are followed.
const linksMax = 24

// readable names what a sandbox has to let a process read so that it can read all
// in a folder: the folder, and what lies elsewhere and is linked to in it. It is
// empty without a folder.
func Readable(folder string) []string {
	if folder == "" {
		return nil
	}
	paths := []string{Absolute(folder)}
	_ = filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.Type()&os.ModeSymlink == 0 || len(paths) > linksMax {
			return nil // what cannot be read holds no font that could be used
		}
		if target, err := filepath.EvalSymlinks(path); err == nil {
			paths = append(paths, Absolute(target))
		}
		return nil
	})
	return paths
}

// absolute makes a path good for a process in another working folder.
func Absolute(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

package backend

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// checkFonts looks whether the folder of fonts is one, of what can be read to its end:
// everything in it is opened to see whether it is a font.
func (c Config) checkFonts() error {
	if c.Fonts == "" {
		return nil
	}
	if info, err := os.Stat(c.Fonts); err != nil || !info.IsDir() {
		return fmt.Errorf("--fonts is a folder with fonts; there is none at %s", c.Fonts)
	}
	if path := FindSpecialFile(c.Fonts); path != "" {
		return fmt.Errorf("--fonts is a folder with fonts; remove %s from it, which is neither a file nor a folder", path)
	}
	return nil
}

// FindSpecialFile gives the path of something in a folder, or in one below it, that is
// neither a file nor a folder, such as a pipe: who opens it may wait for ever. It follows
// links, and gives "" where there is nothing of the kind.
func FindSpecialFile(folder string) string {
	return findSpecial(folder, map[string]bool{})
}

// findSpecial is FindSpecialFile but for folders that were seen before.
func findSpecial(folder string, seen map[string]bool) string {
	place, err := filepath.EvalSymlinks(folder)
	if err != nil || seen[place] {
		return ""
	}
	seen[place] = true
	entries, _ := os.ReadDir(folder) // what cannot be read is not opened either
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		kind := entry.Type()
		if kind&fs.ModeSymlink != 0 {
			info, err := os.Stat(path)
			if err != nil {
				continue // it leads nowhere
			}
			kind = info.Mode().Type()
		}
		if kind.IsDir() {
			if found := findSpecial(path, seen); found != "" {
				return found
			}
		} else if !kind.IsRegular() {
			return path
		}
	}
	return ""
}

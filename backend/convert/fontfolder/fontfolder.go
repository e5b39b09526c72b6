// Package fontfolder looks at folders of fonts.
package fontfolder

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Count counts the font files below a folder.
func Count(folder string) int {
	n := 0
	_ = filepath.WalkDir(folder, func(_ string, entry os.DirEntry, err error) error {
		if err != nil {
			return nil // what cannot be read holds no font that could be used
		}
		switch strings.ToLower(filepath.Ext(entry.Name())) {
		case ".ttf", ".otf", ".ttc", ".otc", ".pfb":
			n++
		}
		return nil
	})
	return n
}

// FindSpecial gives the path of something in a folder, or in one below it, that is
// neither a file nor a folder, such as a pipe: who opens it may wait for ever. It follows
// links, and gives "" where there is nothing of the kind.
func FindSpecial(folder string) string {
	return findSpecial(folder, map[string]bool{})
}

// findSpecial is FindSpecial but for folders that were seen before.
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

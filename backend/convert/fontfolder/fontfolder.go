// Package fontfolder reads folders of fonts.
package fontfolder

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Count returns the number of font files in a folder and its subfolders.
func Count(folder string) int {
	n := 0
	_ = filepath.WalkDir(folder, func(_ string, entry os.DirEntry, err error) error {
		if err != nil {
			return nil // ignore a file that cannot be read
		}
		switch strings.ToLower(filepath.Ext(entry.Name())) {
		case ".ttf", ".otf", ".ttc", ".otc", ".pfb":
			n++
		}
		return nil
	})
	return n
}

// FindSpecial returns the path of a file that is neither a regular file nor a folder, such as a pipe. Opening such a
// file could block forever. FindSpecial searches a folder and its subfolders and follows links. It returns "" if there
// is no such file.
func FindSpecial(folder string) string {
	return findSpecial(folder, map[string]bool{})
}

// findSpecial is like FindSpecial, but skips the folders in searched.
func findSpecial(folder string, searched map[string]bool) string {
	place, err := filepath.EvalSymlinks(folder)
	if err != nil || searched[place] {
		return ""
	}
	searched[place] = true
	entries, _ := os.ReadDir(folder) // if the folder cannot be read, the fonts in it are not opened either
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		kind := entry.Type()
		if kind&fs.ModeSymlink != 0 {
			info, err := os.Stat(path)
			if err != nil {
				continue // a broken link
			}
			kind = info.Mode().Type()
		}
		if kind.IsDir() {
			if found := findSpecial(path, searched); found != "" {
				return found
			}
		} else if !kind.IsRegular() {
			return path
		}
	}
	return ""
}

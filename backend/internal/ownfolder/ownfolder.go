// Package ownfolder recognises the folders that hold a server's own files, whatever path leads to them: a link, a
// second mount, or an overlapping volume of a container.
package ownfolder

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Set holds folders by what they are, not by their paths.
type Set []os.FileInfo

// deepest is how far below the data folder there are folders with files that must not be lost.
const deepest = 3

// passing is the data folder's temporary part, whose folders come and go: another folder may get the identity of one that
// was removed.
const passing = "tmp"

// parts are the names of Lectern's folders in the data folder.
var parts = []string{"content", "cache", passing, "set-aside", "restored", "replacing", "restoring"}

// isPart reports whether a folder of this name in the data folder is Lectern's. Those with a prefix have a time behind it.
func isPart(name string) bool {
	return slices.Contains(parts, name) || strings.HasPrefix(name, "replaced-") || strings.HasPrefix(name, "restoring-")
}

// Find returns the folders at paths with those in them, as they are now. Folders that are missing are left out.
func Find(paths ...string) Set {
	var s Set
	for _, path := range paths {
		s.add(path, 0)
	}
	return s
}

func (s *Set) add(path string, depth int) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return
	}
	*s = append(*s, info)
	name := filepath.Base(path)
	if depth == deepest || depth == 1 && name == passing || depth > 1 && isShard(name) {
		return
	}
	entries, _ := os.ReadDir(path) // of a folder that cannot be listed, nothing can be moved either
	for _, entry := range entries {
		// A link with the name of a part leads to that part on another disk. Other links in the data folder are a person's,
		// and deeper ones are of converters.
		if entry.IsDir() || depth == 0 && entry.Type()&fs.ModeSymlink != 0 && isPart(entry.Name()) {
			s.add(filepath.Join(path, entry.Name()), depth+1)
		}
	}
}

// isShard reports whether a folder of this name holds the files whose hashes begin with it, and no folder.
func isShard(name string) bool { return len(name) == 2 }

// Has reports whether a folder is in the set.
func (s Set) Has(folder os.FileInfo) bool {
	for _, own := range s {
		if os.SameFile(own, folder) {
			return true
		}
	}
	return false
}

// Holds reports whether a path, without links in it, leads into a folder of the set. What is not there yet is in the
// nearest folder above it that is.
func (s Set) Holds(path string) bool {
	for {
		if info, err := os.Stat(path); err == nil && s.Has(info) {
			return true
		}
		above := filepath.Dir(path)
		if above == path {
			return false
		}
		path = above
	}
}

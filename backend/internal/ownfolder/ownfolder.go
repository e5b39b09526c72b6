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

// Set is a set of folders, identified by their file identity rather than by their paths.
type Set []os.FileInfo

// deepest is the maximum depth below the data folder of folders with files that must not be lost.
const deepest = 3

// passing is the temporary part of the data folder. Its folders are created and removed often, so another folder may
// get the identity of a removed one.
const passing = "tmp"

// parts are the names of Lectern's folders in the data folder.
var parts = []string{"content", "cache", passing, "set-aside", "restored", "replacing", "restoring"}

// isPart reports whether a folder with this name in the data folder belongs to Lectern. Names with certain prefixes end
// with a time.
func isPart(name string) bool {
	return slices.Contains(parts, name) || strings.HasPrefix(name, "replaced-") || strings.HasPrefix(name, "restoring-")
}

// Find returns the folders at paths and the folders in them, as they are now. Missing folders are left out.
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
	entries, _ := os.ReadDir(path) // if a folder cannot be listed, nothing can be moved there either
	for _, entry := range entries {
		// A link with the name of a part leads to that part on another disk. Other links in the data folder were
		// created by a person, and deeper links by converters.
		if entry.IsDir() || depth == 0 && entry.Type()&fs.ModeSymlink != 0 && isPart(entry.Name()) {
			s.add(filepath.Join(path, entry.Name()), depth+1)
		}
	}
}

// isShard reports whether a folder with this name contains the files whose hashes begin with it, and no folders.
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

// Holds reports whether a path, which must not contain links, is in a folder of the set. If the path does not exist
// yet, its nearest existing parent folder decides.
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

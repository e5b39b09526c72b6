// Package ownfolder recognizes the folders that contain a server's own files. It recognizes them under any path, for
// example through a link, a second mount, or an overlapping volume of a container.
package ownfolder

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Set is a set of folders. A folder is identified by its device and inode (on Windows, by its file id), not by its
// path.
type Set []os.FileInfo

// maxDepth is the maximum depth, below the data folder, of folders with files that must not be lost.
const maxDepth = 3

// tempFolder is the name of the temporary folder in the data folder. Its subfolders are created and removed often, and
// a new folder elsewhere may get the inode of a removed subfolder. Therefore a [Set] contains the temporary folder
// itself, but none of its subfolders.
const tempFolder = "tmp"

// parts are the names of Lectern's folders in the data folder.
var parts = []string{"content", "cache", tempFolder, "set-aside", "restored", "replacing", "restoring"}

// isPart reports whether a folder with this name in the data folder belongs to Lectern. Some names consist of a prefix
// and a time.
func isPart(name string) bool {
	return slices.Contains(parts, name) || strings.HasPrefix(name, "replaced-") || strings.HasPrefix(name, "restoring-")
}

// Find returns the set of the folders at paths and of their subfolders down to maxDepth. Folders that do not exist are
// ignored.
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
	if depth == maxDepth || depth == 1 && name == tempFolder || depth > 1 && isShard(name) {
		return
	}
	// The error is ignored: if a folder cannot be listed, nothing can be moved into it either.
	entries, _ := os.ReadDir(path)
	for _, entry := range entries {
		// A link directly in the data folder that has one of Lectern's names leads to a folder of Lectern on another
		// disk. Other links in the data folder were created by a person. Links in subfolders were created by
		// converters.
		if entry.IsDir() || depth == 0 && entry.Type()&fs.ModeSymlink != 0 && isPart(entry.Name()) {
			s.add(filepath.Join(path, entry.Name()), depth+1)
		}
	}
}

// isShard reports whether a folder with this name is one of the subfolders into which the files of content are divided.
// Its name is the first two characters of the hashes of its files. Such a folder has no subfolders.
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

// Contains reports whether a path is in a folder of the set. The path must not contain links. If the path does not
// exist, Contains checks the nearest existing folder above it.
func (s Set) Contains(path string) bool {
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

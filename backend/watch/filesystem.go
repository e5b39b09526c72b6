package watch

import (
	"slices"
)

// FileSystem describes the file system of a folder.
type FileSystem struct {
	// Network is the kind of network file system if the folder is on a network, otherwise empty. The operating system
	// does not report changes that other machines make in such a file system.
	Network string
	// Pseudo is set if the operating system generates the files, as in /proc.
	Pseudo bool
	// Device identifies the file system among all file systems of the same kind.
	Device string
}

// isSystem reports whether a path without links is in a folder of the operating system, where users keep no documents.
func isSystem(path string) bool {
	in := func(folder string) bool { return within(path, folder) }
	return slices.ContainsFunc(systemFolders, in) && !slices.ContainsFunc(usedFolders, in)
}

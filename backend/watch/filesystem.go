package watch

import (
	"slices"
)

// FileSystem is what a folder lies on.
type FileSystem struct {
	// Network names its kind where changes can be made to it of which this system hears nothing;
	// else it is empty.
	Network string
	// Pseudo says that its files are made up by the system.
	Pseudo bool
	// Device names this one among others of its kind.
	Device string
}

// isSystem says whether a path, without links, is one of no files that people keep.
func isSystem(path string) bool {
	in := func(folder string) bool { return within(path, folder) }
	return slices.ContainsFunc(systemFolders, in) && !slices.ContainsFunc(usedFolders, in)
}

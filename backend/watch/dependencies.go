package watch

import (
	"log/slog"

	"lectern/backend/internal/ownfolder"
	"lectern/backend/internal/sealedurl"
)

// Config contains the dependencies of a [Service].
type Config struct {
	Store   Store
	Library Library
	Sealer  sealedurl.Sealer // seals the addresses of webhooks
	// FileSystem returns the file system of a path. Nil means [StatFileSystem].
	FileSystem func(path string) (FileSystem, error)
	// OwnFolders are folders with Lectern's own files. They are never scanned.
	OwnFolders []string
	// OnChange, if not nil, is called with the id of a folder whenever its status or files change.
	OnChange func(id string)
	Log      *slog.Logger
}

// importSlots is the maximum number of files that are imported at the same time, in all folders together.
const importSlots = 8

// slotsPerFolder is the maximum number of files of one folder that are imported at the same time. It is less than
// importSlots, so that a folder on a disk that does not respond does not block other folders.
const slotsPerFolder = 3

// dependencies are what a service shares with the runners of its folders.
type dependencies struct {
	store      Store
	library    Library
	sealer     sealedurl.Sealer
	fileSystem func(path string) (FileSystem, error)
	ownPaths   []string
	onChange   func(id string)
	log        *slog.Logger
	pace       pace
	slots      chan struct{} // has an element for each running import
	writers    *writers
}

func newDependencies(config Config) dependencies {
	d := dependencies{store: config.Store, library: config.Library, sealer: config.Sealer, fileSystem: config.FileSystem,
		ownPaths: config.OwnFolders, onChange: config.OnChange, log: config.Log,
		pace: defaultPace, slots: make(chan struct{}, importSlots), writers: &writers{}}
	if d.fileSystem == nil {
		d.fileSystem = StatFileSystem
	}
	if d.onChange == nil {
		d.onChange = func(string) {}
	}
	return d
}

// findOwnFolders returns the folders with Lectern's own files as they are now.
func (d *dependencies) findOwnFolders() ownfolder.Set { return ownfolder.Find(d.ownPaths...) }

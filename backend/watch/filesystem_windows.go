package watch

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// systemFolders are the folders of the operating system: generated files, programs, settings.
var systemFolders = []string{filepath.Clean(os.Getenv("SystemRoot"))}

// usedFolders are exceptions: folders within the system folders where users do keep files. Windows has none.
var usedFolders []string

// StatFileSystem returns the file system of a path.
func StatFileSystem(path string) (FileSystem, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return FileSystem{}, err
	}
	volume := make([]uint16, windows.MAX_LONG_PATH)
	if err := windows.GetVolumePathName(name, &volume[0], uint32(len(volume))); err != nil {
		return FileSystem{}, err
	}
	var serial uint32
	if err := windows.GetVolumeInformation(&volume[0], nil, 0, &serial, nil, nil, nil, 0); err != nil {
		return FileSystem{}, err
	}
	system := FileSystem{Device: fmt.Sprintf("%x", serial)}
	if windows.GetDriveType(&volume[0]) == windows.DRIVE_REMOTE {
		system.Network = "network drive"
	}
	return system, nil
}

package office

import (
	"os"
	"path/filepath"
)

// Paths in LibreOffice's folder Contents: a file that every version has, the file with its version, and the folder of
// its programs.
const (
	engineMarkerFile  = "MacOS/soffice"
	engineVersionFile = "Resources/versionrc"
	enginePrograms    = "MacOS"
)

// installedEngines returns the usual folders of LibreOffice: for all users, and for the current one.
func installedEngines() []string {
	const contents = "Applications/LibreOffice.app/Contents"
	folders := []string{"/" + contents}
	if home, err := os.UserHomeDir(); err == nil {
		folders = append(folders, filepath.Join(home, contents))
	}
	return folders
}

package office

import (
	"os"
	"path/filepath"
)

// Within the folder of a LibreOffice, the one named Contents: a file that each has, the file that tells its version, and
// the folder of its programs.
const (
	engineMark        = "MacOS/soffice"
	engineVersionFile = "Resources/versionrc"
	enginePrograms    = "MacOS"
)

// installedEngines gives the folders where LibreOffice is installed, as a rule: for all, or for one person.
func installedEngines() []string {
	const contents = "Applications/LibreOffice.app/Contents"
	folders := []string{"/" + contents}
	if home, err := os.UserHomeDir(); err == nil {
		folders = append(folders, filepath.Join(home, contents))
	}
	return folders
}

package office

import (
	"os"
	"path/filepath"
)

// Within the folder of a LibreOffice: a file that each has, the file that tells its version, and the folder of its
// programs.
const (
	engineMark        = "program/soffice.exe"
	engineVersionFile = "program/version.ini"
	enginePrograms    = "program"
)

// installedEngines gives the folders where LibreOffice is installed, as a rule.
func installedEngines() (folders []string) {
	for _, variable := range []string{"ProgramW6432", "ProgramFiles", "ProgramFiles(x86)"} {
		if programs := os.Getenv(variable); programs != "" {
			folders = append(folders, filepath.Join(programs, "LibreOffice"))
		}
	}
	return append(folders, `C:\Program Files\LibreOffice`)
}

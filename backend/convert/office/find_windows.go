package office

import (
	"os"
	"path/filepath"
)

// Paths relative to LibreOffice's folder: a file that every version has, the file with its version, and the folder of
// its programs.
const (
	engineMarkerFile  = "program/soffice.exe"
	engineVersionFile = "program/version.ini"
	enginePrograms    = "program"
)

// installedEngines returns the usual folders of LibreOffice.
func installedEngines() (folders []string) {
	for _, variable := range []string{"ProgramW6432", "ProgramFiles", "ProgramFiles(x86)"} {
		if programs := os.Getenv(variable); programs != "" {
			folders = append(folders, filepath.Join(programs, "LibreOffice"))
		}
	}
	return append(folders, `C:\Program Files\LibreOffice`)
}

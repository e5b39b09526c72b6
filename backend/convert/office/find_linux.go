package office

// Paths relative to LibreOffice's folder: a file that every version has, the file with its version, and the folder of
// its programs.
const (
	engineMarkerFile  = "program/soffice.bin"
	engineVersionFile = "program/versionrc"
	enginePrograms    = "program"
)

// installedEngines returns the usual folders of LibreOffice.
func installedEngines() []string {
	return []string{"/usr/lib/libreoffice", "/opt/libreoffice25.2", "/usr/lib64/libreoffice"}
}

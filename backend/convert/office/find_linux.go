package office

// Within the folder of a LibreOffice: a file that each has, the file that tells its version, and the folder of its
// programs.
const (
	engineMark        = "program/soffice.bin"
	engineVersionFile = "program/versionrc"
	enginePrograms    = "program"
)

// installedEngines gives the folders where LibreOffice is installed, as a rule.
func installedEngines() []string {
	return []string{"/usr/lib/libreoffice", "/opt/libreoffice25.2", "/usr/lib64/libreoffice"}
}

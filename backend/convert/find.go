package convert

import (
	"fmt"
	"os"
	"path/filepath"
)

// FindConverter gives the path of the lectern-converter program: beside the
// running one, or where LECTERN_CONVERTER says.
func FindConverter() (string, error) {
	if path := os.Getenv("LECTERN_CONVERTER"); path != "" {
		return path, checkFile(path)
	}
	self, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find own program: %w", err)
	}
	if resolved, err := filepath.EvalSymlinks(self); err == nil {
		self = resolved
	}
	path := filepath.Join(filepath.Dir(self), "lectern-converter")
	return path, checkFile(path)
}

func checkFile(path string) error {
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		return fmt.Errorf("the program lectern-converter is not at %s: install it beside this one, or set LECTERN_CONVERTER", path)
	}
	return nil
}

// engineMark is a file that every LibreOffice folder has.
const engineMark = "program/soffice.bin"

// FindLibreOffice gives the folder of the LibreOffice to convert with, or "" where
// there is none: the one that LECTERN_LIBREOFFICE names, or else the bundle beside
// the running program, or else the system's own. Whether that is new enough shows
// when it is started.
func FindLibreOffice() string {
	if path := os.Getenv("LECTERN_LIBREOFFICE"); path != "" {
		return path // named by a person: if it is wrong, that shall be said, not passed over
	}
	for _, folder := range engineFolders() {
		if info, err := os.Stat(filepath.Join(folder, engineMark)); err == nil && !info.IsDir() {
			return folder
		}
	}
	return ""
}

func engineFolders() []string {
	var folders []string
	if self, err := os.Executable(); err == nil {
		if resolved, err := filepath.EvalSymlinks(self); err == nil {
			self = resolved
		}
		beside := filepath.Dir(self)
		folders = append(folders, filepath.Join(beside, "libreoffice"), filepath.Join(beside, "..", "libreoffice"))
	}
	return append(folders, "/usr/lib/libreoffice", "/opt/libreoffice25.2", "/usr/lib64/libreoffice")
}

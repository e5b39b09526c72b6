package office

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// FindLibreOffice returns the folder of the LibreOffice to use, or "" if there is none. It is the first of these
// folders that exists: LECTERN_LIBREOFFICE, the bundle next to the running program, a usual folder of the system, and
// the folder of the soffice program on the PATH. The version is checked when LibreOffice is started.
func FindLibreOffice() string {
	if path := os.Getenv("LECTERN_LIBREOFFICE"); path != "" {
		return path // even if it does not exist, so that the error message mentions it
	}
	for _, folder := range append(engineFolders(), enginesOnPath()...) {
		if info, err := os.Stat(filepath.Join(folder, engineMarkerFile)); err == nil && !info.IsDir() {
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
		programFolder := filepath.Dir(self)
		folders = append(folders, filepath.Join(programFolder, "libreoffice"), filepath.Join(programFolder, "..", "libreoffice"))
	}
	return append(folders, installedEngines()...)
}

// enginesOnPath returns the folder of the LibreOffice whose soffice program is on the PATH.
func enginesOnPath() []string {
	program, err := exec.LookPath("soffice")
	if err != nil {
		return nil
	}
	if resolved, err := filepath.EvalSymlinks(program); err == nil {
		program = resolved
	}
	return []string{filepath.Dir(filepath.Dir(program))}
}

// FindSoffice returns the value for [convert.Config].Soffice. It is true if LECTERN_OFFICE is "soffice", and on all
// systems other than Linux.
func FindSoffice() bool { return runtime.GOOS != "linux" || os.Getenv("LECTERN_OFFICE") == "soffice" }

package office

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// FindLibreOffice gives the folder of the LibreOffice to convert with, or "" where
// there is none: the one that LECTERN_LIBREOFFICE names, or else the bundle beside
// the running program, or else the system's own: at the places where it is installed as a rule, or on the
// path of programs. Whether that is new enough shows when it is started.
func FindLibreOffice() string {
	if path := os.Getenv("LECTERN_LIBREOFFICE"); path != "" {
		return path // named by a person: if it is wrong, that shall be said, not passed over
	}
	for _, folder := range append(engineFolders(), enginesOnPath()...) {
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
	return append(folders, installedEngines()...)
}

// enginesOnPath gives the folder of the soffice that a shell would start.
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

// FindSoffice says whether Office documents are to be converted as [Config.Soffice] has it: where LECTERN_OFFICE is
// "soffice", and on systems that cannot fork.
func FindSoffice() bool { return runtime.GOOS != "linux" || os.Getenv("LECTERN_OFFICE") == "soffice" }

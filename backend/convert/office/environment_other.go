//go:build !linux

package office

import "os"

// systemVariables are the variables of the server's environment that programs need to run or to find their files.
var systemVariables = []string{
	"HOME", "PATH", "TMPDIR", "LANG",
	"APPDATA", "COMSPEC", "CommonProgramFiles", "LOCALAPPDATA", "NUMBER_OF_PROCESSORS", "PROCESSOR_ARCHITECTURE", "PATHEXT",
	"ProgramData", "ProgramFiles", "ProgramW6432", "SystemDrive", "SystemRoot", "TEMP", "TMP", "USERPROFILE", "windir",
}

// environment returns all environment variables of the converter process. Of the server's variables, it contains only
// those that the system needs. LibreOffice uses the fonts of the system; folders of additional fonts are only supported
// on Linux.
func (engine) environment(_, _, _ string) ([]string, error) {
	env := []string{"LOK_HOST_ALLOWLIST=^$"} // LibreOffice may contact no host
	for _, name := range systemVariables {
		if value, found := os.LookupEnv(name); found {
			env = append(env, name+"="+value)
		}
	}
	return env, nil
}

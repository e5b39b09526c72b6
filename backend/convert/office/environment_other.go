//go:build !linux

package office

import "os"

// systemVariables are those of the server's that programs do not run without, or do not find their own files.
var systemVariables = []string{
	"HOME", "PATH", "TMPDIR", "LANG",
	"APPDATA", "COMSPEC", "CommonProgramFiles", "LOCALAPPDATA", "NUMBER_OF_PROCESSORS", "PROCESSOR_ARCHITECTURE", "PATHEXT",
	"ProgramData", "ProgramFiles", "ProgramW6432", "SystemDrive", "SystemRoot", "TEMP", "TMP", "USERPROFILE", "windir",
}

// environment is all that the converter process gets: of the server's own environment, what the
// system needs. Fonts are the system's: the engine does not take a folder of others here.
func (engine) environment(_, _, _ string) ([]string, error) {
	env := []string{"LOK_HOST_ALLOWLIST=^$"} // no host may be asked for anything
	for _, name := range systemVariables {
		if value, found := os.LookupEnv(name); found {
			env = append(env, name+"="+value)
		}
	}
	return env, nil
}

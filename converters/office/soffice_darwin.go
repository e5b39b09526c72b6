package office

import (
	"os"
	"os/exec"
)

// sofficeProgram is the program in the folder Contents/MacOS of the application.
const sofficeProgram = "soffice"

// attend leaves the program in this process's group, which the server kills as a whole.
func attend(*exec.Cmd) {}

// limitMemory does nothing: the system has no such limit for a process that runs.
func limitMemory(*os.Process, int64) {}

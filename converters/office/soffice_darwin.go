package office

import (
	"os"
	"os/exec"
)

// sofficeProgram is the name of the program in the application's folder Contents/MacOS.
const sofficeProgram = "soffice"

// attend leaves the program in the group of this process, which the server kills as a whole.
func attend(*exec.Cmd) {}

// limitMemory does nothing: macOS has no such limit for a running process.
func limitMemory(*os.Process, int64) {}

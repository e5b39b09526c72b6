package office

import (
	"os"
	"os/exec"
)

// sofficeProgram is the name of the program in the application's folder Contents/MacOS.
const sofficeProgram = "soffice"

// killWithParent does nothing: the program stays in the process group of this process, and the server kills the whole
// group.
func killWithParent(*exec.Cmd) {}

// limitMemory does nothing: macOS has no such limit for a running process.
func limitMemory(*os.Process, int64) {}

package office

import (
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// sofficeProgram is the name of the program. It starts soffice.bin and waits for it.
const sofficeProgram = "soffice.exe"

// killWithParent does nothing: the program ends when it has converted its document, or killSoffice kills it.
func killWithParent(*exec.Cmd) {}

// limitMemory does nothing: memory is not limited on Windows.
func limitMemory(*os.Process, int64) {}

// lowerPriority does nothing: Windows balances the priorities of processes itself.
func lowerPriority(*os.Process) {}

// killSoffice kills the program and its child processes.
func killSoffice(process *os.Process) error {
	return exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(process.Pid)).Run()
}

// diedBySignal reports whether the program crashed. The exit status is then at least 0xC0000000.
func diedBySignal(state *os.ProcessState) bool { return uint32(state.ExitCode()) >= 0xC0000000 }

// peakMemory returns 0, because the peak is unknown.
func peakMemory(*os.ProcessState) int64 { return 0 }

func fileURL(path string) string {
	return (&url.URL{Scheme: "file", Path: "/" + filepath.ToSlash(path)}).String()
}

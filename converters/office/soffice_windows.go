package office

import (
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// sofficeProgram starts soffice.bin, and waits for it.
const sofficeProgram = "soffice.exe"

// attend does nothing: the program ends with what killSoffice ends, and with its document.
func attend(*exec.Cmd) {}

// limitMemory does nothing: a document may take what there is.
func limitMemory(*os.Process, int64) {}

// giveWay does nothing: the system shares its processors by itself.
func giveWay(*os.Process) {}

// killSoffice kills the program and what it has started.
func killSoffice(process *os.Process) error {
	return exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(process.Pid)).Run()
}

// diedBySignal says whether the program ended by a fault: those are statuses of 0xC0000000 and more.
func diedBySignal(state *os.ProcessState) bool { return uint32(state.ExitCode()) >= 0xC0000000 }

// peakMemory is not known.
func peakMemory(*os.ProcessState) int64 { return 0 }

func fileURL(path string) string {
	return (&url.URL{Scheme: "file", Path: "/" + filepath.ToSlash(path)}).String()
}

package office

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// sofficeProgram is the program itself: what starts it elsewhere would be one more process to end.
const sofficeProgram = "soffice.bin"

// attend has the program end with this process, however that ends.
func attend(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}

// limitMemory bounds the address space of the program, in bytes. It fails where that is gone.
func limitMemory(process *os.Process, bytes int64) {
	if bytes > 0 {
		limit := unix.Rlimit{Cur: uint64(bytes), Max: uint64(bytes)}
		_ = unix.Prlimit(process.Pid, unix.RLIMIT_AS, &limit, nil)
	}
}

package office

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// sofficeProgram is the name of the program. The launcher "soffice" is not used, because it would be another process to
// kill.
const sofficeProgram = "soffice.bin"

// killWithParent makes the kernel kill the program when this process ends.
func killWithParent(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}

// limitMemory limits the address space of the program, in bytes. It does nothing if the program has ended.
func limitMemory(process *os.Process, bytes int64) {
	if bytes > 0 {
		limit := unix.Rlimit{Cur: uint64(bytes), Max: uint64(bytes)}
		_ = unix.Prlimit(process.Pid, unix.RLIMIT_AS, &limit, nil)
	}
}

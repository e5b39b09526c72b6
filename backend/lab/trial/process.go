package trial

import (
	"os/exec"
	"runtime"
	"sync"
)

// starter returns the channel of a goroutine that runs the received functions on a thread that never ends.
var starter = sync.OnceValue(func() chan<- func() {
	starts := make(chan func())
	go func() {
		runtime.LockOSThread()
		for start := range starts {
			start()
		}
	}()
	return starts
})

// StartProcess starts a process that the kernel kills when its parent thread ends (Pdeathsig). It uses a thread that
// lives as long as the program.
func StartProcess(process *exec.Cmd) error {
	failed := make(chan error, 1)
	starter() <- func() { failed <- process.Start() }
	return <-failed
}

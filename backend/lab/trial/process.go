package trial

import (
	"os/exec"
	"runtime"
	"sync"
)

// starter returns the channel of a goroutine that runs what it receives, on a thread that never ends.
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

// StartProcess starts a process that the system ends with its parent (Pdeathsig): that is with the thread that started
// it, and other threads may end before the program does.
func StartProcess(process *exec.Cmd) error {
	failed := make(chan error, 1)
	starter() <- func() { failed <- process.Start() }
	return <-failed
}

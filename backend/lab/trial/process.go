package trial

import (
	"os/exec"
	"runtime"
	"sync"
)

// starter returns a channel for functions. A goroutine calls the functions that are sent to the channel. It always
// calls them on the same thread, which never ends.
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

// StartProcess starts a process that the kernel kills when the thread that has started the process ends (Pdeathsig). It
// uses a thread that lives as long as this program.
func StartProcess(process *exec.Cmd) error {
	failed := make(chan error, 1)
	starter() <- func() { failed <- process.Start() }
	return <-failed
}

package engines

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"lectern/backend/lab/trial"
)

// Pause stops all processes of the server. The server then accepts connections but does not respond, like a machine
// whose disk hangs.
func (p *Postgres) Pause() error { return pauseAll(p.PID()) }

// Resume continues a paused server.
func (p *Postgres) Resume() error { return signalAll(p.PID(), syscall.SIGCONT) }

// Pause stops all processes of the server. The server then accepts connections but does not respond, like a machine
// whose disk hangs.
func (s *S3) Pause() error { return pauseAll(s.process.Process.Pid) }

// Resume continues a paused server.
func (s *S3) Resume() error { return signalAll(s.process.Process.Pid, syscall.SIGCONT) }

// maxPause is how long Pause waits until a process has stopped.
const maxPause = time.Minute

// pauseAll stops a process and its children, and waits until all of their threads have stopped. The servers have no
// further descendants. The kill system call does not wait for that: only one thread receives the signal and stops the
// other threads of its process. On a busy machine this thread may have to wait for a processor, and the other threads
// continue to run meanwhile.
func pauseAll(pid int) error {
	if err := signalAll(pid, syscall.SIGSTOP); err != nil {
		return err
	}
	deadline := time.Now().Add(maxPause)
	for _, process := range append(trial.Children(pid), pid) {
		for !isStopped(process) {
			if time.Now().After(deadline) {
				return fmt.Errorf("process %d has not stopped within %s", process, maxPause)
			}
			time.Sleep(time.Millisecond)
		}
	}
	return nil
}

// isStopped reports whether all threads of a process have stopped or ended.
func isStopped(pid int) bool {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid)) // the pattern is valid
	for _, thread := range threads {
		stat, _ := os.ReadFile(thread) // empty for a thread that has ended
		_, state, found := bytes.Cut(stat[bytes.LastIndexByte(stat, ')')+1:], []byte(" "))
		if found && !bytes.HasPrefix(state, []byte("T")) {
			return false
		}
	}
	return true
}

// signalAll sends a signal to a process, and then to its children. The process comes first, because a stopped process
// cannot start further children.
func signalAll(pid int, signal syscall.Signal) error {
	errs := []error{syscall.Kill(pid, signal)}
	for _, child := range trial.Children(pid) {
		// ESRCH means that the process has ended in the meantime
		if err := syscall.Kill(child, signal); !errors.Is(err, syscall.ESRCH) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

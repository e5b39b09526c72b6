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

// Pause stops all processes of the server, so that it accepts connections but does not answer, like a machine or a disk
// that hangs.
func (p *Postgres) Pause() error { return pauseAll(p.PID()) }

// Resume continues a paused server.
func (p *Postgres) Resume() error { return signalAll(p.PID(), syscall.SIGCONT) }

// Pause stops all processes of the server, so that it accepts connections but does not answer, like a machine or a disk
// that hangs.
func (s *S3) Pause() error { return pauseAll(s.process.Process.Pid) }

// Resume continues a paused server.
func (s *S3) Resume() error { return signalAll(s.process.Process.Pid, syscall.SIGCONT) }

// maxPause is the maximum time to wait until a process has stopped.
const maxPause = time.Minute

// pauseAll stops a process and all of its descendants, and waits until all of their threads have stopped. Kill does not
// wait: one thread receives the signal and stops the others, and on a busy machine it may have to wait for a processor
// while the others go on.
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

// signalAll sends a signal to a process and then to all of its descendants. A stopped process cannot start further ones
// meanwhile.
func signalAll(pid int, signal syscall.Signal) error {
	errs := []error{syscall.Kill(pid, signal)}
	for _, child := range trial.Children(pid) {
		if err := syscall.Kill(child, signal); !errors.Is(err, syscall.ESRCH) { // ESRCH: it has ended meanwhile
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

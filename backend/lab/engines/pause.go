package engines

import (
	"errors"
	"syscall"

	"lectern/backend/lab/trial"
)

// Pause stops all processes of the server, so that it accepts connections but does not answer, like a machine or a disk
// that hangs.
func (p *Postgres) Pause() error { return signalAll(p.PID(), syscall.SIGSTOP) }

// Resume continues a paused server.
func (p *Postgres) Resume() error { return signalAll(p.PID(), syscall.SIGCONT) }

// Pause stops all processes of the server, so that it accepts connections but does not answer, like a machine or a disk
// that hangs.
func (s *S3) Pause() error { return signalAll(s.process.Process.Pid, syscall.SIGSTOP) }

// Resume continues a paused server.
func (s *S3) Resume() error { return signalAll(s.process.Process.Pid, syscall.SIGCONT) }

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

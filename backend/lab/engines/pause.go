package engines

import (
	"errors"
	"syscall"

	"lectern/backend/lab/trial"
)

// Pause has the server hang, as on a machine or a disk that does: it takes connections, and answers nothing.
func (p *Postgres) Pause() error { return signalAll(p.PID(), syscall.SIGSTOP) }

// Resume has a server that was paused go on.
func (p *Postgres) Resume() error { return signalAll(p.PID(), syscall.SIGCONT) }

// Pause has the server hang, as on a machine or a disk that does: it takes connections, and answers nothing.
func (s *S3) Pause() error { return signalAll(s.process.Process.Pid, syscall.SIGSTOP) }

// Resume has a server that was paused go on.
func (s *S3) Resume() error { return signalAll(s.process.Process.Pid, syscall.SIGCONT) }

// signalAll sends a signal to a process, which makes no more then where it stops, and to those that it has made.
func signalAll(pid int, signal syscall.Signal) error {
	errs := []error{syscall.Kill(pid, signal)}
	for _, child := range trial.Children(pid) {
		if err := syscall.Kill(child, signal); !errors.Is(err, syscall.ESRCH) { // it has ended
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

package engines

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
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
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is sound
	for _, path := range stats {
		child, parent := readStat(path)
		if parent != pid {
			continue
		}
		if err := syscall.Kill(child, signal); !errors.Is(err, syscall.ESRCH) { // it has ended
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// readStat gives the numbers of a process and of the one that made it, 0 where it has ended
// (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html).
func readStat(path string) (pid, parent int) {
	stat, _ := os.ReadFile(path)
	_, after, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(after)
	if len(fields) < 2 {
		return 0, 0
	}
	pid, _ = strconv.Atoi(filepath.Base(filepath.Dir(path)))
	parent, _ = strconv.Atoi(fields[1])
	return pid, parent
}

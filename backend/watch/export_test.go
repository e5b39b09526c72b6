package watch

import (
	"errors"
	"os"
	"time"
)

// Hurry shortens all intervals of a service that has not been started.
func (s *Service) Hurry() {
	s.pace = pace{quiet: 20 * time.Millisecond, unchanged: 300 * time.Millisecond, inspect: 10 * time.Millisecond,
		probe: 50 * time.Millisecond,
		idle:  50 * time.Millisecond, poll: 50 * time.Millisecond, rescan: time.Hour, retry: 20 * time.Millisecond, ended: 10 * time.Millisecond,
		endedRetry: 200 * time.Millisecond, ending: 50 * time.Millisecond}
}

// SettleWhenNotified turns off the timer by which a service looks for documents whose conversion has ended. The service
// then reacts to the store's notifications only. SettleWhenNotified must be called before the service is started.
func (s *Service) SettleWhenNotified() { s.pace.endedRetry = time.Hour }

var errUnsure = errors.New("the system has no lease for this file")

// IsWriting reports whether a process has the file at a path open for writing. If byLease is true, it requests a lease;
// otherwise it searches proc(5).
func IsWriting(path string, byLease bool) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	if byLease {
		yes, sure, err := isWritten(f, &writers{})
		if err == nil && !sure {
			err = errUnsure
		}
		return yes, err
	}
	info, err := f.Stat()
	return (&writers{}).has(identify(info)), err
}

// AskHungSearch asks twice whether a process writes to a file. The search for such processes blocks until the channel
// hung is closed.
func AskHungSearch(hung <-chan struct{}) bool {
	w := &writers{find: func() map[identity]bool {
		<-hung
		return nil
	}}
	first := w.has(identity{1, 1})
	return w.has(identity{1, 1}) || first
}

// IsSystem exports isSystem.
var IsSystem = isSystem

// RetryAtOnce makes a service retry files whose documents are ready or have failed, without waiting between the
// attempts. It must be called before the service is started.
func (s *Service) RetryAtOnce() { s.pace.ended, s.pace.endedRetry = 0, 0 }

// ProbeSeldom makes a service check the folders themselves only when files change. It must be called before the service
// is started.
func (s *Service) ProbeSeldom() { s.pace.idle, s.pace.probe = time.Hour, time.Hour }

// RecordsBirth reports whether the file system of a folder records creation times.
func RecordsBirth(folder string) (bool, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return false, err
	}
	defer root.Close()
	top, err := openHandle(root)
	if err != nil {
		return false, err
	}
	defer top.Close()
	return place{top, "."}.birth() != (birth{}), nil
}

package backup

import (
	"io/fs"
	"syscall"
	"testing"
)

// TestMachineLimitsAreNoLosses checks that content is not reported as lost if it cannot be opened because the machine
// has no file descriptors or memory left.
//
// SECURITY.md, promise 56 (verified backups)
func TestMachineLimitsAreNoLosses(t *testing.T) {
	for err, want := range map[error]Reason{
		syscall.EMFILE: "",
		syscall.ENFILE: "",
		syscall.ENOMEM: "",
		syscall.EACCES: Unreadable,
		syscall.ENOENT: Missing,
		syscall.EIO:    Unreadable,
	} {
		if got := reasonOf(openError(&fs.PathError{Op: "open", Path: "content/aa/bb", Err: err})); got != want {
			t.Errorf("%v: the content is %q, want %q", err, got, want)
		}
	}
}

package backup

import (
	"io/fs"
	"syscall"
	"testing"
)

// TestMachineLimitsAreNoLosses opens content while the machine has too little of something, which says nothing about the
// content.
//
// promise 56
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

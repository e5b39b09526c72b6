package fault_test

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"testing"

	"lectern/backend/internal/fault"
)

// TestNameFullDisk adds the folder of a full disk to errors that do not name the disk.
func TestNameFullDisk(t *testing.T) {
	const named = "The disk of /data is full. Free some space there, then try again."
	missing := &fs.PathError{Op: "mkdir", Path: "/data/tmp", Err: syscall.ENOSPC}
	for want, err := range map[string]error{
		named:                                 fmt.Errorf("create data folder: %w", missing),
		"no room for the copy":                fault.New(fault.NoSpace, "no room for the copy"),
		"not there":                           fault.New(fault.Missing, "not there"),
		"mkdir /data/tmp: file exists":        &fs.PathError{Op: "mkdir", Path: "/data/tmp", Err: syscall.EEXIST},
		fault.UnwritableFile(missing).Error(): fault.UnwritableFile(missing),
	} {
		if got := fault.NameFullDisk("/data", err); got.Error() != want || !errors.Is(got, err) {
			t.Errorf("%q becomes %q", err, got)
		}
	}
	if got := fault.NameFullDisk("/data", fault.FullDisk(errors.New("disk I/O error"))); got.Error() != named ||
		!fault.Is(got, fault.NoSpace) {
		t.Errorf("a full disk becomes %q", got)
	}
	if got := fault.NameFullDisk("/data", nil); got != nil {
		t.Errorf("no error becomes %q", got)
	}
}

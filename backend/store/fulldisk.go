package store

import (
	"errors"
	"syscall"

	"github.com/mattn/go-sqlite3"

	"lectern/backend/fault"
)

// wordNoSpace makes a fault of kind NoSpace of an error that a full disk led to.
func wordNoSpace(err error) error {
	// A database that cannot be extended is full; what lies beside it has an I/O error.
	if e, ok := errors.AsType[sqlite3.Error](err); ok && (e.Code == sqlite3.ErrFull || e.SystemErrno == syscall.ENOSPC) {
		return fault.FullDisk(err)
	}
	return fault.WordNoSpace(err)
}

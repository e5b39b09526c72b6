package store

import (
	"errors"
	"syscall"

	"github.com/mattn/go-sqlite3"

	"lectern/backend/fault"
)

// wordNoSpace makes a fault of kind NoSpace of an error that a full disk led to.
func wordNoSpace(err error) error {
	if isFullDisk(err) {
		return fault.FullDisk(err)
	}
	return err
}

func isFullDisk(err error) bool {
	if e, ok := errors.AsType[sqlite3.Error](err); ok {
		// A database that cannot be extended is full; what lies beside it has an I/O error.
		return e.Code == sqlite3.ErrFull || e.SystemErrno == syscall.ENOSPC
	}
	return errors.Is(err, syscall.ENOSPC)
}

package store

import (
	"path/filepath"

	"lectern/backend/internal/fault"
	"lectern/backend/store/postgres"
	"lectern/backend/store/sqlite"
)

// wordNoSpace makes a fault of kind NoSpace of an error that a full disk led to.
func wordNoSpace(err error) error {
	if postgres.IsFull(err) {
		return fault.FullDisk(err)
	}
	return sqlite.AsNoSpace(err)
}

// NameFullDisk returns err as a fault of kind NoSpace that names the folder of a database, where that is a file and its full
// disk led to err; other errors as [wordNoSpace] does.
func NameFullDisk(address string, err error) error {
	err = wordNoSpace(err)
	if postgres.IsURL(address) {
		return err
	}
	return fault.NameFullDisk(filepath.Dir(address), err)
}

// isDuplicate says whether a row was refused that there is already.
func isDuplicate(err error) bool {
	return sqlite.IsDuplicate(err) || postgres.IsDuplicate(err)
}

package store

import (
	"path/filepath"

	"lectern/backend/internal/fault"
	"lectern/backend/store/postgres"
	"lectern/backend/store/sqlite"
)

// asFullDisk returns err as a fault of kind NoSpace if a full disk led to it. It returns other errors unchanged.
func asFullDisk(err error) error {
	if postgres.IsFull(err) {
		return fault.FullDisk(err)
	}
	return sqlite.AsNoSpace(err)
}

// NameFullDisk returns err as a fault of kind NoSpace that names the folder of the database if the database is a file
// and its full disk led to err. It treats other errors as [asFullDisk] does.
func NameFullDisk(address string, err error) error {
	err = asFullDisk(err)
	if postgres.IsURL(address) {
		return err
	}
	return fault.NameFullDisk(filepath.Dir(address), err)
}

// isDuplicate reports whether a statement failed because the row exists already.
func isDuplicate(err error) bool {
	return sqlite.IsDuplicate(err) || postgres.IsDuplicate(err)
}

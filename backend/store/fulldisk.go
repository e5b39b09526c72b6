package store

import "lectern/backend/fault"

// wordNoSpace makes a fault of kind NoSpace of an error that a full disk led to.
func wordNoSpace(err error) error {
	if isFullSQLite(err) || isFullPostgres(err) {
		return fault.FullDisk(err)
	}
	return fault.WordNoSpace(err)
}

// isDuplicate says whether a row was refused that there is already.
func isDuplicate(err error) bool { return isDuplicateSQLite(err) || isDuplicatePostgres(err) }

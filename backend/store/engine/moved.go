package engine

import (
	"database/sql"
	"errors"
	"fmt"
)

// MovedQuery reads the name of the place to which the library of a database was moved.
const MovedQuery = `SELECT target FROM moved`

// ScanMoved returns the result of [MovedQuery]; "" if the library was not moved.
func ScanMoved(row interface{ Scan(dest ...any) error }) (target string, err error) {
	if err = row.Scan(&target); errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return target, err
}

// ErrMoved returns the error of a library that was moved; nil if target is "".
func ErrMoved(target string) error {
	if target == "" {
		return nil
	}
	return fmt.Errorf("this library was moved to %s: use it there, or run 'lectern move --undo' to continue with this library "+
		"without the changes made there since", target)
}

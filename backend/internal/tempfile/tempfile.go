// Package spool makes temporary files without a name: each is gone when it is closed, also by a kill.
package tempfile

import (
	"errors"
	"fmt"
	"io"
	"os"

	"lectern/backend/internal/fault"
)

// New gives an empty file in a folder, which the caller closes.
func New(folder string) (*os.File, error) {
	file, err := os.CreateTemp(folder, "spool-")
	if err != nil {
		return nil, fmt.Errorf("make temporary file: %w", fault.WordNoSpace(err))
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// With gives a file in a folder with some bytes, at its begin, which the caller closes.
func With(folder string, content []byte) (*os.File, error) {
	file, err := New(folder)
	if err != nil {
		return nil, err
	}
	_, err = file.Write(content)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(fault.WordNoSpace(err), file.Close())
	}
	return file, nil
}

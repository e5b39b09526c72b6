// Package tempfile creates temporary files without a name. Such a file disappears when it is closed, even if the
// process is killed.
package tempfile

import (
	"errors"
	"fmt"
	"io"
	"os"

	"lectern/backend/internal/fault"
)

// New returns an empty file in a folder. The caller closes it.
func New(folder string) (*os.File, error) {
	file, err := os.CreateTemp(folder, "spool-")
	if err != nil {
		return nil, fmt.Errorf("create temporary file: %w", fault.AsFullDisk(err))
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// NewWithContent returns a temporary file in a folder with the given content. The file is positioned at its beginning.
// The caller closes it.
func NewWithContent(folder string, content []byte) (*os.File, error) {
	file, err := New(folder)
	if err != nil {
		return nil, err
	}
	_, err = file.Write(content)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(fault.AsFullDisk(err), file.Close())
	}
	return file, nil
}

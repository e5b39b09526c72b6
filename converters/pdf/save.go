package pdf

/*
#include "document/api.h"
*/
import "C"

import (
	"errors"
	"os"
)

// Append appends all pages of the PDF in the given file to the document, in memory, and closes the file. Links and
// outline of the appended PDF are dropped.
func (d *Document) Append(file *os.File) error {
	fd, err := duplicate(file) // C closes its duplicate
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	if code := C.lectern_append(d.c, C.int(fd)); code != C.LECTERN_OK {
		return d.fault(code)
	}
	return nil
}

// Decrypt writes the document without encryption to the given file.
func (d *Document) Decrypt(file *os.File) error {
	fd, err := duplicate(file) // C closes its duplicate
	if err != nil {
		return err
	}
	if code := C.lectern_decrypt(d.c, C.int(fd)); code != C.LECTERN_OK {
		return d.fault(code)
	}
	return nil
}

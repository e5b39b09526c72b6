package pdf

/*
#include "document/api.h"
*/
import "C"

import (
	"errors"
	"os"
)

// Append adds all pages of the PDF in file to the end of the document, in memory; it takes the
// file over. Links and the outline of what is added are left out.
func (d *Document) Append(file *os.File) error {
	fd, err := duplicate(file) // C closes its own
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	if code := C.lectern_append(d.c, C.int(fd)); code != C.LECTERN_OK {
		return d.fault(code)
	}
	return nil
}

// Decrypt writes the document to file without its encryption, with new
// cross-references.
func (d *Document) Decrypt(file *os.File) error {
	fd, err := duplicate(file) // C closes its own
	if err != nil {
		return err
	}
	if code := C.lectern_decrypt(d.c, C.int(fd)); code != C.LECTERN_OK {
		return d.fault(code)
	}
	return nil
}

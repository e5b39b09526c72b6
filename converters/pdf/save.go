package pdf

/*
#include "lectern_pdf.h"
*/
import "C"

import (
	"os"
)

// Decrypt writes the document to file without its encryption, with new
// cross-references.
func (d *Document) Decrypt(file *os.File) error {
	if code := C.lectern_decrypt(d.c, C.int(file.Fd())); code != C.LECTERN_OK {
		return d.fault(code)
	}
	return nil
}

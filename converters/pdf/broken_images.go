package pdf

/*
#include "images/api.h"
*/
import "C"

import (
	"errors"
	"slices"
	"time"

	"lectern/converters/wire"
)

// Pictures checks the images of consecutive pages. first is the number of the first of these pages, counted from 1.
// After batchTime, Pictures begins no further page. After the duration timeout, it aborts the check. A page whose check
// was aborted is not counted.
func (d *Document) Pictures(first int, timeout time.Duration) (wire.Pictures, error) {
	begin, done := time.Now(), make(chan bool)
	timer := time.AfterFunc(timeout, func() {
		d.Abort()
		close(done)
	})
	pictures, err := d.checkImages(first, begin)
	if !timer.Stop() {
		<-done // so that the abort does not affect the next request
		if isFault(err, wire.PDFCancelled) {
			err = nil
		}
	}
	pictures.Took = time.Since(begin).Seconds()
	return pictures, err
}

// checkImages checks the images of pages. It stops at the end of the document, when batchTime has passed since begin,
// or when it is aborted.
func (d *Document) checkImages(first int, begin time.Time) (pictures wire.Pictures, err error) {
	for page := first; page == first || page <= d.pages && time.Since(begin) < batchTime; page++ {
		var broken C.int
		if code := C.lectern_find_broken_images(d.c, C.int(page-1), &broken); code != C.LECTERN_OK {
			err := d.fault(code)
			if !isFault(err, wire.PDFDamaged, wire.PDFNested, wire.PDFTooMuch) { // otherwise reading the text reports the fault
				return pictures, err
			}
		}
		if broken != 0 {
			pictures.Broken = append(pictures.Broken, page)
		}
		pictures.Pages++
	}
	return pictures, nil
}

// isFault reports whether an error is a fault of one of the kinds.
func isFault(err error, kinds ...wire.PDFFault) bool {
	fault, ok := errors.AsType[*Fault](err)
	return ok && slices.Contains(kinds, fault.Kind)
}

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

// Pictures looks at the pictures of the pages from first on, which counts from 1: up to the end
// of the document, or for a second, or for as long as patience. A page of which that takes
// longer is not among those that were looked at.
func (d *Document) Pictures(first int, patience time.Duration) (wire.Pictures, error) {
	begin, told := time.Now(), make(chan bool)
	timer := time.AfterFunc(patience, func() {
		d.Abort()
		close(told)
	})
	pictures, err := d.lookAtPictures(first, begin)
	if !timer.Stop() {
		<-told // an abort must not hit what is done next
		if isFault(err, wire.PDFCancelled) {
			err = nil
		}
	}
	pictures.Took = time.Since(begin).Seconds()
	return pictures, err
}

// lookAtPictures is Pictures until it is aborted.
func (d *Document) lookAtPictures(first int, begin time.Time) (pictures wire.Pictures, err error) {
	for page := first; page == first || page <= d.pages && time.Since(begin) < batchTime; page++ {
		var broken C.int
		if code := C.lectern_find_broken_images(d.c, C.int(page-1), &broken); code != C.LECTERN_OK {
			err := d.fault(code)
			if !isFault(err, wire.PDFDamaged, wire.PDFNested, wire.PDFTooMuch) { // which reading its text tells
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

// isFault reports whether an error is a fault of one of those kinds.
func isFault(err error, kinds ...wire.PDFFault) bool {
	fault, ok := errors.AsType[*Fault](err)
	return ok && slices.Contains(kinds, fault.Kind)
}

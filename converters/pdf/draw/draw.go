// Package draw draws pages as SVG and PNG, in C.
package draw

/*
#cgo CFLAGS: -O2 -Wall -Wextra -I${SRCDIR}/.. -I${SRCDIR}/../mupdf/include
#cgo windows CFLAGS: -D_UCRT -Wno-format
*/
import "C"

import (
	"embed"

	_ "lectern/converters/pdf/document"
	_ "lectern/converters/pdf/images"
	_ "lectern/converters/pdf/mupdfapi"
	_ "lectern/converters/pdf/png"
)

// Headers are the C headers of this package, see package mupdfapi.
//
//go:embed *.h
var Headers embed.FS

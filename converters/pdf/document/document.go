// Package document opens, measures, joins and saves PDFs, in C.
package document

/*
#cgo CFLAGS: -O2 -Wall -Wextra -I${SRCDIR}/.. -I${SRCDIR}/../mupdf/include
#cgo windows CFLAGS: -D_UCRT -Wno-format
*/
import "C"

import (
	"embed"

	_ "lectern/converters/pdf/mupdfapi"
)

// Headers are the C headers of this package, see package mupdfapi.
//
//go:embed *.h
var Headers embed.FS

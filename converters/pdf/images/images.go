// Package images finds, skips and replaces damaged images, in C.
package images

/*
#cgo CFLAGS: -O2 -Wall -Wextra -I${SRCDIR}/.. -I${SRCDIR}/../mupdf/include
#cgo windows CFLAGS: -D_UCRT -Wno-format
*/
import "C"

import (
	"embed"

	_ "lectern/converters/pdf/document"
	_ "lectern/converters/pdf/mupdfapi"
)

// Headers are the C headers of this package, see package mupdfapi.
//
//go:embed *.h
var Headers embed.FS

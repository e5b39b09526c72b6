// Package mupdfapi links MuPDF and declares the functions of its PDF part that go-fitz ships without headers.
//
// MuPDF comes as the static library in the module github.com/gen2brain/go-fitz. The link converters/pdf/mupdf, which
// make creates, leads to the folder of that module. go-fitz wraps only a part of the library, so the C files of
// converters/pdf call the library directly.
//
// # C packages
//
// The C files are grouped into Go packages by topic. Each package compiles its own C files, and the program links all of
// them. Two rules keep builds correct, because the go command does not know which headers a C file includes. A test
// (converters/circles_test.go) checks both:
//
//   - A package imports every package whose headers its C files include, directly or through other headers.
//   - A package embeds its headers in the variable Headers, so that a changed header changes the package and makes the go
//     command compile the packages that import it. Nothing uses the variable, and the linker drops it.
package mupdfapi

/*
#cgo CFLAGS: -O2 -Wall -Wextra -I${SRCDIR}/.. -I${SRCDIR}/../mupdf/include
#cgo windows CFLAGS: -D_UCRT -Wno-format
#cgo linux,amd64 LDFLAGS: -L${SRCDIR}/../mupdf/libs -lmupdf_linux_amd64 -lmupdfthird_linux_amd64 -lm
#cgo linux,arm64 LDFLAGS: -L${SRCDIR}/../mupdf/libs -lmupdf_linux_arm64 -lmupdfthird_linux_arm64 -lm
#cgo darwin,amd64 LDFLAGS: -L${SRCDIR}/../mupdf/libs -lmupdf_darwin_amd64 -lmupdfthird_darwin_amd64 -lm
#cgo darwin,arm64 LDFLAGS: -L${SRCDIR}/../mupdf/libs -lmupdf_darwin_arm64 -lmupdfthird_darwin_arm64 -lm
#cgo windows,amd64 LDFLAGS: -L${SRCDIR}/../mupdf/libs -lmupdf_windows_amd64 -lmupdfthird_windows_amd64 -lm -lcomdlg32 -lgdi32
#cgo windows,arm64 LDFLAGS: -L${SRCDIR}/../mupdf/libs -lmupdf_windows_arm64 -lmupdfthird_windows_arm64 -lm -lcomdlg32 -lgdi32
*/
import "C"

import (
	"embed"
)

// Headers are the C headers of this package, see package mupdfapi.
//
//go:embed *.h
var Headers embed.FS

// Package pdf reads PDF documents with MuPDF: pages as SVG and PNG, words with their positions, text, outline, fonts and
// other details. It parses untrusted bytes, so only the converter process links it.
//
// The C code is in the folders below, grouped by topic; package mupdfapi describes how they are built.
package pdf

/*
#cgo CFLAGS: -O2 -Wall -Wextra -I${SRCDIR} -I${SRCDIR}/mupdf/include
#cgo windows CFLAGS: -D_UCRT -Wno-format
#include <stdlib.h>
#include "document/api.h"
#include "warm_up.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"math"
	"os"
	"unsafe"

	_ "lectern/converters/pdf/details"
	_ "lectern/converters/pdf/document"
	_ "lectern/converters/pdf/draw"
	"lectern/converters/pdf/fonts"
	_ "lectern/converters/pdf/images"
	"lectern/converters/pdf/layout"
	_ "lectern/converters/pdf/mupdfapi"
	_ "lectern/converters/pdf/png"
	_ "lectern/converters/pdf/text"
	"lectern/converters/pdf/typeset"
	"lectern/converters/wire"
)

const (
	// storeSize limits MuPDF's cache of decoded fonts and images, in bytes.
	storeSize = 64 << 20
	// metadataSize limits a metadata value, in bytes.
	metadataSize = 1024
	// idsPerPage is the distance between the SVG ids of two pages.
	idsPerPage = 100_000
	// keptSVG is the maximum size of an SVG buffer that is kept for the next page, in bytes.
	keptSVG = 4 << 20
)

// Fault is a failure that is caused by the document.
type Fault struct {
	Kind   wire.PDFFault
	Detail string
	// Pages is the number of pages, for wire.PDFPages.
	Pages int
}

// Limits are the limits of a document.
type Limits struct {
	// Pages is the maximum number of pages.
	Pages int
	// Side is the maximum width and the maximum height of a page, in points. A larger page is scaled down, and so are
	// all lengths on it.
	Side float64
	// Pixels is the maximum number of pixels of an image. A larger image is drawn at a smaller scale.
	Pixels float64
	// SVG is the maximum size of an SVG in bytes. A page with a larger SVG is drawn as an image.
	SVG int64
}

// DefaultLimits returns the limits of a new document.
func DefaultLimits() Limits {
	return Limits{Pages: 20_000, Side: 14_400, Pixels: 50e6, SVG: 64 << 20}
}

// Error returns the kind of the fault and MuPDF's message.
func (f *Fault) Error() string { return string(f.Kind) + ": " + f.Detail }

// Document is a PDF. Only Abort may be called concurrently with other methods.
type Document struct {
	c       *C.lectern_document
	pages   int          // number of pages, once it is open
	side    float64      // largest side of a page, in points
	shrunk  int          // number of pages that are scaled down
	unsized int          // number of pages without a usable size
	missing []int        // pages that are declared but missing
	fonts   *fonts.Index // substitute fonts; nil if only MuPDF's built-in ones are used
	// svg is the buffer of the last SVG, which is reused for the next SVG. typesetSVG is the buffer of an intermediate
	// form of the SVG.
	svg, typesetSVG []byte
	setter          typeset.Setter
	// titles are the outline entries by target page; nil until the outline is read.
	titles map[int]layout.Titles
}

// Version returns the version of MuPDF.
func Version() string { return C.GoString(C.lectern_mupdf_version()) }

// New returns a document without an open file.
func New() (*Document, error) {
	c := C.lectern_new(storeSize)
	if c == nil {
		return nil, errors.New("pdf: no memory for MuPDF")
	}
	d := &Document{c: c}
	d.SetLimits(DefaultLimits())
	return d, nil
}

// SetLimits replaces the limits. It must be called before Open.
func (d *Document) SetLimits(l Limits) {
	d.side = l.Side
	C.lectern_set_limits(d.c, C.lectern_limits{
		pages: C.int(min(l.Pages, math.MaxInt32)), side: C.float(l.Side), pixels: C.float(l.Pixels), svg: C.size_t(l.SVG),
	})
}

// Close frees the document.
func (d *Document) Close() {
	C.lectern_drop(d.c)
	d.c = nil
	d.fonts.Close()
}

// UseFonts sets the substitutes for fonts that a PDF does not embed. It must be called before Open, at most once. Font
// files are read when they are first needed.
func (d *Document) UseFonts(sources fonts.Sources) {
	d.fonts = fonts.NewIndex(sources)
	d.fonts.Install(unsafe.Pointer(d.c))
}

// warmPDF is a page with text, a line, a filled path and a clip. It has no cross-reference table, so that MuPDF's
// repair runs as well.
const warmPDF = `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 103>>stream
q 0 0 99 99 re W n BT /F 9 Tf 9 9 Td (Lectern) Tj ET 1 0 0 rg 9 9 9 9 re f 0 0 m 9 9 l S .5 g 9 9 m f Q
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>endobj
trailer<</Root 1 0 R>>
`

// Warm draws a page, which takes some milliseconds, so that the first page of the document is drawn sooner. It must be
// called before Open.
func (d *Document) Warm() {
	page := []byte(warmPDF)
	C.lectern_warm_up(d.c, (*C.uchar)(&page[0]), C.size_t(len(page)))
}

// Open opens the PDF in the given file, which the caller may close afterwards. The password is the user password or the
// owner password, and may be empty. Open must be called only once.
func (d *Document) Open(file *os.File, password string) (wire.Info, error) {
	fd, err := duplicate(file)
	if err != nil {
		return wire.Info{}, fmt.Errorf("open pdf: %w", err)
	}
	secret := C.CString(password)
	defer C.free(unsafe.Pointer(secret))
	var pages C.int
	if code := C.lectern_open(d.c, C.int(fd), secret, &pages); code != C.LECTERN_OK {
		fault := d.fault(code)
		fault.Pages = int(pages)
		return wire.Info{}, fault
	}
	if pages < 1 {
		return wire.Info{}, &Fault{Kind: wire.PDFEmpty, Detail: "no page"}
	}
	d.pages = int(pages)
	return d.info(d.pages), nil
}

func (d *Document) info(pages int) wire.Info {
	sizes := make([]C.float, 3*pages)
	C.lectern_sizes(d.c, &sizes[0], C.int(pages))
	info := wire.Info{Title: d.metadata("info:Title"), Encrypted: C.lectern_encrypted(d.c) != 0}
	for i := range pages {
		info.AddPage(float64(sizes[3*i]), float64(sizes[3*i+1]))
		switch scale := sizes[3*i+2]; {
		case scale < 0:
			d.missing = append(d.missing, i+1)
		case scale == 0:
			d.unsized++
		case scale < 1:
			d.shrunk++
		}
	}
	return info
}

// Begin starts a request and clears an earlier Abort.
func (d *Document) Begin() { C.lectern_begin_request(d.c) }

// Abort makes the method that runs in another goroutine return soon with a Fault of kind wire.PDFCancelled.
func (d *Document) Abort() { C.lectern_abort(d.c) }

// view returns MuPDF's bytes without copying. They are valid until lectern_drop_bytes.
func view(out *C.lectern_bytes) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(out.data)), int(out.size))
}

func (d *Document) fault(code C.int) *Fault {
	kinds := map[C.int]wire.PDFFault{
		C.LECTERN_DAMAGED:        wire.PDFDamaged,
		C.LECTERN_PROTECTED:      wire.PDFProtected,
		C.LECTERN_NO_PAGE:        wire.PDFNoPage,
		C.LECTERN_MEMORY:         wire.PDFMemory,
		C.LECTERN_TOO_LARGE:      wire.PDFTooMuch,
		C.LECTERN_NESTED:         wire.PDFNested,
		C.LECTERN_ENCRYPTED:      wire.PDFEncrypted,
		C.LECTERN_ABORTED:        wire.PDFCancelled,
		C.LECTERN_WRONG_PASSWORD: wire.PDFWrongPassword,
		C.LECTERN_NO_SPACE:       wire.PDFNoSpace,
		C.LECTERN_TOO_MANY_PAGES: wire.PDFPages,
	}
	return &Fault{Kind: kinds[code], Detail: C.GoString(C.lectern_message(d.c))}
}

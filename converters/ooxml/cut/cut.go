// Package cut writes copies of Office documents that only have the content for page 1. Such copies are converted faster
// than whole documents.
package cut

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"lectern/converters/ooxml/opc"
)

// NotCutError is the error of a document that is not cut, because a cut copy would not be faster or its page 1 might
// differ.
type NotCutError struct {
	// Why is the reason: the end of a sentence that begins with "It is not cut:".
	Why string
}

// Error returns the reason.
func (e *NotCutError) Error() string { return e.Why }

func notCut(format string, arguments ...any) error {
	return &NotCutError{Why: fmt.Sprintf(format, arguments...)}
}

// Measure configures which documents are cut, and how much of them is kept. Documents below the minimum sizes are not
// cut, because writing a copy would take longer than it saves.
type Measure struct {
	// Text is the minimum size of the main part of a text document in bytes. Lines is the number of lines of text that
	// the cut copy keeps.
	Text  int64
	Lines int
	// Slides is the minimum number of slides of a presentation.
	Slides int
	// Sheets is the minimum number of sheets of a workbook, and SheetText the minimum size of all sheets and shared
	// strings in bytes. Reaching one of the two suffices. Height is the minimum height of the rows that are kept, in
	// points.
	Sheets    int
	SheetText int64
	Height    float64
	// Share is the largest share of a text or workbook that may be kept.
	Share float64
}

// Usual returns the measure of production. Page 1 has at most some 75 lines in the smallest usual font size. More lines
// are kept, because the text after page 1 affects where page 1 ends. converters/README.md has the measurements.
func Usual() Measure {
	return Measure{
		Text: 200 << 10, Lines: 200, Slides: 12, Sheets: 6, SheetText: 1500 << 10, Height: 1600, Share: 0.5,
	}
}

// Least returns a measure that cuts all documents of more than a page, for tests.
func Least() Measure {
	return Measure{Lines: 80, Height: 900, Share: 1}
}

// Cut writes a copy of a document, with only the content that page 1 needs, to out. kind is its type: docx, dotx, pptx,
// potx, ppsx or xlsx. It returns a [*NotCutError] if the document is not cut; the content of out is then undefined.
func Cut(in *os.File, kind string, by Measure, out *os.File) error {
	p, err := opc.Open(in)
	if err != nil {
		return fmt.Errorf("open: %w", err)
	}
	main, err := p.Main()
	if err != nil {
		return err
	}
	var c *partCopy
	switch kind {
	case "docx", "dotx":
		c, err = cutText(p, main, by)
	case "pptx", "potx", "ppsx":
		c, err = cutSlides(p, main, by)
	case "xlsx":
		c, err = cutSheets(p, main, by)
	default:
		return notCut("documents of the type %q cannot be shortened", kind)
	}
	if err != nil {
		return refused(err)
	}
	if err := c.keepPart("/"); err != nil {
		return refused(err)
	}
	return c.write(out)
}

// refused returns a [*NotCutError] instead of an error of the document's XML. LibreOffice then gets the whole document
// and decides whether it can be shown.
func refused(err error) error {
	for _, reason := range []error{opc.ErrMarkup, opc.ErrDoctype, opc.ErrDeep, opc.ErrPart} {
		if errors.Is(err, reason) {
			return notCut("%v", err)
		}
	}
	return err
}

// references are attribute values that may be relationship ids: the values of attributes with a namespace prefix, such
// as r:id.
type references map[string]bool

func (refs references) add(t opc.Token) {
	opc.EachAttribute(t.Attrs, func(name, value []byte) {
		if bytes.IndexByte(name, ':') > 0 && len(value) < 256 && !bytes.HasPrefix(name, []byte("xmlns:")) {
			refs[string(value)] = true
		}
	})
}

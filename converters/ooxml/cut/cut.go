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
	// Reason completes the sentence "The document is not cut: …".
	Reason string
}

// Error returns the reason.
func (e *NotCutError) Error() string { return e.Reason }

func notCut(format string, arguments ...any) error {
	return &NotCutError{Reason: fmt.Sprintf(format, arguments...)}
}

// Limits configures which documents are cut, and how much of them is kept. Documents below the minimum sizes are not
// cut, because writing a copy would take longer than it saves.
type Limits struct {
	// MinText is the minimum size of the main part of a text document in bytes. KeptLines is the number of lines of
	// text that the cut copy keeps.
	MinText   int64
	KeptLines int
	// MinSlides is the minimum number of slides of a presentation.
	MinSlides int
	// MinSheets is the minimum number of sheets of a workbook, and MinSheetText the minimum size of all sheets and
	// shared strings in bytes. Reaching one of the two suffices. MinHeight is the minimum height of the rows that are
	// kept, in points.
	MinSheets    int
	MinSheetText int64
	MinHeight    float64
	// MaxShare is the largest share of a text or workbook that may be kept.
	MaxShare float64
}

// DefaultLimits returns the limits of production. Page 1 has at most some 75 lines in the smallest usual font size.
// More lines are kept, because the text after page 1 affects where page 1 ends. converters/README.md has the
// measurements.
func DefaultLimits() Limits {
	return Limits{
		MinText: 200 << 10, KeptLines: 200, MinSlides: 12, MinSheets: 6, MinSheetText: 1500 << 10, MinHeight: 1600, MaxShare: 0.5,
	}
}

// SmallLimits returns limits that cut all documents of more than a page, for tests.
func SmallLimits() Limits {
	return Limits{KeptLines: 80, MinHeight: 900, MaxShare: 1}
}

// Cut writes a copy of a document, with only the content that page 1 needs, to out. kind is its type: docx, dotx, pptx,
// potx, ppsx or xlsx. It returns a [*NotCutError] if the document is not cut; the content of out is then undefined.
func Cut(in *os.File, kind string, limits Limits, out *os.File) error {
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
		c, err = cutText(p, main, limits)
	case "pptx", "potx", "ppsx":
		c, err = cutSlides(p, main, limits)
	case "xlsx":
		c, err = cutSheets(p, main, limits)
	default:
		return notCut("documents of the type %q cannot be shortened", kind)
	}
	if err != nil {
		return asNotCut(err)
	}
	if err := c.keepPart("/"); err != nil {
		return asNotCut(err)
	}
	return c.write(out)
}

// asNotCut returns a [*NotCutError] instead of an error of the document's XML. LibreOffice then gets the whole document
// and decides whether it can be shown.
func asNotCut(err error) error {
	for _, reason := range []error{opc.ErrMarkup, opc.ErrDoctype, opc.ErrDeep, opc.ErrPart} {
		if errors.Is(err, reason) {
			return notCut("%v", err)
		}
	}
	return err
}

// relationIDs are attribute values that may be relationship ids: the values of attributes with a namespace prefix, such
// as r:id.
type relationIDs map[string]bool

func (refs relationIDs) add(t opc.Token) {
	opc.EachAttribute(t.Attrs, func(name, value []byte) {
		if bytes.IndexByte(name, ':') > 0 && len(value) < 256 && !bytes.HasPrefix(name, []byte("xmlns:")) {
			refs[string(value)] = true
		}
	})
}

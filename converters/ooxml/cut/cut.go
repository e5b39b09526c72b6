// Package cut copies what the first page of an Office document needs, so that it is converted sooner than the whole.
package cut

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"lectern/converters/ooxml/opc"
)

// NotCutError says why a document is not cut: because it would not pay, or because
// page 1 might look otherwise.
type NotCutError struct {
	// Why is the end of a sentence that begins with "It is not cut:".
	Why string
}

// Error gives the reason.
func (e *NotCutError) Error() string { return e.Why }

func notCut(format string, arguments ...any) error {
	return &NotCutError{Why: fmt.Sprintf(format, arguments...)}
}

// Measure says from which size on a document is cut, below which the copy costs more
// than it saves, and how much is kept of it.
type Measure struct {
	// Text is the least length of a text document's main part, in bytes, and Lines
	// how many lines of it are kept, as a page of ordinary type has them.
	Text  int64
	Lines int
	// Slides is the least number of a presentation's slides.
	Slides int
	// Sheets is the least number of a workbook's sheets, and SheetText the least
	// length of all of them and of the strings that they share, in bytes. One of the
	// two is enough. Height is how much of a sheet is kept at least, in points.
	Sheets    int
	SheetText int64
	Height    float64
	// Share is the largest part of a text or workbook that it may pay to keep.
	Share float64
}

// Usual is what documents are measured with. Page 1 has at most some 75 lines in the
// smallest type that people print, and what comes behind it decides where it ends.
// README.md has the figures behind the sizes.
func Usual() Measure {
	return Measure{
		Text: 200 << 10, Lines: 200, Slides: 12, Sheets: 6, SheetText: 1500 << 10, Height: 1600, Share: 0.5,
	}
}

// Least cuts whatever is longer than a page, to see whether that is right.
func Least() Measure {
	return Measure{Lines: 80, Height: 900, Share: 1}
}

// Cut writes to out what page 1 of the document in needs. The kind is its type:
// docx, dotx, pptx, potx, ppsx or xlsx. The error is a [*NotCutError] where it is not
// to be cut; what out then holds is worth nothing.
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
		return notCut("documents of the type %q are not", kind)
	}
	if err != nil {
		return refused(err)
	}
	if err := c.keep("/"); err != nil {
		return refused(err)
	}
	return c.write(out)
}

// refused takes what is wrong with the markup for a reason not to cut: whether it
// can be shown is for the converter to find out.
func refused(err error) error {
	for _, reason := range []error{opc.ErrMarkup, opc.ErrDoctype, opc.ErrDeep, opc.ErrPart} {
		if errors.Is(err, reason) {
			return notCut("%v", err)
		}
	}
	return err
}

// references are the values that could name a relationship: those of attributes with
// a prefix, which it always has.
type references map[string]bool

func (refs references) add(t opc.Token) {
	opc.EachAttribute(t.Attrs, func(name, value []byte) {
		if bytes.IndexByte(name, ':') > 0 && len(value) < 256 && !bytes.HasPrefix(name, []byte("xmlns:")) {
			refs[string(value)] = true
		}
	})
}

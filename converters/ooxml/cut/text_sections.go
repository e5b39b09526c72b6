package cut

import (
	"bytes"
	"errors"
	"io"
	"strconv"

	"lectern/converters/ooxml/opc"
)

// checkSections checks that no section has pages with more text than expected: large paper or several columns.
func (w *wordCut) checkSections(section []byte) error {
	var wrong error
	s := opc.NewScanner(io.MultiReader(bytes.NewReader(w.sections.Bytes()), bytes.NewReader(section)))
	for {
		t, err := s.Next()
		if err != nil {
			return wrong
		}
		w.refs.add(t)
		number := func(name string) int {
			n, _ := strconv.Atoi(t.Value(name))
			return n
		}
		switch string(t.Local) {
		case "cols":
			if number("num") > 2 {
				wrong = notCut("it has %d columns", number("num"))
			}
		case "pgSz":
			if number("h") > maxPageHeight {
				wrong = notCut("its pages are large")
			}
		}
	}
}

// findSection returns the next element with a name, or nil. It searches bytes, which is many times as fast as scanning
// markup. It gives up at comments and CDATA sections, where '<' need not be a tag.
func findSection(r io.Reader, name string) ([]byte, error) {
	mark, other := []byte("<"+name), []byte("<!")
	buf := make([]byte, 0, 256<<10)
	for {
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		if at := bytes.Index(buf, other); at >= 0 {
			return nil, notCut("its text has comments in its markup")
		}
		if at := bytes.Index(buf, mark); at >= 0 {
			return readElement(io.MultiReader(bytes.NewReader(buf[at:]), r))
		}
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		if keep := len(mark); len(buf) > keep {
			buf = buf[:copy(buf, buf[len(buf)-keep:])]
		}
	}
}

// readElement returns the element at the start of the input.
func readElement(r io.Reader) ([]byte, error) {
	var out []byte
	for s := opc.NewScanner(r); ; {
		t, err := s.Next()
		if err != nil {
			return nil, asMarkupError(err)
		}
		out = append(out, t.Raw...)
		if s.Depth == 0 {
			return out, nil
		}
		if len(out) > opc.MaxMarkup {
			return nil, opc.ErrMarkup
		}
	}
}

func asMarkupError(err error) error {
	if errors.Is(err, io.EOF) {
		return opc.ErrMarkup
	}
	return err
}

// minNotesSize is the minimum size in bytes of the footnotes for which it is worthwhile to cut them, too.
const minNotesSize = 100 << 10

// cutNotes keeps the footnotes up to the last one that is referred to, because LibreOffice identifies footnotes by
// their order.
func cutNotes(c *partCopy, key string, needed map[string]bool) error {
	if c.from.Size(key) < minNotesSize {
		return nil
	}
	var out []byte
	var root string
	last, depth := 0, 0
	missing := len(needed)
	err := c.from.Scan(key, func(t opc.Token) bool {
		out = append(out, t.Raw...)
		switch t.Kind {
		case opc.StartTag:
			if depth++; depth == 1 {
				root = string(t.Name)
			} else if depth == 2 && needed[t.Value("id")] {
				missing--
			}
		case opc.EndTag:
			depth--
		}
		if depth == 1 {
			last = len(out)
		}
		return (missing > 0 || depth != 1) && len(out) < opc.MaxPart
	})
	if err != nil || missing > 0 {
		return err // keep all footnotes
	}
	c.changed[key] = append(out[:last], "</"+root+">"...)
	return nil
}

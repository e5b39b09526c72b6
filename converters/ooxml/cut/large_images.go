package cut

import (
	"fmt"
	"io"
	"os"
	"path"

	"lectern/converters/ooxml/imagecheck"
	"lectern/converters/ooxml/opc"
	"lectern/converters/wire"
)

// largeHead is the number of bytes of an image that are read to find its size.
const largeHead = 1 << 20

// WithoutLarge writes a copy of a package, without the images that are too large to be drawn, to out. It returns a
// [*NotCutError] if there are none.
func WithoutLarge(in, out *os.File) error {
	p, err := opc.Open(in)
	if err != nil {
		return fmt.Errorf("open: %w", err)
	}
	c := newCopy(p, nil)
	for _, key := range p.Keys {
		if !isTooLarge(p, key) {
			c.kept[key] = true
		}
	}
	if len(c.kept) == len(p.Keys) {
		return notCut("no picture is too large")
	}
	return c.write(out)
}

// isTooLarge reports whether a part is an image that is too large for LibreOffice to draw.
func isTooLarge(p *opc.Package, key string) bool {
	if ext := path.Ext(key); ext == ".xml" || ext == ".rels" {
		return false
	}
	part, err := p.Open(key)
	if err != nil {
		return false
	}
	defer part.Close()
	head, _ := io.ReadAll(io.LimitReader(part, largeHead)) // a damaged part may have less
	var check imagecheck.Check
	return check.Fault(head, false) == wire.PictureLarge
}

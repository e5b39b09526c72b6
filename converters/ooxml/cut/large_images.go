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

// largeHead is how much of a picture is read to see whether it is too large.
const largeHead = 1 << 20

// WithoutLarge writes to out a copy of the package in without the pictures that are too large to be drawn. The error is a
// [*NotCutError] where there is none.
func WithoutLarge(in, out *os.File) error {
	p, err := opc.Open(in)
	if err != nil {
		return fmt.Errorf("open: %w", err)
	}
	c := newCopy(p, nil)
	for _, key := range p.Order {
		if !hasLarge(p, key) {
			c.kept[key] = true
		}
	}
	if len(c.kept) == len(p.Order) {
		return notCut("no picture is too large")
	}
	return c.write(out)
}

// hasLarge reports whether a part is a picture that is too large.
func hasLarge(p *opc.Package, key string) bool {
	if ext := path.Ext(key); ext == ".xml" || ext == ".rels" {
		return false
	}
	part, err := p.Open(key)
	if err != nil {
		return false
	}
	defer part.Close()
	head, _ := io.ReadAll(io.LimitReader(part, largeHead)) // of a damaged one as much as there is
	var check imagecheck.Check
	return check.Fault(head, false) == wire.PictureLarge
}

package facts

import (
	"bytes"
	"io"
	"path"
	"strings"

	"lectern/converters/ooxml/opc"
	"lectern/converters/wire"
)

// maxWithin is how many documents lie in each other that are looked into.
const maxWithin = 4

// ofChunks looks into the documents that a text takes in as a part of itself
// (ECMA-376 part 1, 17.17.2.1). LibreOffice draws those of its own type, with what they
// lead to, and passes over others, which are web pages mostly.
func (f *packageReader) ofChunks(keys []string) {
	outer := f.pack
	for _, key := range keys {
		if f.depth == maxWithin {
			return
		}
		inner, err := f.inner(key)
		if err != nil {
			f.warn(err)
			continue
		}
		if inner == nil {
			if len(f.Inserted) < wire.MaxFacts {
				f.Inserted = append(f.Inserted, shortened(path.Base(key)))
			}
			continue
		}
		f.pack = inner
		f.depth++
		f.ofParts()
		f.depth--
		f.pack = outer
	}
}

// inner opens the package that a part is; nil where it is none, or no text.
func (f *packageReader) inner(key string) (*opc.Package, error) {
	part, err := f.pack.Open(key)
	if err != nil {
		return nil, nil
	}
	defer part.Close()
	if f.left <= 0 {
		return nil, errMuch
	}
	most := min(opc.MaxPart, f.left)
	content, err := io.ReadAll(io.LimitReader(part, most))
	f.left -= int64(len(content)) // also where that is too much: many relationships may lead to one part
	if int64(len(content)) == most {
		return nil, errMuch
	}
	if err != nil || !bytes.HasPrefix(content, []byte("PK")) {
		return nil, nil
	}
	inner, err := opc.New(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, nil
	}
	if main, err := inner.Main(); err != nil || !strings.HasPrefix(main, "/word/") {
		return nil, nil
	}
	return inner, nil
}

package facts

import (
	"bytes"
	"io"
	"path"
	"strings"

	"lectern/converters/ooxml/opc"
	"lectern/converters/wire"
)

// maxInsertedDepth limits the nesting of documents that are inserted into inserted documents.
const maxInsertedDepth = 4

// readInserted reads documents that are inserted into a text (altChunk, ECMA-376 part 1, 17.17.2.1). LibreOffice draws
// inserted .docx documents with their external content. It ignores other types, mostly HTML, which are listed in the
// facts.
func (f *packageReader) readInserted(keys []string) {
	outer := f.pkg
	for _, key := range keys {
		if f.depth == maxInsertedDepth {
			return
		}
		inner, err := f.openInserted(key)
		if err != nil {
			f.facts.addWarning(err)
			continue
		}
		if inner == nil {
			if len(f.facts.Inserted) < wire.MaxFacts {
				f.facts.Inserted = append(f.facts.Inserted, shortened(path.Base(key)))
			}
			continue
		}
		f.pkg = inner
		f.depth++
		f.readParts()
		f.depth--
		f.pkg = outer
	}
}

// openInserted opens an inserted document. It returns nil if the part is no .docx.
func (f *packageReader) openInserted(key string) (*opc.Package, error) {
	part, err := f.pkg.Open(key)
	if err != nil {
		return nil, nil
	}
	defer part.Close()
	if f.facts.remaining <= 0 {
		return nil, errTooLarge
	}
	limit := min(opc.MaxPart, f.facts.remaining)
	content, err := io.ReadAll(io.LimitReader(part, limit))
	f.facts.remaining -= int64(len(content)) // also if it is too large, because many relationships may refer to the same part
	if int64(len(content)) == limit {
		return nil, errTooLarge
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

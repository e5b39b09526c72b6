package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
)

// The samples that documents are made of: small ones, most of them Office files.
var kinds = []string{
	"letter.docx", "testdata/sample.pdf", "testdata/sample.xlsx", "invoice.docx", "guide.pdf", "testdata/sample.pptx",
	"testdata/sample.docx", "testdata/sample.pdf", "budget.xlsx", "testdata/sample.rtf",
}

// maker makes documents, each of bytes that no other one has.
type maker struct{ samples [][]byte }

func newMaker(folder string) (*maker, error) {
	m := new(maker)
	for _, name := range kinds {
		content, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		m.samples = append(m.samples, content)
	}
	return m, nil
}

// file is a document that is posted.
type file struct {
	name    string
	content []byte
}

// document makes the one of a number.
func (m *maker) document(number int) file {
	kind := number % len(kinds)
	sample, comment := m.samples[kind], fmt.Sprintf("document %d", number)
	f := file{name: fmt.Sprintf("%d%s", number, filepath.Ext(kinds[kind]))}
	if bytes.HasPrefix(sample, []byte("PK")) {
		length := len(sample) - 2 // the archive ends with its comment's length, which is 0
		f.content = binary.LittleEndian.AppendUint16(bytes.Clone(sample[:length]), uint16(len(comment)))
		f.content = append(f.content, comment...)
		return f
	}
	f.content = append(bytes.Clone(sample), "\n%"+comment+"\n"...)
	return f
}

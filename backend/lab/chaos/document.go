package main

import (
	"fmt"
	"os"
	"path/filepath"

	"lectern/backend/lab/trial"
)

// kinds are the samples from which documents are created. They are small, and most of them are Office files.
var kinds = []string{
	"letter.docx", "testdata/sample.pdf", "testdata/sample.xlsx", "invoice.docx", "guide.pdf", "testdata/sample.pptx",
	"testdata/sample.docx", "testdata/sample.pdf", "budget.xlsx", "testdata/sample.rtf",
}

// maker creates documents with unique bytes.
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

// file is a document to post.
type file struct {
	name    string
	content []byte
}

// document returns the document with a number. Each number has a document with different bytes.
func (m *maker) document(number int) file {
	kind := number % len(kinds)
	return file{
		name:    fmt.Sprintf("%d%s", number, filepath.Ext(kinds[kind])),
		content: trial.Distinct(m.samples[kind], fmt.Sprintf("document %d", number)),
	}
}

// Package rows reads files of rows, each of which gives parameters to a template: text with
// separators (CSV), workbooks, and JSON.
package rows

import (
	"bytes"
	"encoding/json"
	"fmt"

	"golang.org/x/text/language"

	"lectern/converters/wire"
)

// mostLines bounds what is made of a file, in bytes.
const mostLines = 128 << 20

// Options say how texts are understood.
type Options struct {
	// Schema is the JSON Schema of the parameters; nil where every text stays one.
	Schema json.RawMessage
	// Locale is the one in which numbers may be written.
	Locale language.Tag
}

// Error is what is wrong with a file as a whole.
type Error struct{ wire.TemplateProblem }

// Error gives the code, for logs.
func (e *Error) Error() string {
	return fmt.Sprintf("the rows cannot be read: %s %v", e.Code, e.Values)
}

// wrong gives an error; values are names and what they stand for, in turn.
func wrong(code string, values ...string) *Error { return &Error{problem(code, values...)} }

func problem(code string, values ...string) wire.TemplateProblem {
	p := wire.TemplateProblem{Code: code}
	for i := 0; i+1 < len(values); i += 2 {
		if p.Values == nil {
			p.Values = make(map[string]string)
		}
		p.Values[values[i]] = shorten(values[i+1])
	}
	return p
}

// shorten bounds what is told of a value.
func shorten(text string) string {
	const most = 80
	if runes := []rune(text[:min(len(text), 4*most)]); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// Read gives the rows of a file, each as a line with a [wire.TemplateRow] as JSON. What the file is,
// its first bytes tell. The error is an [*Error].
func Read(source []byte, options Options) ([]byte, error) {
	if len(source) > wire.MaxTemplateRowsFile {
		return nil, wrong("rows-too-large")
	}
	w := &writer{}
	if err := read(w, source, options); err != nil {
		return nil, err
	}
	if w.count == 0 {
		return nil, wrong("rows-empty")
	}
	return w.out, nil
}

func read(w *writer, source []byte, options Options) error {
	switch {
	case bytes.HasPrefix(source, []byte("PK\x03\x04")), bytes.HasPrefix(source, []byte("PK\x05\x06")):
		return readWorkbook(w, source, options)
	case bytes.HasPrefix(source, []byte(compoundFile)):
		return wrong("rows-old-workbook")
	}
	text, ok := decode(source)
	if !ok {
		return wrong("rows-unreadable")
	}
	if start := bytes.TrimSpace(text); len(start) > 0 && (start[0] == '{' || start[0] == '[') {
		return readJSON(w, text)
	}
	return readCSV(w, text, options)
}

// compoundFile begins a workbook that has a password, or is of the old format.
const compoundFile = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

// Package rows reads files whose rows are parameters of a template: text with separators (CSV), workbooks, and JSON.
package rows

import (
	"bytes"
	"encoding/json"
	"fmt"

	"golang.org/x/text/language"

	"lectern/converters/wire"
)

// mostLines is the largest result, in bytes.
const mostLines = 128 << 20

// Options decide how texts are converted.
type Options struct {
	// Schema is the JSON Schema of the parameters; without it every text stays a text.
	Schema json.RawMessage
	// Locale is the locale of numbers and dates.
	Locale language.Tag
}

// Error is a problem with a file as a whole.
type Error struct{ wire.TemplateProblem }

// Error returns the code, for logs.
func (e *Error) Error() string {
	return fmt.Sprintf("the rows cannot be read: %s %v", e.Code, e.Values)
}

// wrong returns an error. The values are names and values in turn.
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

// shorten shortens a value in a problem.
func shorten(text string) string {
	const most = 80
	if runes := []rune(text[:min(len(text), 4*most)]); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// Read returns the rows of a file, one [wire.TemplateRow] as JSON in each line. It recognizes the format by the first
// bytes. The error is an [*Error].
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

// compoundFile starts a workbook with a password, or of the old format.
const compoundFile = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

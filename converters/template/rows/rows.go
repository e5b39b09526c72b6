// Package rows reads files of which each row provides the parameters for one rendering of a template:
// delimiter-separated text (CSV), workbooks, and JSON.
package rows

import (
	"bytes"
	"encoding/json"
	"fmt"

	"golang.org/x/text/language"

	"lectern/converters/wire"
)

// maxResultSize is the maximal size of a result, in bytes.
const maxResultSize = 128 << 20

// Options determine how texts are converted.
type Options struct {
	// Schema is the JSON Schema of the parameters. Without it, no text is converted.
	Schema json.RawMessage
	// Locale determines the notation of numbers and dates.
	Locale language.Tag
}

// Error is a problem that prevents reading any row of a file.
type Error struct{ wire.TemplateProblem }

// Error returns the code, for logs.
func (e *Error) Error() string {
	return fmt.Sprintf("the rows cannot be read: %s %v", e.Code, e.Values)
}

// newError returns an error with the given code. The arguments after code are the parameters of the error's message:
// each name is followed by its value.
func newError(code string, values ...string) *Error { return &Error{problem(code, values...)} }

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

// shorten shortens a value that a problem quotes.
func shorten(text string) string {
	const limit = 80
	if runes := []rune(text[:min(len(text), 4*limit)]); len(runes) > limit {
		return string(runes[:limit]) + "…"
	}
	return text
}

// Read converts a file into lines, each of which is a [wire.TemplateRow] as JSON. It recognizes the format by the first
// bytes. Errors are of type [*Error].
func Read(source []byte, options Options) ([]byte, error) {
	if len(source) > wire.MaxTemplateRowsFile {
		return nil, newError("rows-too-large")
	}
	w := &writer{}
	if err := read(w, source, options); err != nil {
		return nil, err
	}
	if w.count == 0 {
		return nil, newError("rows-empty")
	}
	return w.out, nil
}

func read(w *writer, source []byte, options Options) error {
	switch {
	case bytes.HasPrefix(source, []byte("PK\x03\x04")), bytes.HasPrefix(source, []byte("PK\x05\x06")):
		return readWorkbook(w, source, options)
	case bytes.HasPrefix(source, []byte(compoundFile)):
		return newError("rows-old-workbook")
	}
	text, ok := decode(source)
	if !ok {
		return newError("rows-unreadable")
	}
	if start := bytes.TrimSpace(text); len(start) > 0 && (start[0] == '{' || start[0] == '[') {
		return readJSON(w, text)
	}
	return readCSV(w, text, options)
}

// compoundFile is the signature of encrypted workbooks and of workbooks in the old format.
const compoundFile = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

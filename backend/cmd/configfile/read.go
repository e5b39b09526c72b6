package configfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// entry is a name and its value in a settings file.
type entry struct {
	name  string
	value any
	line  int // line of its name, from 1
}

// readEntries returns the entries of a settings file in their order. If the file is not a JSON object, it returns a
// [fileError] with the mistake, and the entries before it.
func readEntries(r io.Reader) (entries []entry, err error) {
	lines := &lineCounter{r: r}
	decoder := json.NewDecoder(lines)
	decoder.UseNumber() // because a float64 cannot represent all large integers
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return nil, notObjectError(lines, decoder, err)
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return entries, notObjectError(lines, decoder, err)
		}
		line := lines.lineAt(decoder.InputOffset())
		var value any
		if err := decoder.Decode(&value); err != nil {
			return entries, notObjectError(lines, decoder, err)
		}
		entries = append(entries, entry{name: name.(string), value: value, line: line}) // keys of a JSON object are strings
	}
	if _, err := decoder.Token(); err != nil {
		return entries, notObjectError(lines, decoder, err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return entries, &fileError{lines.lineAt(decoder.InputOffset()), "has more text after its JSON object"}
	}
	return entries, nil
}

// fileError is a mistake in the syntax of a file, and its line.
type fileError struct {
	line    int
	message string
}

func (e *fileError) Error() string { return e.message }

func notObjectError(lines *lineCounter, decoder *json.Decoder, err error) error {
	offset := decoder.InputOffset()
	if wrong, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = wrong.Offset
	}
	message := "is not a JSON object of settings"
	if err != nil {
		message = fmt.Sprintf("%s: %v", message, err)
	}
	return &fileError{lines.lineAt(offset), message}
}

// lineCounter is a reader that records where lines end.
type lineCounter struct {
	r      io.Reader
	offset int64
	ends   []int64 // offsets after line feeds
}

func (l *lineCounter) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	for i, b := range p[:n] {
		if b == '\n' {
			l.ends = append(l.ends, l.offset+int64(i)+1)
		}
	}
	l.offset += int64(n)
	return n, err
}

// lineAt returns the number of the line that contains an offset.
func (l *lineCounter) lineAt(offset int64) int {
	line := 1
	for _, end := range l.ends {
		if end < offset {
			line++
		}
	}
	return line
}

package configfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// entry is a setting as a file has it.
type entry struct {
	name  string
	value any
	line  int // of its name, from 1
}

// read gives the entries of a settings file, in their order. What is no JSON object of settings is a
// [fileError], and the entries before it are given.
func read(r io.Reader) (entries []entry, err error) {
	lines := &lineCounter{from: r}
	decoder := json.NewDecoder(lines)
	decoder.UseNumber() // a float would not hold every number of bytes
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return nil, notAnObject(lines, decoder, err)
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return entries, notAnObject(lines, decoder, err)
		}
		line := lines.at(decoder.InputOffset())
		var value any
		if err := decoder.Decode(&value); err != nil {
			return entries, notAnObject(lines, decoder, err)
		}
		entries = append(entries, entry{name: name.(string), value: value, line: line}) // a key is a text
	}
	if _, err := decoder.Token(); err != nil {
		return entries, notAnObject(lines, decoder, err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return entries, &fileError{lines.at(decoder.InputOffset()), "goes on after its JSON object"}
	}
	return entries, nil
}

// fileError says what is wrong with a file as a whole, and where that shows.
type fileError struct {
	line    int
	message string
}

func (e *fileError) Error() string { return e.message }

func notAnObject(lines *lineCounter, decoder *json.Decoder, err error) error {
	offset := decoder.InputOffset()
	if wrong, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = wrong.Offset
	}
	message := "is not a JSON object of settings"
	if err != nil {
		message = fmt.Sprintf("%s: %v", message, err)
	}
	return &fileError{lines.at(offset), message}
}

// lineCounter reads, and remembers where lines end.
type lineCounter struct {
	from io.Reader
	read int64
	ends []int64 // offsets behind line feeds
}

func (l *lineCounter) Read(p []byte) (int, error) {
	n, err := l.from.Read(p)
	for i, b := range p[:n] {
		if b == '\n' {
			l.ends = append(l.ends, l.read+int64(i)+1)
		}
	}
	l.read += int64(n)
	return n, err
}

// at gives the number of the line in which a token ends.
func (l *lineCounter) at(offset int64) int {
	line := 1
	for _, end := range l.ends {
		if end < offset {
			line++
		}
	}
	return line
}

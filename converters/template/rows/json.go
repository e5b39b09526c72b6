package rows

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// readJSON reads objects from a JSON list, from JSON lines, or from consecutive JSON values.
func readJSON(w *writer, text []byte) error {
	if isList(text) {
		return readList(w, text)
	}
	first, _, _ := bytes.Cut(bytes.TrimLeft(text, " \t\r\n"), []byte("\n"))
	if !json.Valid(first) && firstValue(text) == nil {
		return readValues(w, text)
	}
	return readLines(w, text)
}

// isList reports whether a text is a JSON list. It returns false for JSON lines, even if the first line is a list.
func isList(text []byte) bool {
	text = bytes.TrimSpace(text)
	if text[0] != '[' {
		return false
	}
	line, rest, _ := bytes.Cut(text, []byte("\n"))
	return !json.Valid(line) || len(bytes.TrimSpace(rest)) == 0
}

// firstValue returns an error if the text does not begin with a JSON value.
func firstValue(text []byte) error {
	var value json.RawMessage
	return json.NewDecoder(bytes.NewReader(text)).Decode(&value)
}

// readLines reads JSON lines. If a line is malformed, it reports this line and continues with the next.
func readLines(w *writer, text []byte) error {
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if err := writeObject(w, number, line); err != nil {
			return err
		}
	}
	return nil
}

// readList writes a row for each item of a JSON list.
func readList(w *writer, text []byte) error {
	d := newDecoder(text)
	if _, err := d.Token(); err != nil {
		return newError("rows-unreadable")
	}
	for d.More() {
		err := d.writeNext(w)
		switch {
		case errors.Is(err, io.EOF):
			return newError("rows-unreadable")
		case err != nil:
			return err
		}
	}
	if _, err := d.Token(); err != nil {
		return newError("rows-unreadable")
	}
	return nil
}

// readValues reads consecutive JSON objects, each of which can span several lines.
func readValues(w *writer, text []byte) error {
	for d := newDecoder(text); ; {
		err := d.writeNext(w)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// decoder decodes JSON values and determines the numbers of their lines.
type decoder struct {
	*json.Decoder
	text  []byte
	lines int   // the number of line breaks before from
	from  int64 // the offset up to which line breaks were counted
}

func newDecoder(text []byte) *decoder {
	return &decoder{Decoder: json.NewDecoder(bytes.NewReader(text)), text: text}
}

// writeNext writes the row of the next value. It returns [io.EOF] at the end of the text. Other errors are of type
// [*Error].
func (d *decoder) writeNext(w *writer) error {
	var value json.RawMessage
	err := d.Decode(&value)
	switch {
	case errors.Is(err, io.EOF):
		return io.EOF
	case err != nil:
		return newError("rows-unreadable")
	}
	begin := d.InputOffset() - int64(len(value))
	d.lines += lineCount(d.text[d.from:begin])
	d.from = begin
	return writeObject(w, d.lines+1, value)
}

// writeObject writes a row whose parameters are a JSON object. Other values are reported as a problem of the row.
func writeObject(w *writer, line int, text []byte) error {
	var compact bytes.Buffer
	switch {
	case json.Compact(&compact, text) != nil:
		return w.writeProblem(line, "row-malformed")
	case text[0] != '{':
		return w.writeProblem(line, "row-not-object")
	}
	return w.row(line, nil, func(dst []byte) []byte { return append(dst, compact.Bytes()...) })
}

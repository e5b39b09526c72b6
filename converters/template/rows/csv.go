package rows

import (
	"bytes"
)

// readCSV reads delimiter-separated text. The first non-empty line is the header.
func readCSV(w *writer, text []byte, options Options) error {
	r := newCSVReader(text)
	var c *columns
	for {
		record, ok := r.next()
		switch {
		case !ok && r.wasted > r.maxWasted():
			return newError("rows-unreadable")
		case !ok:
			return nil
		case record.isEmpty():
			continue
		case c == nil && record.hasUnmatchedQuotes:
			return newError("rows-unreadable")
		}
		var err error
		if c == nil {
			c, err = newColumns(record.texts(), options)
		} else {
			err = writeRecord(w, c, record)
		}
		if err != nil {
			return err
		}
	}
}

func writeRecord(w *writer, c *columns, record *record) error {
	if record.hasUnmatchedQuotes {
		return w.writeProblem(record.line, "row-quote")
	}
	values := make([]value, len(record.fields))
	for i, field := range record.fields {
		values[i].text = string(field)
	}
	return c.write(w, record.line, values)
}

// record is a row of fields. It can span several lines if fields in quotes contain line breaks.
type record struct {
	line               int // the number of its first line
	fields             [][]byte
	hasUnmatchedQuotes bool // the quotes do not match; the record is a single line then
}

func (r *record) isEmpty() bool {
	for _, field := range r.fields {
		if len(bytes.TrimSpace(field)) > 0 {
			return false
		}
	}
	return !r.hasUnmatchedQuotes
}

func (r *record) texts() []string {
	all := make([]string, len(r.fields))
	for i, field := range r.fields {
		all[i] = string(field)
	}
	return all
}

// csvReader reads records (RFC 4180). A quote in a field that does not begin with a quote is part of the field.
type csvReader struct {
	text      []byte
	at, line  int
	separator byte // 0 if there is only one column
	wasted    int  // number of bytes that were parsed again because of unmatched quotes
	record    record
}

func newCSVReader(text []byte) *csvReader {
	r := &csvReader{text: text, line: 1}
	if rest, ok := bytes.CutPrefix(text, []byte("sep=")); ok && len(rest) > 1 && bytes.IndexByte([]byte("\r\n"), rest[1]) >= 0 {
		r.separator = rest[0] // the first line "sep=;" names the separator; Excel writes and reads it
		r.endLine(len(text) - len(rest) + 1)
		return r
	}
	r.separator = findSeparator(text)
	return r
}

// maxWasted returns the maximum number of bytes that may be parsed again because of unmatched quotes. The limit ensures
// that the time grows only linearly with the size of the text.
func (r *csvReader) maxWasted() int { return 16*len(r.text) + 1<<20 }

// fieldsKept is the maximal number of fields of a record. Further fields are dropped.
const fieldsKept = 1 << 15

// next reads a record. The record is valid until the next call. It returns false at the end of the text, or if the
// limit maxWasted is exceeded.
func (r *csvReader) next() (*record, bool) {
	if r.at >= len(r.text) || r.wasted > r.maxWasted() {
		return nil, false
	}
	begin := r.at
	r.record.line, r.record.fields, r.record.hasUnmatchedQuotes = r.line, r.record.fields[:0], false
	for at := begin; ; at++ {
		field, end, ok := r.field(at)
		if !ok {
			r.wasted += end - begin
			r.record.hasUnmatchedQuotes = true
			r.endLine(begin + lineSize(r.text[begin:]))
			return &r.record, true
		}
		if len(r.record.fields) < fieldsKept {
			r.record.fields = append(r.record.fields, field)
		}
		if at = end; at >= len(r.text) || r.text[at] != r.separator || r.separator == 0 {
			r.endLine(at)
			return &r.record, true
		}
	}
}

// endLine sets the position after the line break at an offset, or to the end of the text.
func (r *csvReader) endLine(at int) {
	switch {
	case bytes.HasPrefix(r.text[at:], []byte("\r\n")):
		at += 2
	case at < len(r.text):
		at++
	}
	r.line += lineCount(r.text[r.at:at])
	r.at = at
}

// field reads a field. end is the offset of the separator or line break after the field, or the end of the text. ok is
// false if a quoted field has no closing quote, or if other text follows the closing quote.
func (r *csvReader) field(at int) (field []byte, end int, ok bool) {
	open := at
	for open < len(r.text) && r.text[open] == ' ' {
		open++
	}
	if open >= len(r.text) || r.text[open] != '"' || r.separator == '"' {
		end = at + r.plainSize(r.text[at:])
		return r.text[at:end], end, true
	}
	field, end, ok = quoted(r.text, open+1)
	for ok && end < len(r.text) && r.text[end] == ' ' && r.separator != ' ' {
		end++
	}
	return field, end, ok && r.endsAt(end)
}

func (r *csvReader) endsAt(at int) bool {
	return at >= len(r.text) || r.text[at] == '\n' || r.text[at] == '\r' || r.separator != 0 && r.text[at] == r.separator
}

// quoted reads a quoted field from the offset after its opening quote. end is the offset after its closing quote. A
// doubled quote stands for one quote.
func quoted(text []byte, from int) (field []byte, end int, ok bool) {
	for at := from; ; {
		size := bytes.IndexByte(text[at:], '"')
		if size < 0 {
			return nil, len(text), false
		}
		closing := at + size
		if closing+1 >= len(text) || text[closing+1] != '"' {
			if field == nil {
				return text[from:closing], closing + 1, true
			}
			return append(field, text[at:closing]...), closing + 1, true
		}
		field = append(field, text[at:closing+1]...)
		at = closing + 2
	}
}

// plainSize returns the length of an unquoted field.
func (r *csvReader) plainSize(text []byte) int {
	for i, c := range text {
		if c == '\n' || c == '\r' || c == r.separator && c != 0 {
			return i
		}
	}
	return len(text)
}

// lineSize returns the length of the first line without its line break.
func lineSize(text []byte) int {
	if size := bytes.IndexAny(text, "\r\n"); size >= 0 {
		return size
	}
	return len(text)
}

// separators are the possible separators, in the order of preference: characters that occur less in texts come first.
var separators = []byte("\t;|,")

// The maximal size of the sample from which the separator is determined, in bytes and in records.
const (
	sampleSize    = 64 << 10
	sampleRecords = 50
)

// findSeparator returns the separator with which the largest share of records has as many fields as the header. Among
// separators with equal shares, it prefers the one that yields more fields. It returns 0 if the header has only one
// field.
func findSeparator(text []byte) (best byte) {
	whole := len(text) <= sampleSize
	text = text[:min(len(text), sampleSize)]
	var most [2]int
	for _, separator := range separators {
		alike, fields := countAlike(text, separator, whole)
		if fields > 1 && (alike > most[0] || alike == most[0] && fields > most[1]) {
			best, most = separator, [2]int{alike, fields}
		}
	}
	return best
}

// countAlike reads a sample of records. alike is the share of records, in thousandths, that have as many fields as the
// first record, and fields is the number of these fields. If complete is false, the last record may be cut off and is
// ignored.
func countAlike(text []byte, separator byte, complete bool) (alike, fields int) {
	r := &csvReader{text: text, line: 1, separator: separator}
	records, same := 0, 0
	for records < sampleRecords {
		record, ok := r.next()
		if !ok || !complete && r.at >= len(text) && records > 0 {
			break
		}
		if record.isEmpty() {
			continue
		}
		if records++; records == 1 {
			fields = len(record.fields)
		}
		if records == 1 && record.hasUnmatchedQuotes {
			return 0, 0
		}
		if len(record.fields) == fields && !record.hasUnmatchedQuotes {
			same++
		}
	}
	return same * 1000 / max(records, 1), fields
}

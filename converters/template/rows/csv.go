package rows

import (
	"bytes"
)

// readCSV reads text with separators. Its first line with something in it is the header.
func readCSV(w *writer, text []byte, options Options) error {
	r := newCSVReader(text)
	var c *columns
	for {
		record, ok := r.next()
		switch {
		case !ok && r.spent > r.most():
			return wrong("rows-unreadable")
		case !ok:
			return nil
		case record.isEmpty():
			continue
		case c == nil && record.torn:
			return wrong("rows-unreadable")
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
	if record.torn {
		return w.bad(record.line, "row-quote")
	}
	values := make([]value, len(record.fields))
	for i, field := range record.fields {
		values[i].text = string(field)
	}
	return c.write(w, record.line, values)
}

// record is a line of fields, or several where one has line breaks in quotes.
type record struct {
	line   int // where it begins
	fields [][]byte
	torn   bool // its quotes do not fit; it is one line
}

func (r *record) isEmpty() bool {
	for _, field := range r.fields {
		if len(bytes.TrimSpace(field)) > 0 {
			return false
		}
	}
	return !r.torn
}

func (r *record) texts() []string {
	all := make([]string, len(r.fields))
	for i, field := range r.fields {
		all[i] = string(field)
	}
	return all
}

// csvReader reads records (RFC 4180). A quote that stands within a field without quotes is part of it.
type csvReader struct {
	text      []byte
	at, line  int
	separator byte // 0 where there is one column
	spent     int  // bytes that were read in vain, for quotes that do not fit
	record    record
}

func newCSVReader(text []byte) *csvReader {
	r := &csvReader{text: text, line: 1}
	if said, ok := bytes.CutPrefix(text, []byte("sep=")); ok && len(said) > 1 && bytes.IndexByte([]byte("\r\n"), said[1]) >= 0 {
		r.separator = said[0] // as Excel writes and reads it
		r.endLine(len(text) - len(said) + 1)
		return r
	}
	r.separator = findSeparator(text)
	return r
}

// most is how many bytes are read in vain at most.
func (r *csvReader) most() int { return 16*len(r.text) + 1<<20 }

// fieldsKept bounds the fields of a record that are kept.
const fieldsKept = 1 << 15

// next reads a record, which is good until the next one. It is not ok at the end, or where too much
// was read in vain.
func (r *csvReader) next() (*record, bool) {
	if r.at >= len(r.text) || r.spent > r.most() {
		return nil, false
	}
	begin := r.at
	r.record.line, r.record.fields, r.record.torn = r.line, r.record.fields[:0], false
	for at := begin; ; at++ {
		field, end, ok := r.field(at)
		if !ok {
			r.spent += end - begin
			r.record.torn = true
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

// endLine goes on behind the end of the line that is at a place, or at the end of the text.
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

// field reads a field, and gives where it ends: at a separator, at the end of a line, or of the text.
// It is not ok where its quotes do not fit, which is seen there.
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

// quoted reads what stands in quotes, from behind the first one, and gives where the last one ends.
// Two quotes are one of the text.
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

// plainSize gives the size of a field without quotes.
func (r *csvReader) plainSize(text []byte) int {
	for i, c := range text {
		if c == '\n' || c == '\r' || c == r.separator && c != 0 {
			return i
		}
	}
	return len(text)
}

// lineSize gives the size of a line without its end.
func lineSize(text []byte) int {
	if size := bytes.IndexAny(text, "\r\n"); size >= 0 {
		return size
	}
	return len(text)
}

// separators are those that are looked for, those first that texts have more rarely.
var separators = []byte("\t;|,")

// How much of a file tells its separator.
const (
	sampleSize    = 64 << 10
	sampleRecords = 50
)

// findSeparator finds by which separator most of the first records have as many fields as the header;
// among several the one by which that has more. It is 0 where the header has none.
func findSeparator(text []byte) (best byte) {
	whole := len(text) <= sampleSize
	text = text[:min(len(text), sampleSize)]
	var most [2]int
	for _, separator := range separators {
		alike, fields := tryout(text, separator, whole)
		if fields > 1 && (alike > most[0] || alike == most[0] && fields > most[1]) {
			best, most = separator, [2]int{alike, fields}
		}
	}
	return best
}

// tryout counts the records that have as many fields as the first one, in a thousand; a text that
// is not whole ends with one that may be cut.
func tryout(text []byte, separator byte, whole bool) (alike, fields int) {
	r := &csvReader{text: text, line: 1, separator: separator}
	records, same := 0, 0
	for records < sampleRecords {
		record, ok := r.next()
		if !ok || !whole && r.at >= len(text) && records > 0 {
			break
		}
		if record.isEmpty() {
			continue
		}
		if records++; records == 1 {
			fields = len(record.fields)
		}
		if records == 1 && record.torn {
			return 0, 0
		}
		if len(record.fields) == fields && !record.torn {
			same++
		}
	}
	return same * 1000 / max(records, 1), fields
}

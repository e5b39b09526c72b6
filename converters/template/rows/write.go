package rows

import (
	"encoding/json"
	"strconv"

	"lectern/converters/wire"
)

// writer writes rows.
type writer struct {
	out   []byte
	count int
}

// row writes a row that begins in a line: with what is wrong with it, or with the parameters that
// are appended.
func (w *writer) row(line int, found []wire.TemplateProblem, appendParams func([]byte) []byte) error {
	if w.count++; w.count > wire.MaxTemplateRows {
		return wrong("rows-too-many", "most", strconv.Itoa(wire.MaxTemplateRows))
	}
	w.out = strconv.AppendInt(append(w.out, `{"row":`...), int64(w.count), 10)
	w.out = strconv.AppendInt(append(w.out, `,"line":`...), int64(line), 10)
	if len(found) > 0 {
		text, err := json.Marshal(found)
		if err != nil {
			return err
		}
		w.out = append(append(w.out, `,"problems":`...), text...)
	} else {
		w.out = appendParams(append(w.out, `,"params":`...))
	}
	if w.out = append(w.out, "}\n"...); len(w.out) > mostLines {
		return wrong("rows-too-large")
	}
	return nil
}

// bad writes a row that is wrong.
func (w *writer) bad(line int, code string, values ...string) error {
	return w.row(line, []wire.TemplateProblem{problem(code, append(values, "line", strconv.Itoa(line))...)}, nil)
}

// appendText appends a text as JSON.
func appendText(to []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			quoted, _ := json.Marshal(text) // which every text can be
			return append(to, quoted...)
		}
	}
	return append(append(append(to, '"'), text...), '"')
}

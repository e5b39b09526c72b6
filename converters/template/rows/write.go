package rows

import (
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"

	"lectern/converters/wire"
)

// writer collects the rows of the result.
type writer struct {
	out   []byte
	count int
}

// row writes a row that begins at the given line of the file. If the list found is empty, the written row contains the
// parameters; otherwise it contains the problems in the list.
func (w *writer) row(line int, found []wire.TemplateProblem, appendParams func([]byte) []byte) error {
	if w.count++; w.count > wire.MaxTemplateRows {
		return newError("rows-too-many", "most", strconv.Itoa(wire.MaxTemplateRows))
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
	if w.out = append(w.out, "}\n"...); len(w.out) > maxResultSize {
		return newError("rows-too-large")
	}
	return nil
}

// writeProblem writes a row with one problem.
func (w *writer) writeProblem(line int, code string, values ...string) error {
	return w.row(line, []wire.TemplateProblem{problem(code, append(values, "line", strconv.Itoa(line))...)}, nil)
}

// appendText appends a text as a JSON string. Invalid UTF-8 is replaced.
func appendText(dst []byte, text string) []byte {
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(text); {
		c := text[i]
		size, by := 1, ""
		switch {
		case c >= utf8.RuneSelf:
			var r rune
			if r, size = utf8.DecodeRuneInString(text[i:]); r != utf8.RuneError || size > 1 {
				i += size
				continue
			}
			by = "\ufffd"
		case c == '"':
			by = `\"`
		case c == '\\':
			by = `\\`
		case c < ' ':
			by = controls[c]
		default:
			i++
			continue
		}
		dst = append(append(dst, text[from:i]...), by...)
		i += size
		from = i
	}
	return append(append(dst, text[from:]...), '"')
}

// controls are the JSON escape sequences of the control characters.
var controls = func() (all [' ']string) {
	for c := range all {
		all[c] = fmt.Sprintf(`\u%04x`, c)
	}
	all['\n'], all['\r'], all['\t'] = `\n`, `\r`, `\t`
	return all
}()

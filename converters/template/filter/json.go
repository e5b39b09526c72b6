package filter

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"lectern/converters/template/expression"
)

// maxJSON is the maximal nesting depth of values that are written as JSON.
const maxJSON = 2000

// writeJSON writes a value as JSON. The argument is the number of spaces for indentation, at most 10. Members are
// sorted by name.
func writeJSON(env *expression.Environment, in any, args arguments) (any, error) {
	indent, err := args.wholeNumber(0, 0, 0, 10)
	if err != nil {
		return nil, err
	}
	w := &jsonWriter{env: env, indent: strings.Repeat(" ", indent)}
	if err := w.write(in, 0); err != nil {
		return nil, err
	}
	return w.text.String(), nil
}

// jsonWriter writes JSON and charges the bytes to the budget as it writes.
type jsonWriter struct {
	env    *expression.Environment
	indent string
	text   strings.Builder
}

func (w *jsonWriter) write(value any, depth int) error {
	if depth > maxJSON {
		return newError(codeUnwritten, value)
	}
	switch value := value.(type) {
	case []any:
		return w.list(value, depth)
	case map[string]any:
		return w.object(value, depth)
	case expression.Undefined:
		return w.put("null")
	case float64:
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return w.put("null")
		}
		return w.put(expression.Text(value))
	case time.Time:
		return w.put(`"` + expression.Text(value) + `"`)
	case string:
		return w.quoted(value)
	}
	return w.put(expression.Text(value))
}

func (w *jsonWriter) put(text string) error {
	w.text.WriteString(text)
	if w.text.Len() > expression.MaxText {
		return &expression.BudgetError{Resource: "bytes"}
	}
	return w.env.ChargeBytes(int64(len(text)))
}

func (w *jsonWriter) quoted(text string) error {
	if err := w.env.ChargeBytes(int64(len(text))); err != nil {
		return err
	}
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		return err
	}
	return w.put(strings.TrimSuffix(out.String(), "\n"))
}

func (w *jsonWriter) list(items []any, depth int) error {
	return w.writeItems('[', ']', len(items), depth, func(i int) error {
		return w.write(items[i], depth+1)
	})
}

func (w *jsonWriter) object(members map[string]any, depth int) error {
	names := slices.Sorted(maps.Keys(members))
	names = slices.DeleteFunc(names, func(name string) bool { return members[name] == any(expression.Undefined{}) })
	return w.writeItems('{', '}', len(names), depth, func(i int) error {
		if err := w.quoted(names[i]); err != nil {
			return err
		}
		colon := ":"
		if w.indent != "" {
			colon = ": "
		}
		if err := w.put(colon); err != nil {
			return err
		}
		return w.write(members[names[i]], depth+1)
	})
}

// writeItems writes brackets and the items between them, separated by commas.
func (w *jsonWriter) writeItems(open, end byte, count, depth int, write func(i int) error) error {
	w.text.WriteByte(open)
	for i := range count {
		if i > 0 {
			w.text.WriteByte(',')
		}
		if err := w.line(depth + 1); err != nil {
			return err
		}
		if err := write(i); err != nil {
			return err
		}
	}
	if count > 0 {
		if err := w.line(depth); err != nil {
			return err
		}
	}
	w.text.WriteByte(end)
	return w.env.ChargeBytes(2)
}

func (w *jsonWriter) line(depth int) error {
	if w.indent == "" {
		return w.env.ChargeBytes(1)
	}
	return w.put("\n" + strings.Repeat(w.indent, depth))
}

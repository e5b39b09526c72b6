package expression

import (
	"strconv"
	"time"
)

const (
	// MaxText is the longest text that can be created, in bytes. Copies take some more while it grows.
	MaxText = 64 << 20
	// maxListDepth is how deep lists can be nested in a text. Deeper ones contain themselves.
	maxListDepth = 2000
)

// Text returns the text of a value as String of JavaScript does; that of a time is RFC 3339. That of a list is cut at
// 64 MiB; [Environment.Text] charges the budget instead.
func Text(v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	w := writer{left: MaxText}
	w.write(v)
	return string(w.text)
}

// Text returns the text of a value as [Text] does, and charges its bytes to the budget. The error is a [*BudgetError].
func (env *Environment) Text(v any) (string, error) {
	if text, ok := v.(string); ok {
		return text, nil
	}
	w := writer{left: MaxText}
	if env.Budget != nil {
		w.left = min(w.left, env.Budget.Bytes)
	}
	w.write(v)
	if err := env.Make(int64(len(w.text))); err != nil {
		return "", err
	}
	return string(w.text), nil
}

// writer writes the text of a value, and stops soon after it has become too long.
type writer struct {
	text  []byte
	left  int64 // bytes; negative after it has stopped
	depth int
}

func (w *writer) write(v any) {
	before := len(w.text)
	switch v := v.(type) {
	case nil:
		w.text = append(w.text, "null"...)
	case Undefined:
		w.text = append(w.text, "undefined"...)
	case bool:
		w.text = strconv.AppendBool(w.text, v)
	case float64:
		w.text = appendNumber(w.text, v)
	case string:
		w.text = append(w.text, v...)
	case time.Time:
		w.text = v.AppendFormat(w.text, time.RFC3339)
	case []any:
		w.writeList(v)
		return
	default:
		w.text = append(w.text, "[object Object]"...)
	}
	w.left -= int64(len(w.text) - before)
}

// writeList writes the items separated by commas. Missing and null items have an empty text.
func (w *writer) writeList(items []any) {
	if w.depth >= maxListDepth {
		return
	}
	w.depth++
	for i, item := range items {
		if i > 0 {
			w.text = append(w.text, ',')
			w.left--
		}
		if w.left < 0 {
			break
		}
		if !Missing(item) {
			w.write(item)
		}
	}
	w.depth--
}

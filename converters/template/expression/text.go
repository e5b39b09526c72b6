package expression

import (
	"strconv"
	"time"
)

const (
	// MaxText is the maximal length of a text that an evaluation can create, in bytes. While a text grows, it is
	// copied, so the evaluation needs more memory than the length of the text.
	MaxText = 64 << 20
	// maxListDepth is the maximum depth to which nested lists are converted into text. This limit ends the conversion
	// of lists that contain themselves; other lists are not so deep.
	maxListDepth = 2000
)

// Text converts a value into text like JavaScript's String function. A time is formatted according to RFC 3339. The
// text of a list is cut at 64 MiB; [Environment.Text] charges it to the budget instead.
func Text(v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	w := writer{remaining: MaxText}
	w.write(v)
	return string(w.text)
}

// Text converts a value into text like [Text], and charges the bytes to the budget. Errors are of type [*BudgetError].
func (env *Environment) Text(v any) (string, error) {
	if text, ok := v.(string); ok {
		return text, nil
	}
	w := writer{remaining: MaxText}
	if env.Budget != nil {
		w.remaining = min(w.remaining, env.Budget.Bytes)
	}
	w.write(v)
	if err := env.ChargeBytes(int64(len(w.text))); err != nil {
		return "", err
	}
	return string(w.text), nil
}

// writer writes the text of a value. It stops when the text is too long.
type writer struct {
	text      []byte
	remaining int64 // the remaining bytes; negative if the text is too long
	depth     int
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
	w.remaining -= int64(len(w.text) - before)
}

// writeList writes the items of a list, separated by commas. Missing and null items become empty texts.
func (w *writer) writeList(items []any) {
	if w.depth >= maxListDepth {
		return
	}
	w.depth++
	for i, item := range items {
		if i > 0 {
			w.text = append(w.text, ',')
			w.remaining--
		}
		if w.remaining < 0 {
			break
		}
		if !Missing(item) {
			w.write(item)
		}
	}
	w.depth--
}

package expression

import "time"

// Undefined is the value of a name that does not exist.
type Undefined struct{}

// Missing reports whether a value is null or undefined.
func Missing(v any) bool {
	switch v.(type) {
	case nil, Undefined:
		return true
	}
	return false
}

// Truthy reports whether a section of a template is shown for a value. It is not shown if the value is missing, null,
// false, 0, NaN, an empty text or an empty list. For the operators &&, ||, ! and ?:, however, an empty list is true, as
// in JavaScript.
func Truthy(v any) bool {
	if items, ok := v.([]any); ok {
		return len(items) > 0
	}
	return truthy(v)
}

// truthy reports whether JavaScript converts a value to true.
func truthy(v any) bool {
	switch v := v.(type) {
	case nil, Undefined:
		return false
	case bool:
		return v
	case float64:
		return v != 0 && v == v
	case string:
		return v != ""
	}
	return true
}

// Number converts a value into a number like JavaScript's Number function. The result is NaN if the value is not a
// number, and milliseconds since 1970 for a time.
func Number(v any) float64 {
	switch v := v.(type) {
	case float64:
		return v
	case nil:
		return 0
	case bool:
		if v {
			return 1
		}
		return 0
	case string:
		return parseNumber(v)
	case time.Time:
		return float64(v.UnixMilli())
	case []any:
		if len(v) == 0 {
			return 0
		}
		if len(v) == 1 {
			return parseNumber(Text(v))
		}
	}
	return nan
}

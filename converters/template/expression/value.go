package expression

import "time"

// Undefined is the value of what is missing.
type Undefined struct{}

// Missing tells whether a value is null or undefined.
func Missing(v any) bool {
	switch v.(type) {
	case nil, Undefined:
		return true
	}
	return false
}

// Truthy tells whether a section of a template with that value is shown: not where the value is
// missing, null, false, 0, NaN, an empty text or an empty list. To the operators &&, ||, ! and ?:
// an empty list is true, as it is to JavaScript.
func Truthy(v any) bool {
	if items, ok := v.([]any); ok {
		return len(items) > 0
	}
	return truthy(v)
}

// truthy is what JavaScript takes for true.
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

// Number gives the number that JavaScript makes of a value: NaN of what is none, and milliseconds
// since 1970 of a time.
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

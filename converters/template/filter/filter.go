// Package filter implements the filters of expressions. They transform texts, lists, numbers and dates, and format
// numbers and dates for the locale of the environment.
//
// All filters except default return a missing value unchanged, so that the policy of the template for missing values
// applies. The formats are those of Unicode's CLDR; see the folder cldr.
package filter

import (
	"errors"
	"maps"
	"strings"
	"unicode/utf8"

	"lectern/converters/template/expression"
)

// apply is the function of a filter. It is not called for missing values.
type apply func(env *expression.Environment, in any, args arguments) (any, error)

// All returns all filters by their names.
func All() expression.Filters {
	all := expression.Filters{}
	for _, filters := range []expression.Filters{textFilters(), listFilters(), aggregateFilters(), numberFilters(), dateFilters()} {
		maps.Copy(all, filters)
	}
	for name, filter := range all {
		all[name] = withFilterName(name, filter)
	}
	return all
}

// withFilterName returns a filter that adds its name to its errors.
func withFilterName(name string, filter expression.Filter) expression.Filter {
	inner := filter.Apply
	filter.Apply = func(env *expression.Environment, in any, args []any) (any, error) {
		out, err := inner(env, in, args)
		if wrong, ok := errors.AsType[*Error](err); ok && wrong.Values["filter"] == "" {
			wrong.Values["filter"] = name
		}
		return out, err
	}
	return filter
}

// skipMissing returns a filter that returns missing values unchanged.
func skipMissing(input expression.Hint, do apply) expression.Filter {
	return expression.Filter{Input: input, Apply: func(env *expression.Environment, in any, args []any) (any, error) {
		if expression.Missing(in) {
			return in, nil
		}
		return do(env, in, args)
	}}
}

// Codes of errors. The values of each error contain the name of the filter and the shortened input.
const (
	codeNoList    = "not-a-list"
	codeNoNumber  = "not-a-number"
	codeNoDate    = "not-a-date"
	codeArgument  = "missing-argument" // value: the number of the argument, from 1
	codeCurrency  = "unknown-currency"
	codeZone      = "unknown-time-zone"
	codePattern   = "wrong-date-pattern" // at: the unknown letter
	codeCondition = "wrong-condition"
	codeUnwritten = "not-writable"  // the value cannot be written as JSON
	codeLong      = "text-too-long" // most: the maximal number of characters
)

// An Error is returned by a filter for an invalid input or argument. Values are the parameters of its message.
type Error struct {
	Code   string
	Values map[string]string
}

// Error returns the code and the values, for logs.
func (e *Error) Error() string {
	text := e.Code + " " + e.Values["filter"] + ": " + e.Values["value"]
	if at := e.Values["at"]; at != "" {
		text += " at " + at
	}
	return text
}

// maxShown is the maximal number of characters of a value in an error.
const maxShown = 40

func newError(code string, value any) error {
	text := expression.Kind(value)
	switch value := value.(type) {
	case []any, map[string]any:
	case string:
		text = value
	default:
		text = expression.Text(value)
	}
	return &Error{Code: code, Values: map[string]string{"value": shorten(text)}}
}

func shorten(text string) string {
	if len(text) <= maxShown {
		return text
	}
	runes := []rune(text[:min(len(text), maxShown*utf8.UTFMax)])
	if len(runes) > maxShown {
		runes = append(runes[:maxShown-1], '…')
	}
	return strings.ToValidUTF8(string(runes), "")
}

// Package filter has the filters of templates' expressions: they change texts, lists, numbers and
// dates, and write the latter two as the environment's locale has it.
//
// A value that is missing passes through all filters but default as it is, so that what becomes of
// missing values is for the template to say. The formats are Unicode's CLDR; see the folder cldr.
package filter

import (
	"maps"
	"strings"
	"unicode/utf8"

	"lectern/converters/template/expression"
)

// apply is what a filter does with a value that is not missing.
type apply func(env *expression.Environment, in any, args arguments) (any, error)

// All gives the filters, by name.
func All() expression.Filters {
	all := expression.Filters{}
	for _, of := range []expression.Filters{textFilters(), listFilters(), aggregateFilters(), numberFilters(), dateFilters()} {
		maps.Copy(all, of)
	}
	for name, filter := range all {
		all[name] = named(name, filter)
	}
	return all
}

// named puts the filter's name into its errors.
func named(name string, filter expression.Filter) expression.Filter {
	inner := filter.Apply
	filter.Apply = func(env *expression.Environment, in any, args []any) (any, error) {
		out, err := inner(env, in, args)
		if wrong, ok := err.(*Error); ok && wrong.Values["filter"] == "" {
			wrong.Values["filter"] = name
		}
		return out, err
	}
	return filter
}

// passing is a filter that leaves alone what is missing.
func passing(takes expression.Hint, do apply) expression.Filter {
	return expression.Filter{Takes: takes, Apply: func(env *expression.Environment, in any, args []any) (any, error) {
		if expression.Missing(in) {
			return in, nil
		}
		return do(env, in, args)
	}}
}

// The codes of errors. All have the filter's name and the value, shortened.
const (
	codeNoList    = "not-a-list"
	codeNoNumber  = "not-a-number"
	codeNoDate    = "not-a-date"
	codeArgument  = "missing-argument" // value: which, from 1
	codeCurrency  = "unknown-currency"
	codeZone      = "unknown-time-zone"
	codePattern   = "wrong-date-pattern" // at: the letter that has no meaning
	codeCondition = "wrong-condition"
	codeUnwritten = "not-writable"  // as JSON
	codeLong      = "text-too-long" // most: in characters
)

// An Error says what a filter cannot do.
type Error struct {
	Code   string
	Values map[string]string
}

// Error gives the code and the values, for logs.
func (e *Error) Error() string {
	text := e.Code + " " + e.Values["filter"] + ": " + e.Values["value"]
	if at := e.Values["at"]; at != "" {
		text += " at " + at
	}
	return text
}

// maxShown is how many characters of a value an error has.
const maxShown = 40

func wrong(code string, value any) error {
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

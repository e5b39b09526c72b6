package expression

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"lectern/converters/wire/nearest"
)

// Names looks up the filters of expressions.
type Names interface {
	// Filter returns the filter with a name. If there is none, it returns false and the names of all filters.
	Filter(name string) (filter Filter, names []string, ok bool)
}

// A Filter converts a value into another one.
type Filter struct {
	// Apply returns the result for the value before the filter and its arguments, which it must not change. It charges
	// its work to the budget of the environment.
	Apply func(env *Environment, in any, args []any) (any, error)
	// Takes is the kind of value that the filter expects.
	Takes Hint
	// Member is the kind of the member that the first argument names: [Any] if it can be of any kind, and [None] if the
	// first argument names no member.
	Member Hint
	// Makes reports whether the items of the result are others than those of the list.
	Makes bool
	// Condition reports whether a single argument is an expression over the items.
	Condition bool
}

// Filters maps names to filters.
type Filters map[string]Filter

// Filter implements [Names].
func (f Filters) Filter(name string) (Filter, []string, bool) {
	filter, ok := f[name]
	if ok {
		return filter, nil, true
	}
	return filter, slices.Sorted(maps.Keys(f)), false
}

// Nearest returns the name that is most similar to a wrong one; "" if more than a third of its characters, and more
// than one, would have to be changed.
func Nearest(wrong string, names []string) string {
	best, least := "", max(1, utf8.RuneCountInString(wrong)/3)+1
	for _, name := range names {
		if d := nearest.Distance(strings.ToLower(wrong), strings.ToLower(name)); d < least {
			best, least = name, d
		}
	}
	return best
}

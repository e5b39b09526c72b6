package expression

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"lectern/converters/wire/nearest"
)

// FilterLookup looks up the filters that an expression can use.
type FilterLookup interface {
	// Filter returns the filter with the given name. If there is no such filter, ok is false and names are the names of
	// all filters.
	Filter(name string) (filter Filter, names []string, ok bool)
}

// A Filter converts its input into another value.
type Filter struct {
	// Apply returns the result for an input value and the arguments. It must change neither the input nor the
	// arguments. It charges its work to the budget of the environment.
	Apply func(env *Environment, in any, args []any) (any, error)
	// Input is the kind of input that the filter expects.
	Input Hint
	// Member is the expected kind of the member that the first argument names. It is [Any] if the member can be of any
	// kind, and [None] if the first argument does not name a member.
	Member Hint
	// NewItems states that the items of the result are different objects from the items of the input list.
	NewItems bool
	// Condition states that the argument, if there is only one, is a condition that is evaluated for each item.
	Condition bool
}

// Filters maps names to filters.
type Filters map[string]Filter

// Filter implements [FilterLookup].
func (f Filters) Filter(name string) (Filter, []string, bool) {
	filter, ok := f[name]
	if ok {
		return filter, nil, true
	}
	return filter, slices.Sorted(maps.Keys(f)), false
}

// Nearest returns the name that is most similar to a wrong name, or "" if no name is similar. In a similar name, at
// most one character, or at most a third of the characters, is different.
func Nearest(wrong string, names []string) string {
	best, least := "", max(1, utf8.RuneCountInString(wrong)/3)+1
	for _, name := range names {
		if d := nearest.Distance(strings.ToLower(wrong), strings.ToLower(name)); d < least {
			best, least = name, d
		}
	}
	return best
}

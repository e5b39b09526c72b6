package expression

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"lectern/converters/wire/nearest"
)

// Names are the filters that expressions may use.
type Names interface {
	// Filter gives the filter of that name; where there is none, false and the names that there are.
	Filter(name string) (filter Filter, names []string, ok bool)
}

// A Filter makes a value of another.
type Filter struct {
	// Apply gives the value for what stands before the filter and for its arguments, which it must
	// not change. What it goes through and makes it takes from the environment's budget.
	Apply func(env *Environment, in any, args []any) (any, error)
	// Takes is what it is applied to.
	Takes Hint
	// Member is what that member of each item is which the first argument names; [Any] where the
	// filter has such an argument but takes anything, and [None] where it has none.
	Member Hint
	// Makes says that the items of the list that it gives are others than those that it takes.
	Makes bool
	// Condition says that a lone first argument is an expression over the items.
	Condition bool
}

// Filters are filters by name.
type Filters map[string]Filter

// Filter implements [Names].
func (f Filters) Filter(name string) (Filter, []string, bool) {
	filter, ok := f[name]
	if ok {
		return filter, nil, true
	}
	return filter, slices.Sorted(maps.Keys(f)), false
}

// Nearest gives that of the names which is most like one that is wrong, and "" where none is much
// like it: where more than a third of its characters, and more than one, would have to be changed.
func Nearest(wrong string, names []string) string {
	best, least := "", max(1, utf8.RuneCountInString(wrong)/3)+1
	for _, name := range names {
		if d := nearest.Distance(strings.ToLower(wrong), strings.ToLower(name)); d < least {
			best, least = name, d
		}
	}
	return best
}

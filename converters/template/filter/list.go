package filter

import (
	"math"
	"slices"
	"unicode/utf8"

	"lectern/converters/template/expression"
)

// listFilters returns the filters that select and sort the items of lists.
func listFilters() expression.Filters {
	return expression.Filters{
		"join":     skipMissing(expression.List, join),
		"first":    skipMissing(expression.List, selectItem(func(items []any) any { return items[0] })),
		"last":     skipMissing(expression.List, selectItem(func(items []any) any { return items[len(items)-1] })),
		"reverse":  skipMissing(expression.Any, reverse),
		"slice":    skipMissing(expression.Any, slice),
		"sort":     keyFilter(expression.Any, sortItems),
		"sortBy":   keyFilter(expression.Any, sortItems),
		"where":    conditionFilter(where),
		"filter":   conditionFilter(where),
		"distinct": keyFilter(expression.Any, distinct),
		"unique":   keyFilter(expression.Any, distinct),
		"group":    withNewItems(keyFilter(expression.Any, group)),
		"groupBy":  withNewItems(keyFilter(expression.Any, group)),
		"map":      withNewItems(keyFilter(expression.Any, pluck)),
		"pluck":    withNewItems(keyFilter(expression.Any, pluck)),
		"chunk":    withNewItems(skipMissing(expression.List, chunk)),
	}
}

// keyFilter returns a filter of lists whose first argument names a member of the items, or is an expression that is
// evaluated for each item.
func keyFilter(member expression.Hint, do func(env *expression.Environment, items []any, args arguments) (any, error)) expression.Filter {
	filter := skipMissing(expression.List, func(env *expression.Environment, in any, args arguments) (any, error) {
		items, err := itemsOf(env, in)
		if err != nil {
			return nil, err
		}
		return do(env, items, args)
	})
	filter.Member = member
	return filter
}

// withNewItems marks a filter whose result contains new objects instead of the items of the input list.
func withNewItems(filter expression.Filter) expression.Filter {
	filter.NewItems = true
	return filter
}

// conditionFilter returns a [keyFilter] that interprets a single argument as a condition.
func conditionFilter(do func(env *expression.Environment, items []any, args arguments) (any, error)) expression.Filter {
	filter := keyFilter(expression.Any, do)
	filter.Condition = true
	return filter
}

// join joins the texts of items with a separator. The second argument is a different separator before the last item.
func join(env *expression.Environment, value any, args arguments) (any, error) {
	items, err := itemsOf(env, value)
	if err != nil {
		return nil, err
	}
	separator, err := args.text(env, 0, ", ")
	if err != nil {
		return nil, err
	}
	ending, err := args.text(env, 1, separator)
	if err != nil || len(items) < 2 || ending == separator {
		return joined(env, items, separator, err)
	}
	before, err := expression.Join(env, items[:len(items)-1], separator)
	return joined(env, []any{before, items[len(items)-1]}, ending, err)
}

func joined(env *expression.Environment, items []any, separator string, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return expression.Join(env, items, separator)
}

// selectItem returns a filter that selects an item of a list. The result is missing if the list is empty.
func selectItem(choose func(items []any) any) apply {
	return func(env *expression.Environment, in any, _ arguments) (any, error) {
		items, ok := in.([]any)
		switch {
		case !ok:
			return nil, newError(codeNoList, in)
		case len(items) == 0:
			return expression.Undefined{}, nil
		}
		return choose(items), nil
	}
}

// reverse reverses a list or a text.
func reverse(env *expression.Environment, in any, _ arguments) (any, error) {
	if text, ok := in.(string); ok {
		runes := []rune(text)
		slices.Reverse(runes)
		return string(runes), env.ChargeBytes(int64(len(text)))
	}
	items, err := itemsOf(env, in)
	if err != nil {
		return nil, err
	}
	items = slices.Clone(items)
	slices.Reverse(items)
	return items, env.ChargeList(len(items))
}

// slice returns the items or characters between two positions, excluding the second one. Negative positions count from
// the end.
func slice(env *expression.Environment, in any, args arguments) (any, error) {
	if text, ok := in.(string); ok {
		from, to, err := sliceBounds(args, utf8.RuneCountInString(text))
		if err != nil {
			return nil, err
		}
		return string([]rune(text)[from:to]), env.ChargeBytes(int64(len(text)))
	}
	items, err := itemsOf(env, in)
	if err != nil {
		return nil, err
	}
	from, to, err := sliceBounds(args, len(items))
	if err != nil {
		return nil, err
	}
	return slices.Clone(items[from:to]), env.ChargeList(to - from)
}

func sliceBounds(args arguments, length int) (from, to int, err error) {
	if from, err = args.wholeNumber(0, 0, math.MinInt32, math.MaxInt32); err != nil {
		return 0, 0, err
	}
	if to, err = args.wholeNumber(1, length, math.MinInt32, math.MaxInt32); err != nil {
		return 0, 0, err
	}
	from, to = clampPosition(from, length), clampPosition(to, length)
	return from, max(from, to), nil
}

// clampPosition limits a position to the length of a list. A negative position counts from the end.
func clampPosition(at, length int) int {
	if at < 0 {
		at += length
	}
	return min(max(at, 0), length)
}

// distinct returns, for each different value that the key selects, the first item with this value.
func distinct(env *expression.Environment, items []any, args arguments) (any, error) {
	k, err := args.key(env, 0)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	var kept []any
	for _, item := range items {
		_, id, err := k.identify(env, item)
		if err != nil {
			return nil, err
		}
		if !seen[id] {
			seen[id] = true
			kept = append(kept, item)
		}
	}
	return notNil(kept), env.ChargeList(len(kept))
}

func notNil(items []any) []any {
	if items == nil {
		return []any{}
	}
	return items
}

// identify returns the value that the key selects from an item, and a text that identifies this value: equal values
// have equal texts, and different values have different texts.
func (k key) identify(env *expression.Environment, item any) (value any, id string, err error) {
	if value, err = k.valueOf(item); err == nil {
		id, err = identity(env, value)
	}
	return value, id, err
}

// identity returns a text that identifies a value: equal values have equal texts, and different values have different
// texts.
func identity(env *expression.Environment, value any) (string, error) {
	switch value.(type) {
	case []any, map[string]any:
		text, err := writeJSON(env, value, nil)
		if err != nil {
			return "", err
		}
		return text.(string), nil
	}
	text, err := env.Text(value)
	return expression.Kind(value) + " " + text, err
}

// group returns a list of {key, items} objects, one for each different value of the key, in the order in which the
// values first occur.
func group(env *expression.Environment, items []any, args arguments) (any, error) {
	if _, err := args.needText(env, 0); err != nil {
		return nil, err
	}
	k, err := args.key(env, 0)
	if err != nil {
		return nil, err
	}
	const memberCount = 2
	at := map[string]int{}
	var keys []any
	var members [][]any
	for _, item := range items {
		value, id, err := k.identify(env, item)
		if err != nil {
			return nil, err
		}
		i, ok := at[id]
		if !ok {
			i = len(keys)
			at[id] = i
			keys, members = append(keys, value), append(members, nil)
		}
		members[i] = append(members[i], item)
	}
	if err := env.ChargeList(len(items) + len(keys)*memberCount); err != nil {
		return nil, err
	}
	groups := make([]any, len(keys))
	for i := range keys {
		groups[i] = map[string]any{"key": keys[i], "items": members[i]}
	}
	return groups, nil
}

// pluck returns the list of the values that the key selects from the items.
func pluck(env *expression.Environment, items []any, args arguments) (any, error) {
	k, err := args.key(env, 0)
	if err != nil {
		return nil, err
	}
	values := make([]any, len(items))
	for i, item := range items {
		if values[i], err = k.valueOf(item); err != nil {
			return nil, err
		}
	}
	return values, env.ChargeList(len(items))
}

// chunk splits a list into lists of a given length; the last one can be shorter.
func chunk(env *expression.Environment, value any, args arguments) (any, error) {
	items, err := itemsOf(env, value)
	if err != nil {
		return nil, err
	}
	size, err := args.wholeNumber(0, 1, 1, math.MaxInt32)
	if err != nil {
		return nil, err
	}
	chunks := []any{}
	for part := range slices.Chunk(items, size) {
		chunks = append(chunks, any(part))
	}
	return chunks, env.ChargeList(len(chunks))
}

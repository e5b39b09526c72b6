package filter

import (
	"maps"
	"math"
	"unicode/utf8"

	"lectern/converters/template/expression"
)

// aggregateFilters returns the filters that compute one value from a list.
func aggregateFilters() expression.Filters {
	return expression.Filters{
		"size":    skipMissing(expression.Any, size),
		"length":  skipMissing(expression.Any, size),
		"count":   skipMissing(expression.Any, size),
		"sum":     keyFilter(expression.Numeric, sum),
		"sumBy":   keyFilter(expression.Numeric, sum),
		"average": keyFilter(expression.Numeric, average),
		"avg":     keyFilter(expression.Numeric, average),
		"min":     keyFilter(expression.Any, extreme(-1)),
		"max":     keyFilter(expression.Any, extreme(1)),
		"running": keyFilter(expression.Numeric, runningSum),
	}
}

// size returns the number of items of a list, members of an object, or characters of a text.
func size(env *expression.Environment, in any, _ arguments) (any, error) {
	switch in := in.(type) {
	case []any:
		return float64(len(in)), nil
	case map[string]any:
		return float64(len(in)), nil
	case string:
		return float64(utf8.RuneCountInString(in)), nil
	}
	return nil, newError(codeNoList, in)
}

// compensatedSum adds numbers and compensates for rounding errors.
type compensatedSum struct{ sum, compensation float64 }

func (t *compensatedSum) add(value float64) {
	next := t.sum + value
	if math.Abs(t.sum) >= math.Abs(value) {
		t.compensation += t.sum - next + value
	} else {
		t.compensation += value - next + t.sum
	}
	t.sum = next
}

func (t *compensatedSum) value() float64 {
	if math.IsInf(t.sum, 0) {
		return t.sum
	}
	return t.sum + t.compensation
}

// forEachNumber evaluates the key in the first argument for each item and calls the function do with the resulting
// number. Items whose key is missing or empty are skipped. The result is the number of calls.
func forEachNumber(env *expression.Environment, items []any, args arguments, do func(i int, value float64)) (int, error) {
	k, err := args.key(env, 0)
	if err != nil {
		return 0, err
	}
	count := 0
	for i, item := range items {
		value, err := k.valueOf(item)
		if err != nil {
			return 0, err
		}
		if expression.Missing(value) || value == "" {
			continue
		}
		number, err := numberOf(value)
		if err != nil {
			return 0, err
		}
		do(i, number)
		count++
	}
	return count, nil
}

func sum(env *expression.Environment, items []any, args arguments) (any, error) {
	var t compensatedSum
	_, err := forEachNumber(env, items, args, func(_ int, value float64) { t.add(value) })
	return t.value(), err
}

// average returns the average of the numbers, or [expression.Undefined] if there are none.
func average(env *expression.Environment, items []any, args arguments) (any, error) {
	var t compensatedSum
	count, err := forEachNumber(env, items, args, func(_ int, value float64) { t.add(value) })
	if err != nil || count == 0 {
		return expression.Undefined{}, err
	}
	return t.value() / float64(count), nil
}

// extreme returns a filter that returns the least or the greatest of the values that the key selects from the items.
// The values are ordered as by the filter sort.
func extreme(sign int) func(env *expression.Environment, items []any, args arguments) (any, error) {
	return func(env *expression.Environment, items []any, args arguments) (any, error) {
		k, err := args.key(env, 0)
		if err != nil {
			return nil, err
		}
		ranks, err := rankAll(env, items, k)
		if err != nil {
			return nil, err
		}
		best := rank{item: expression.Undefined{}, kind: missingRank}
		for _, r := range ranks {
			if r.kind != missingRank && (best.kind == missingRank || r.compare(best)*sign > 0) {
				best = r
			}
		}
		return k.valueOf(best.item)
	}
}

// runningSum returns copies of the items, each with an additional member: the sum of the key's values up to and
// including this item. The member is called "running", unless the second argument sets another name. For a list of
// numbers, the result is the list of the sums.
func runningSum(env *expression.Environment, items []any, args arguments) (any, error) {
	name, err := args.text(env, 1, "running")
	if err != nil {
		return nil, err
	}
	sums := make([]float64, len(items))
	var t compensatedSum
	if _, err := forEachNumber(env, items, args, func(i int, value float64) { sums[i] = value }); err != nil {
		return nil, err
	}
	out := make([]any, len(items))
	for i, item := range items {
		t.add(sums[i])
		members, ok := item.(map[string]any)
		if err := env.ChargeList(1 + 3*len(members)); err != nil {
			return nil, err
		}
		if !ok {
			out[i] = t.value()
			continue
		}
		members = maps.Clone(members)
		members[name] = t.value()
		out[i] = members
	}
	return out, nil
}

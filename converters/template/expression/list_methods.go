package expression

import (
	"math"
	"slices"
	"strings"
)

// listMethods maps the names of the methods of lists to their implementations.
var listMethods = map[string]method[[]any]{
	"at": func(_ *Environment, receiver []any, args arguments) (any, error) {
		return item(receiver, float64(fromEnd(args.number(0, 0), len(receiver)))), nil
	},
	"concat": concatList,
	"includes": func(env *Environment, receiver []any, args arguments) (any, error) {
		at, err := indexIn(env, receiver, args)
		return at >= 0, err
	},
	"indexOf": func(env *Environment, receiver []any, args arguments) (any, error) {
		at, err := indexIn(env, receiver, args)
		return float64(at), err
	},
	"join":        joinList,
	"lastIndexOf": lastIndexIn,
	"reverse":     reverse,
	"slice":       sliceList,
}

func concatList(env *Environment, receiver []any, args arguments) (any, error) {
	longer := slices.Clone(receiver)
	for _, arg := range args {
		if items, ok := arg.([]any); ok {
			longer = append(longer, items...)
		} else {
			longer = append(longer, arg)
		}
		if err := env.ChargeList(len(longer)); err != nil {
			return nil, err
		}
	}
	return longer, nil
}

// indexIn returns the index of a value in a list, or -1 if the list does not contain it.
func indexIn(env *Environment, receiver []any, args arguments) (int, error) {
	search := args.get(0)
	at := slices.IndexFunc(receiver, func(item any) bool { return StrictlyEqual(item, search) })
	return at, env.ChargeSteps(int64(len(receiver)))
}

func lastIndexIn(env *Environment, receiver []any, args arguments) (any, error) {
	search := args.get(0)
	for i, item := range slices.Backward(receiver) {
		if StrictlyEqual(item, search) {
			return float64(i), env.ChargeSteps(int64(len(receiver)))
		}
	}
	return -1.0, env.ChargeSteps(int64(len(receiver)))
}

func joinList(env *Environment, receiver []any, args arguments) (any, error) {
	separator, err := args.text(env, 0, ",")
	if err != nil {
		return nil, err
	}
	return Join(env, receiver, separator)
}

// Join joins the texts of items with a separator, and charges the result to the budget. Missing and null items become
// empty texts. Errors are of type [*BudgetError].
func Join(env *Environment, items []any, separator string) (any, error) {
	if err := env.ChargeBytes(int64(len(items)) * int64(itemSize+len(separator))); err != nil {
		return nil, err
	}
	texts := make([]string, len(items))
	size := int64(0)
	for i, item := range items {
		if Missing(item) {
			continue
		}
		text, err := env.Text(item)
		if err != nil {
			return nil, err
		}
		texts[i] = text
		size += int64(len(text))
	}
	if err := env.ChargeBytes(size); err != nil {
		return nil, err
	}
	return strings.Join(texts, separator), nil
}

func reverse(env *Environment, receiver []any, _ arguments) (any, error) {
	if err := env.ChargeList(len(receiver)); err != nil {
		return nil, err
	}
	turned := slices.Clone(receiver)
	slices.Reverse(turned)
	return turned, nil
}

func sliceList(env *Environment, receiver []any, args arguments) (any, error) {
	from, to := position(args.number(0, 0), len(receiver)), position(args.number(1, math.Inf(1)), len(receiver))
	if err := env.ChargeList(max(to-from, 0)); err != nil {
		return nil, err
	}
	return slices.Clone(receiver[from:max(from, to)]), nil
}

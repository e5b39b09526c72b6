package expression

import (
	"math"
	"slices"
	"strings"
)

// listMethods are the methods of lists.
var listMethods = map[string]method[[]any]{
	"at": func(_ *Environment, on []any, args arguments) (any, error) {
		return item(on, float64(fromEnd(args.number(0, 0), len(on)))), nil
	},
	"concat": concatList,
	"includes": func(env *Environment, on []any, args arguments) (any, error) {
		at, err := indexIn(env, on, args)
		return at >= 0, err
	},
	"indexOf": func(env *Environment, on []any, args arguments) (any, error) {
		at, err := indexIn(env, on, args)
		return float64(at), err
	},
	"join":        joinList,
	"lastIndexOf": lastIndexIn,
	"reverse":     reverse,
	"slice":       sliceList,
}

func concatList(env *Environment, on []any, args arguments) (any, error) {
	longer := slices.Clone(on)
	for _, arg := range args {
		if items, ok := arg.([]any); ok {
			longer = append(longer, items...)
		} else {
			longer = append(longer, arg)
		}
		if err := env.MakeList(len(longer)); err != nil {
			return nil, err
		}
	}
	return longer, nil
}

// indexIn returns the index of a value in a list, or -1 if the list does not contain it.
func indexIn(env *Environment, on []any, args arguments) (int, error) {
	search := args.get(0)
	at := slices.IndexFunc(on, func(item any) bool { return Same(item, search) })
	return at, env.Step(int64(len(on)))
}

func lastIndexIn(env *Environment, on []any, args arguments) (any, error) {
	search := args.get(0)
	for i, item := range slices.Backward(on) {
		if Same(item, search) {
			return float64(i), env.Step(int64(len(on)))
		}
	}
	return -1.0, env.Step(int64(len(on)))
}

func joinList(env *Environment, on []any, args arguments) (any, error) {
	separator, err := args.text(env, 0, ",")
	if err != nil {
		return nil, err
	}
	return Join(env, on, separator)
}

// Join joins the texts of items with a separator, and charges the result to the budget. Missing and null items become
// empty texts. Errors are of type [*BudgetError].
func Join(env *Environment, items []any, separator string) (any, error) {
	if err := env.Make(int64(len(items)) * int64(itemSize+len(separator))); err != nil {
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
	if err := env.Make(size); err != nil {
		return nil, err
	}
	return strings.Join(texts, separator), nil
}

func reverse(env *Environment, on []any, _ arguments) (any, error) {
	if err := env.MakeList(len(on)); err != nil {
		return nil, err
	}
	turned := slices.Clone(on)
	slices.Reverse(turned)
	return turned, nil
}

func sliceList(env *Environment, on []any, args arguments) (any, error) {
	from, to := position(args.number(0, 0), len(on)), position(args.number(1, math.Inf(1)), len(on))
	if err := env.MakeList(max(to-from, 0)); err != nil {
		return nil, err
	}
	return slices.Clone(on[from:max(from, to)]), nil
}

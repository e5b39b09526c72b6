package filter

import (
	"math"
	"strconv"

	"lectern/converters/template/expression"
)

// arguments are the evaluated arguments of a filter.
type arguments []any

// get returns an argument, or nil if it was omitted or is missing.
func (a arguments) get(i int) any {
	if i < len(a) && !expression.Missing(a[i]) {
		return a[i]
	}
	return nil
}

// text returns an argument as a text, or the default value if the argument was omitted.
func (a arguments) text(env *expression.Environment, i int, fallback string) (string, error) {
	if a.get(i) == nil {
		return fallback, nil
	}
	return env.Text(a[i])
}

// needText returns an argument as a text. Omitting it is an error.
func (a arguments) needText(env *expression.Environment, i int) (string, error) {
	if i >= len(a) {
		return "", newError(codeArgument, strconv.Itoa(i+1))
	}
	return a.text(env, i, "")
}

// wholeNumber returns an argument as an integer, without its decimals and limited to a range. If the argument was
// omitted, it returns the default value.
func (a arguments) wholeNumber(i, fallback, low, high int) (int, error) {
	value := a.get(i)
	if value == nil {
		return fallback, nil
	}
	number := expression.Number(value)
	if math.IsNaN(number) {
		return 0, newError(codeNoNumber, value)
	}
	return int(min(max(math.Trunc(number), float64(low)), float64(high))), nil
}

// itemsOf returns the items of a list. Any other value is an error.
func itemsOf(env *expression.Environment, in any) ([]any, error) {
	items, ok := in.([]any)
	if !ok {
		return nil, newError(codeNoList, in)
	}
	return items, env.ChargeSteps(int64(len(items)))
}

// numberOf converts a number, a text that contains a number, or a boolean into a number.
func numberOf(value any) (float64, error) {
	switch value.(type) {
	case float64, string, bool:
		if number := expression.Number(value); number == number && value != "" {
			return number, nil
		}
	}
	return 0, newError(codeNoNumber, value)
}

// key selects a value from an item: a member, the item itself, or the value of an expression that is evaluated for the
// item. If the item has a member whose name is the text of the expression, the key selects this member.
type key struct {
	path     []string
	name     string
	computed *computation // nil if the key is not an expression
}

func (a arguments) key(env *expression.Environment, i int) (key, error) {
	path, err := a.text(env, i, "")
	if err != nil {
		return key{}, err
	}
	return keyOf(env, path)
}

func keyOf(env *expression.Environment, path string) (key, error) {
	if path == "" || path == "." || path == "this" {
		return key{}, nil
	}
	k := key{path: expression.SplitPath(path), name: path}
	if !expression.IsComputed(path) {
		return k, nil
	}
	read, err := expressionOf(env, path)
	if read != nil {
		k.computed = newComputation(env, read)
	}
	return k, err
}

func (k key) valueOf(item any) (any, error) {
	if k.computed != nil {
		if members, ok := item.(map[string]any); ok {
			if value, ok := members[k.name]; ok {
				return value, nil
			}
		}
		return k.computed.valueOf(item)
	}
	for _, name := range k.path {
		item = expression.Member(item, name)
	}
	return item, nil
}

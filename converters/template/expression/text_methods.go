package expression

import (
	"math"
	"strings"
	"unicode/utf8"
)

// textMethods maps the names of the methods of texts to their implementations. Positions are counted in UTF-16 units.
var textMethods = map[string]method[string]{
	"at":          charAt(func(index float64, length int) int { return fromEnd(index, length) }),
	"charAt":      charAt(func(index float64, _ int) int { return boundedInt(index) }),
	"concat":      concatText,
	"endsWith":    endsWith,
	"includes":    includesText,
	"indexOf":     indexOfText,
	"lastIndexOf": lastIndexOfText,
	"padEnd":      pad(func(text, filling string) string { return text + filling }),
	"padStart":    pad(func(text, filling string) string { return filling + text }),
	"repeat":      repeat,
	"replace":     replace(1),
	"replaceAll":  replace(-1),
	"slice":       substringMethod(position),
	"split":       split,
	"startsWith":  startsWith,
	"substr":      substr,
	"substring":   substring,
	"toLowerCase": mapped(strings.ToLower),
	"toUpperCase": mapped(strings.ToUpper),
	"trim":        mapped(func(text string) string { return strings.TrimFunc(text, isBlank) }),
	"trimEnd":     mapped(func(text string) string { return strings.TrimRightFunc(text, isBlank) }),
	"trimStart":   mapped(func(text string) string { return strings.TrimLeftFunc(text, isBlank) }),
}

func mapped(apply func(string) string) method[string] {
	return func(env *Environment, receiver string, _ arguments) (any, error) {
		if err := env.ChargeBytes(int64(len(receiver))); err != nil {
			return nil, err
		}
		return apply(receiver), nil
	}
}

// chargeText charges the bytes of a text to the budget and returns the text.
func chargeText(env *Environment, text string) (any, error) {
	return text, env.ChargeBytes(int64(len(text)))
}

// charAt returns a method that returns the UTF-16 unit at an index, or "" if there is none.
func charAt(find func(index float64, length int) int) method[string] {
	return func(env *Environment, receiver string, args arguments) (any, error) {
		u, err := unitsOf(env, receiver)
		if err != nil {
			return nil, err
		}
		at := find(args.number(0, 0), u.len())
		if at < 0 {
			return "", nil
		}
		return chargeText(env, u.slice(at, at+1))
	}
}

// boundedInt converts an index into an int. It returns -1 if the index is beyond the end of any text.
func boundedInt(index float64) int {
	if index = integer(index); math.Abs(index) > math.MaxInt32 {
		return -1
	}
	return int(index)
}

// fromEnd returns the position of an index from the start of a text. A negative index counts from the end.
func fromEnd(index float64, length int) int {
	at := boundedInt(index)
	if at < 0 && index > -math.MaxInt32 {
		at += length
	}
	return at
}

// substringMethod returns a method that returns the text between two positions. find converts the method's arguments
// into positions.
func substringMethod(find func(index float64, length int) int) method[string] {
	return func(env *Environment, receiver string, args arguments) (any, error) {
		u, err := unitsOf(env, receiver)
		if err != nil {
			return nil, err
		}
		length := u.len()
		from := find(args.number(0, 0), length)
		return chargeText(env, u.slice(from, find(args.number(1, math.Inf(1)), length)))
	}
}

func substring(env *Environment, receiver string, args arguments) (any, error) {
	u, err := unitsOf(env, receiver)
	if err != nil {
		return nil, err
	}
	length := u.len()
	from, to := clamp(args.number(0, 0), length), clamp(args.number(1, math.Inf(1)), length)
	return chargeText(env, u.slice(min(from, to), max(from, to)))
}

func substr(env *Environment, receiver string, args arguments) (any, error) {
	u, err := unitsOf(env, receiver)
	if err != nil {
		return nil, err
	}
	length := u.len()
	from := position(args.number(0, 0), length)
	return chargeText(env, u.slice(from, from+clamp(args.number(1, math.Inf(1)), length-from)))
}

func concatText(env *Environment, receiver string, args arguments) (any, error) {
	for i := range args {
		more, err := env.Text(args[i])
		if err != nil {
			return nil, err
		}
		if err := env.ChargeBytes(int64(len(receiver) + len(more))); err != nil {
			return nil, err
		}
		receiver += more
	}
	return receiver, nil
}

func includesText(env *Environment, receiver string, args arguments) (any, error) {
	at, err := find(env, receiver, args)
	return at >= 0, err
}

func indexOfText(env *Environment, receiver string, args arguments) (any, error) {
	at, err := find(env, receiver, args)
	return float64(at), err
}

// find returns the first position of a text at or after a given position, in UTF-16 units. It returns -1 if the text
// does not occur.
func find(env *Environment, receiver string, args arguments) (int, error) {
	search, u, err := searchArguments(env, receiver, args)
	if err != nil {
		return 0, err
	}
	from, rest := u.from(args.number(1, 0))
	at := strings.Index(rest, search)
	if at < 0 {
		return -1, nil
	}
	return from + units(rest[:at]).len(), nil
}

// searchArguments returns the text that a method searches for, and the units of the text in which it searches.
func searchArguments(env *Environment, receiver string, args arguments) (search string, u units, err error) {
	if search, err = args.text(env, 0, "undefined"); err == nil {
		u, err = unitsOf(env, receiver)
	}
	return search, u, err
}

// from returns the text after a position, and the position limited to the length of the text.
func (u units) from(position float64) (from int, rest string) {
	if from = clamp(position, len(u)); from > 0 {
		length := u.len()
		from = min(from, length)
		return from, u.slice(from, length)
	}
	return 0, string(u)
}

func lastIndexOfText(env *Environment, receiver string, args arguments) (any, error) {
	search, u, err := searchArguments(env, receiver, args)
	if err != nil {
		return nil, err
	}
	at := strings.LastIndex(receiver, search)
	if at > 0 {
		at = u[:at].len()
	}
	return float64(at), nil
}

func startsWith(env *Environment, receiver string, args arguments) (any, error) {
	search, u, err := searchArguments(env, receiver, args)
	if err != nil {
		return nil, err
	}
	_, rest := u.from(args.number(1, 0))
	return strings.HasPrefix(rest, search), nil
}

func endsWith(env *Environment, receiver string, args arguments) (any, error) {
	search, u, err := searchArguments(env, receiver, args)
	if err != nil {
		return nil, err
	}
	end := clamp(args.number(1, math.Inf(1)), len(u))
	if end == len(u) {
		return strings.HasSuffix(receiver, search), nil
	}
	return strings.HasSuffix(u.slice(0, min(end, u.len())), search), nil
}

func repeat(env *Environment, receiver string, args arguments) (any, error) {
	times := max(integer(args.number(0, 0)), 0)
	size := times * float64(len(receiver))
	if err := env.ChargeBytes(int64(min(size, math.MaxInt64/2))); err != nil {
		return nil, err
	}
	if size == 0 {
		return "", nil
	}
	if size > MaxText {
		return nil, &BudgetError{Resource: "bytes"}
	}
	return strings.Repeat(receiver, int(times)), nil
}

// pad returns a method that pads a text to a length in UTF-16 units.
func pad(join func(text, filling string) string) method[string] {
	return func(env *Environment, receiver string, args arguments) (any, error) {
		filler, err := args.text(env, 1, " ")
		if err != nil {
			return nil, err
		}
		u, err := unitsOf(env, receiver)
		if err != nil {
			return nil, err
		}
		length := args.number(0, 0)
		if length > MaxText && filler != "" {
			return nil, &BudgetError{Resource: "bytes"}
		}
		f, missing := units(filler), clamp(length, MaxText)-u.len()
		if missing <= 0 || filler == "" {
			return receiver, nil
		}
		if err := env.ChargeBytes(int64(len(receiver) + (missing/f.len()+1)*len(filler))); err != nil {
			return nil, err
		}
		return join(receiver, strings.Repeat(filler, missing/f.len())+f.slice(0, missing%f.len())), nil
	}
}

// replace returns a method that replaces occurrences of a text, beginning with the first. times is the maximum number
// of replacements, or -1 for no limit. In the replacement, $& stands for the found text, and $$ for $.
func replace(times int) method[string] {
	return func(env *Environment, receiver string, args arguments) (any, error) {
		search, err := args.text(env, 0, "undefined")
		if err != nil {
			return nil, err
		}
		by, err := args.text(env, 1, "undefined")
		if err != nil {
			return nil, err
		}
		by = strings.NewReplacer("$$", "$", "$&", search).Replace(by)
		return Replace(env, receiver, search, by, times)
	}
}

// Replace replaces occurrences of one text within another, beginning with the first occurrence. times is the maximum
// number of replacements, or -1 for no limit. Replace charges the result to the budget. Errors are of type
// [*BudgetError].
func Replace(env *Environment, text, search, replacement string, times int) (any, error) {
	found := strings.Count(text, search)
	if times >= 0 {
		found = min(found, times)
	}
	if err := env.ChargeBytes(int64(len(text)) + int64(found)*int64(len(replacement))); err != nil {
		return nil, err
	}
	return strings.Replace(text, search, replacement, times), nil
}

// split splits a text at a separator, or into its characters if the separator is empty.
func split(env *Environment, receiver string, args arguments) (any, error) {
	if _, none := args.get(0).(Undefined); none {
		return []any{receiver}, nil
	}
	separator, err := env.Text(args[0])
	if err != nil {
		return nil, err
	}
	count := strings.Count(receiver, separator) + 1
	if separator == "" {
		count = utf8.RuneCountInString(receiver)
	}
	if err := env.ChargeList(count); err != nil {
		return nil, err
	}
	parts := make([]any, 0, count)
	for _, part := range strings.Split(receiver, separator) {
		parts = append(parts, part)
	}
	return parts[:clamp(args.number(1, math.Inf(1)), len(parts))], nil
}

package expression

import (
	"math"
	"reflect"
	"time"
)

// operator computes a value from two operands.
type operator func(env *Environment, left, right any) (any, error)

var operators = map[string]operator{
	"+":   add,
	"-":   arithmetic(func(a, b float64) float64 { return a - b }),
	"*":   arithmetic(func(a, b float64) float64 { return a * b }),
	"/":   arithmetic(func(a, b float64) float64 { return a / b }),
	"%":   arithmetic(math.Mod),
	"<":   comparison(func(order int) bool { return order < 0 }),
	">":   comparison(func(order int) bool { return order > 0 }),
	"<=":  comparison(func(order int) bool { return order <= 0 }),
	">=":  comparison(func(order int) bool { return order >= 0 }),
	"==":  func(env *Environment, a, b any) (any, error) { return LooselyEqual(env, a, b) },
	"!=":  func(env *Environment, a, b any) (any, error) { same, err := LooselyEqual(env, a, b); return !same, err },
	"===": func(_ *Environment, a, b any) (any, error) { return StrictlyEqual(a, b), nil },
	"!==": func(_ *Environment, a, b any) (any, error) { return !StrictlyEqual(a, b), nil },
}

// add adds two numbers, or joins values of other kinds as texts. A missing or null operand is left out.
func add(env *Environment, left, right any) (any, error) {
	switch {
	case Missing(left):
		return right, nil
	case Missing(right):
		return left, nil
	}
	left, err := primitive(env, left)
	if err != nil {
		return nil, err
	}
	if right, err = primitive(env, right); err != nil {
		return nil, err
	}
	if !isText(left) && !isText(right) {
		return Number(left) + Number(right), nil
	}
	first, second := Text(left), Text(right)
	if err := env.ChargeBytes(int64(len(first) + len(second))); err != nil {
		return nil, err
	}
	return first + second, nil
}

func isText(v any) bool {
	_, ok := v.(string)
	return ok
}

// primitive converts lists, objects and times into texts. Other values do not change.
func primitive(env *Environment, v any) (any, error) {
	switch v.(type) {
	case nil, Undefined, bool, float64, string:
		return v, nil
	}
	return env.Text(v)
}

// arithmetic returns an operator on numbers. Its result is undefined if an operand is missing or null.
func arithmetic(compute func(a, b float64) float64) operator {
	return func(env *Environment, left, right any) (any, error) {
		if Missing(left) || Missing(right) {
			return Undefined{}, nil
		}
		a, err := number(env, left)
		if err != nil {
			return nil, err
		}
		b, err := number(env, right)
		if err != nil {
			return nil, err
		}
		return compute(a, b), nil
	}
}

// number is like [Number] and charges the conversion of lists to the budget.
func number(env *Environment, v any) (float64, error) {
	if items, ok := v.([]any); ok && len(items) == 1 {
		text, err := env.Text(items)
		return parseNumber(text), err
	}
	return Number(v), nil
}

// comparison returns an operator that compares two texts by their UTF-16 units, and all other values as numbers.
func comparison(accepts func(order int) bool) operator {
	return func(env *Environment, left, right any) (any, error) {
		if left, right = timeAsNumber(left), timeAsNumber(right); isText(left) && isText(right) {
			return accepts(compareUnits(left.(string), right.(string))), nil
		}
		left, err := primitive(env, left)
		if err != nil {
			return nil, err
		}
		if right, err = primitive(env, right); err != nil {
			return nil, err
		}
		if isText(left) && isText(right) {
			return accepts(compareUnits(left.(string), right.(string))), nil
		}
		a, b := Number(left), Number(right)
		switch {
		case a < b:
			return accepts(-1), nil
		case a > b:
			return accepts(1), nil
		}
		return a == b && accepts(0), nil
	}
}

// timeAsNumber converts a time into a number, in milliseconds, so that it can be compared. Other values do not change.
func timeAsNumber(v any) any {
	if when, ok := v.(time.Time); ok {
		return Number(when)
	}
	return v
}

// StrictlyEqual reports whether two values are equal according to the operator ===. A list or object is only equal to
// itself.
func StrictlyEqual(a, b any) bool {
	switch a := a.(type) {
	case []any:
		b, ok := b.([]any)
		return ok && len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer()
	case time.Time:
		b, ok := b.(time.Time)
		return ok && a.Equal(b)
	}
	switch b.(type) {
	case []any, map[string]any, time.Time:
		return false
	}
	return a == b
}

// LooselyEqual reports whether two values are equal according to the operator ==. Depending on the other operand, it
// converts texts into numbers, and lists and objects into texts. Errors are of type [*BudgetError].
func LooselyEqual(env *Environment, a, b any) (bool, error) {
	switch {
	case Missing(a) || Missing(b):
		return Missing(a) && Missing(b), nil
	case isCompound(a) == isCompound(b):
		return equalOperands(a, b), nil
	}
	a, err := primitive(env, a)
	if err != nil {
		return false, err
	}
	if b, err = primitive(env, b); err != nil {
		return false, err
	}
	return equalOperands(a, b), nil
}

// equalOperands compares two operands of ==. Either both are lists or objects, or neither is.
func equalOperands(a, b any) bool {
	if isCompound(a) || isText(a) && isText(b) {
		return StrictlyEqual(a, b)
	}
	return Number(a) == Number(b)
}

func isCompound(v any) bool {
	switch v.(type) {
	case []any, map[string]any, time.Time:
		return true
	}
	return false
}

package expression

import (
	"maps"
	"slices"
	"time"
)

// arguments are the evaluated arguments of a method call.
type arguments []any

// get returns an argument, or [Undefined] if it was omitted.
func (a arguments) get(i int) any {
	if i < len(a) {
		return a[i]
	}
	return Undefined{}
}

// number returns an argument as a number, or the default value if the argument was omitted.
func (a arguments) number(i int, fallback float64) float64 {
	if _, left := a.get(i).(Undefined); left {
		return fallback
	}
	return Number(a[i])
}

// text returns an argument as a text, or the default value if the argument was omitted.
func (a arguments) text(env *Environment, i int, fallback string) (string, error) {
	if _, left := a.get(i).(Undefined); left {
		return fallback, nil
	}
	return env.Text(a[i])
}

// method computes a result from a receiver and arguments. It does not change the receiver.
type method[T any] func(env *Environment, receiver T, args arguments) (any, error)

// numberMethods maps the names of the methods of numbers to their implementations.
var numberMethods = map[string]method[float64]{
	"toFixed": func(_ *Environment, receiver float64, args arguments) (any, error) {
		return Fixed(receiver, clamp(args.number(0, 0), maxFixed)), nil
	},
}

// otherMethods maps the names of the methods that all values have to their implementations.
var otherMethods = map[string]method[any]{
	"toString": func(env *Environment, receiver any, _ arguments) (any, error) { return env.Text(receiver) },
}

func isMethod(name string) bool {
	return slices.Contains(methodNames(), name)
}

// methodNames returns the names of all methods in alphabetical order.
func methodNames() []string {
	names := slices.Concat(keys(textMethods), keys(listMethods), keys(numberMethods), keys(otherMethods))
	slices.Sort(names)
	return slices.Compact(names)
}

func keys[T any](methods map[string]method[T]) []string {
	return slices.Collect(maps.Keys(methods))
}

func (n *call) compile() eval {
	object, args, apply := n.object.compile(), compileEach(n.args), n.compileMethod()
	return func(scope Scope, env *Environment) (any, error) {
		receiver, err := object(scope, env)
		if err != nil || Missing(receiver) {
			return Undefined{}, err
		}
		given, err := evaluate(args, scope, env)
		if err != nil {
			return nil, err
		}
		return apply(env, receiver, given)
	}
}

// compileMethod returns a function that calls the method of n on any value. The function returns a [*ValueError] if the
// value has no such method.
func (n *call) compileMethod() method[any] {
	ofText, ofList, ofNumber, ofAny := textMethods[n.method], listMethods[n.method], numberMethods[n.method], otherMethods[n.method]
	return func(env *Environment, receiver any, args arguments) (any, error) {
		switch on := receiver.(type) {
		case string:
			if ofText != nil {
				return ofText(env, on, args)
			}
		case []any:
			if ofList != nil {
				return ofList(env, on, args)
			}
		case float64:
			if ofNumber != nil {
				return ofNumber(env, on, args)
			}
		}
		if ofAny != nil {
			return ofAny(env, receiver, args)
		}
		return nil, &ValueError{Offset: n.offset, Code: codeReceiver, Values: map[string]string{"name": n.method, "value": Kind(receiver)}}
	}
}

// Kind returns the kind of a value: "missing", "boolean", "number", "string", "list", "object" or "date".
func Kind(v any) string {
	switch v.(type) {
	case nil, Undefined:
		return "missing"
	case bool:
		return "boolean"
	case float64:
		return "number"
	case string:
		return "string"
	case []any:
		return "list"
	case time.Time:
		return "date"
	}
	return "object"
}

package filter

import "lectern/converters/template/expression"

// where gives the items whose key is the value, by ==, or for which a condition holds: an
// expression in which the item is the current value.
func where(env *expression.Environment, items []any, args arguments) (any, error) {
	holds, err := condition(env, args)
	if err != nil {
		return nil, err
	}
	kept := []any{}
	for _, item := range items {
		ok, err := holds(item)
		if err != nil {
			return nil, err
		}
		if ok {
			kept = append(kept, item)
		}
	}
	return kept, env.MakeList(len(kept))
}

func condition(env *expression.Environment, args arguments) (func(item any) (bool, error), error) {
	if len(args) > 1 {
		k, err := args.key(env, 0)
		return func(item any) (bool, error) { return expression.LooselySame(env, k.of(item), args[1]) }, err
	}
	source, err := args.needText(env, 0)
	if err != nil {
		return nil, err
	}
	read, err := conditionOf(env, source)
	if err != nil {
		return nil, err
	}
	scope := &itemScope{outer: env.Scope()}
	return func(item any) (bool, error) {
		scope.item = item
		value, err := read.Evaluate(scope, env)
		return expression.Truthy(value), err
	}, nil
}

// conditionKey is what a read condition is remembered by.
type conditionKey struct{ source string }

// conditionOf reads a condition, once for each environment.
func conditionOf(env *expression.Environment, source string) (*expression.Expression, error) {
	var spent error
	read := env.Memo(conditionKey{source}, func() any {
		const stepsEach, bytesEach = 16, 256 // for each byte of the source, about
		size := int64(len(source))
		if spent = env.Step(size * stepsEach); spent == nil {
			spent = env.Make(size * bytesEach)
		}
		if spent != nil {
			return spent
		}
		read, err := expression.Parse(source, filtersOf(env))
		if err != nil {
			return err
		}
		return read
	})
	if read, ok := read.(*expression.Expression); ok {
		return read, nil
	}
	if spent != nil {
		return nil, spent
	}
	return nil, wrong(codeCondition, source)
}

type filtersKey struct{}

func filtersOf(env *expression.Environment) expression.Filters {
	return env.Memo(filtersKey{}, func() any { return All() }).(expression.Filters)
}

// itemScope is the scope of an item, inside that of the expression around it.
type itemScope struct {
	item  any
	outer expression.Scope
}

// Find implements [expression.Scope].
func (s *itemScope) Find(name string) (any, bool) {
	if members, ok := s.item.(map[string]any); ok {
		if value, ok := members[name]; ok {
			return value, true
		}
	}
	if s.outer == nil {
		return nil, false
	}
	return s.outer.Find(name)
}

// Set implements [expression.Scope]; a condition changes nothing.
func (s *itemScope) Set(string, any) {}

// This implements [expression.Scope].
func (s *itemScope) This() any {
	return s.item
}

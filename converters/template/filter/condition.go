package filter

import "lectern/converters/template/expression"

// where returns the items whose key equals the value, or for which a condition holds: an expression in which the item
// is the current value.
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
		return func(item any) (bool, error) {
			value, err := k.of(item)
			if err != nil {
				return false, err
			}
			return expression.LooselySame(env, value, args[1])
		}, err
	}
	source, err := args.needText(env, 0)
	if err != nil {
		return nil, err
	}
	read, err := expressionOf(env, source)
	if err != nil {
		return nil, err
	}
	if read == nil {
		return nil, wrong(codeCondition, source)
	}
	c := compute(env, read)
	return func(item any) (bool, error) {
		value, err := c.of(item)
		return expression.Truthy(value), err
	}, nil
}

// computation evaluates an expression over items, each of which is the current value.
type computation struct {
	env   *expression.Environment
	read  *expression.Expression
	scope itemScope
}

func compute(env *expression.Environment, read *expression.Expression) *computation {
	return &computation{env, read, itemScope{outer: env.Scope()}}
}

func (c *computation) of(item any) (any, error) {
	c.scope.item = item
	return c.read.Evaluate(&c.scope, c.env)
}

// sourceKey is the key of a parsed expression in the environment.
type sourceKey struct{ source string }

// expressionOf parses an expression once for each environment; nil if it is not valid. The error is that of the budget.
func expressionOf(env *expression.Environment, source string) (*expression.Expression, error) {
	var spent error
	read := env.Memo(sourceKey{source}, func() any {
		const stepsEach, bytesEach = 16, 256 // for each byte of the source, approximately
		size := int64(len(source))
		if spent = env.Step(size * stepsEach); spent == nil {
			spent = env.Make(size * bytesEach)
		}
		if spent != nil {
			return nil
		}
		read, err := expression.Parse(source, filtersOf(env))
		if err != nil {
			return nil
		}
		return read
	})
	known, _ := read.(*expression.Expression)
	return known, spent
}

type filtersKey struct{}

func filtersOf(env *expression.Environment) expression.Filters {
	return env.Memo(filtersKey{}, func() any { return All() }).(expression.Filters)
}

// itemScope is the scope of an item, inside of that of the expression around it.
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

// Set implements [expression.Scope]. An expression over items assigns nothing.
func (s *itemScope) Set(string, any) {}

// This implements [expression.Scope].
func (s *itemScope) This() any {
	return s.item
}

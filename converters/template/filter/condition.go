package filter

import "lectern/converters/template/expression"

// where returns the items for which a condition is true, or from which the key selects a given value. In the condition,
// "this" is the item.
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
	return kept, env.ChargeList(len(kept))
}

func condition(env *expression.Environment, args arguments) (func(item any) (bool, error), error) {
	if len(args) > 1 {
		k, err := args.key(env, 0)
		return func(item any) (bool, error) {
			value, err := k.valueOf(item)
			if err != nil {
				return false, err
			}
			return expression.LooselyEqual(env, value, args[1])
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
		return nil, newError(codeCondition, source)
	}
	c := newComputation(env, read)
	return func(item any) (bool, error) {
		value, err := c.valueOf(item)
		return expression.Truthy(value), err
	}, nil
}

// computation evaluates an expression for each item. In the expression, "this" is the item.
type computation struct {
	env   *expression.Environment
	expr  *expression.Expression
	scope itemScope
}

func newComputation(env *expression.Environment, expr *expression.Expression) *computation {
	return &computation{env, expr, itemScope{outer: env.Scope()}}
}

func (c *computation) valueOf(item any) (any, error) {
	c.scope.item = item
	return c.expr.Evaluate(&c.scope, c.env)
}

// sourceKey is the key under which the environment stores a parsed expression.
type sourceKey struct{ source string }

// expressionOf parses an expression, once for each environment. It returns nil if the expression is invalid. It returns
// an error if the budget is spent.
func expressionOf(env *expression.Environment, source string) (*expression.Expression, error) {
	var spent error
	read := env.Memo(sourceKey{source}, func() any {
		const stepsEach, bytesEach = 16, 256 // approximate cost of each byte of the source
		size := int64(len(source))
		if spent = env.ChargeSteps(size * stepsEach); spent == nil {
			spent = env.ChargeBytes(size * bytesEach)
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

// itemScope is the scope of an item, nested in the scope of the enclosing expression.
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

// Set implements [expression.Scope]. It does nothing, because an expression over items must not assign.
func (s *itemScope) Set(string, any) {}

// This implements [expression.Scope].
func (s *itemScope) This() any {
	return s.item
}

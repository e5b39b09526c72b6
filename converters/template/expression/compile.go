package expression

import "math"

func (n *literal) compile() eval {
	value := n.value
	return func(Scope, *Environment) (any, error) { return value, nil }
}

func (thisValue) compile() eval {
	return func(scope Scope, _ *Environment) (any, error) { return scope.This(), nil }
}

func (n *name) compile() eval {
	name := n.name
	return func(scope Scope, _ *Environment) (any, error) {
		if value, ok := scope.Find(name); ok {
			return value, nil
		}
		return Undefined{}, nil
	}
}

func (n *filterCall) compile() eval {
	in, args, apply := n.in.compile(), compileEach(n.args), n.filter.Apply
	return func(scope Scope, env *Environment) (any, error) {
		value, err := in(scope, env)
		if err != nil {
			return nil, err
		}
		given, err := evaluate(args, scope, env)
		if err != nil {
			return nil, err
		}
		return apply(env, value, given)
	}
}

func (n *unary) compile() eval {
	operand := n.operand.compile()
	apply := negate
	switch n.sign {
	case "+":
		apply = numeric
	case "!":
		apply = func(_ *Environment, v any) (any, error) { return !truthy(v), nil }
	}
	return func(scope Scope, env *Environment) (any, error) {
		value, err := operand(scope, env)
		if err != nil {
			return nil, err
		}
		return apply(env, value)
	}
}

// numeric converts a value into a number. A missing value becomes 0.
func numeric(env *Environment, v any) (any, error) {
	if Missing(v) {
		return 0.0, nil
	}
	return number(env, v)
}

func negate(env *Environment, v any) (any, error) {
	if Missing(v) {
		return math.Copysign(0, -1), nil
	}
	value, err := number(env, v)
	return -value, err
}

func (n *binary) compile() eval {
	left, right, apply := n.left.compile(), n.right.compile(), operators[n.sign]
	return func(scope Scope, env *Environment) (any, error) {
		a, err := left(scope, env)
		if err != nil {
			return nil, err
		}
		b, err := right(scope, env)
		if err != nil {
			return nil, err
		}
		return apply(env, a, b)
	}
}

func (n *logical) compile() eval {
	left, right := n.left.compile(), n.right.compile()
	decided := map[string]func(any) bool{
		"&&": func(v any) bool { return !truthy(v) },
		"||": truthy,
		"??": func(v any) bool { return !Missing(v) },
	}[n.sign]
	return func(scope Scope, env *Environment) (any, error) {
		value, err := left(scope, env)
		if err != nil || decided(value) {
			return value, err
		}
		return right(scope, env)
	}
}

func (n *choice) compile() eval {
	test, yes, no := n.test.compile(), n.yes.compile(), n.no.compile()
	return func(scope Scope, env *Environment) (any, error) {
		value, err := test(scope, env)
		if err != nil {
			return nil, err
		}
		if truthy(value) {
			return yes(scope, env)
		}
		return no(scope, env)
	}
}

func (n *list) compile() eval {
	items := compileEach(n.items)
	return func(scope Scope, env *Environment) (any, error) {
		if err := env.ChargeList(len(items)); err != nil {
			return nil, err
		}
		return evaluate(items, scope, env)
	}
}

func (n *object) compile() eval {
	keys, values := compileEach(n.keys), compileEach(n.values)
	return func(scope Scope, env *Environment) (any, error) {
		if err := env.ChargeList(2 * len(keys)); err != nil {
			return nil, err
		}
		made := make(map[string]any, len(keys))
		for i := range keys {
			key, err := textOf(keys[i], scope, env)
			if err != nil {
				return nil, err
			}
			if made[key], err = values[i](scope, env); err != nil {
				return nil, err
			}
		}
		delete(made, prototype)
		return made, nil
	}
}

// textOf evaluates an expression part and converts the value into text.
func textOf(part eval, scope Scope, env *Environment) (string, error) {
	value, err := part(scope, env)
	if err != nil {
		return "", err
	}
	return env.Text(value)
}

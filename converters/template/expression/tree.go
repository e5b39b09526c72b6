package expression

// node is a node of an expression's syntax tree.
type node interface {
	// compile returns the function that evaluates the node.
	compile() eval
}

// eval is the compiled form of a node: a function that evaluates it.
type eval func(scope Scope, env *Environment) (any, error)

type literal struct{ value any }

type thisValue struct{} // the word this, or a single dot

type name struct{ name string }

// member is object.key, or object[key].
type member struct {
	object   node
	key      node
	computed bool
}

// call is object.method(args).
type call struct {
	object node
	method string
	args   []node
	offset int
}

// filterCall is the application of a filter: in | name:args.
type filterCall struct {
	in             node
	filter         Filter
	args           []node
	itemExpression *Expression // the parsed first argument if it is an expression over items; otherwise nil
}

type unary struct {
	sign    string
	operand node
}

type binary struct {
	sign        string
	left, right node
}

// logical is a binary operation whose right operand is only evaluated if the result depends on it.
type logical struct {
	sign        string
	left, right node
}

type choice struct{ test, yes, no node }

type assignment struct{ target, value node }

type list struct{ items []node }

// object is {key: value}.
type object struct{ keys, values []node }

func compileEach(nodes []node) []eval {
	compiled := make([]eval, len(nodes))
	for i, n := range nodes {
		compiled[i] = n.compile()
	}
	return compiled
}

// compileAll returns a function that evaluates statements in order and returns the value of the last one.
func compileAll(body []node) eval {
	if len(body) == 1 {
		return body[0].compile()
	}
	statements := compileEach(body)
	return func(scope Scope, env *Environment) (value any, err error) {
		value = Undefined{}
		for _, statement := range statements {
			if value, err = statement(scope, env); err != nil {
				return nil, err
			}
		}
		return value, nil
	}
}

// evaluate calls the functions in order and returns their results. It stops at the first error.
func evaluate(parts []eval, scope Scope, env *Environment) ([]any, error) {
	values := make([]any, len(parts))
	for i, part := range parts {
		value, err := part(scope, env)
		if err != nil {
			return nil, err
		}
		values[i] = value
	}
	return values, nil
}

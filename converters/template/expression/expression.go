// Package expression parses and evaluates the expressions of templates: the language of AngularJS in the dialect of
// docxtemplater, with literals, operators, members, assignments and filters.
//
// Values are those of encoding/json: nil, bool, float64, string, []any and map[string]any; filters also return
// [time.Time]. A missing value is [Undefined]. Operators do what those of JavaScript do, with three exceptions: a
// missing or null value is left out of a sum, makes other arithmetic undefined, and a member of a missing value is
// missing instead of an error.
//
// An expression has no effects but assignments: it can use members of values, a fixed list of methods, and the filters
// that it was parsed with. Its depth is limited, and all evaluations of a rendering share a [Budget].
package expression

// An Expression is a parsed expression. It does not change, and can be evaluated by several goroutines, each with an
// [Environment] of its own.
type Expression struct {
	body    []node
	run     eval
	steps   int64 // the least cost of an evaluation
	assigns bool
}

// Parse parses an expression with filters. The error is a [*SyntaxError].
func Parse(source string, filters Names) (*Expression, error) {
	tokens, err := lex(source)
	if err != nil {
		return nil, err
	}
	p := &parser{tokens: tokens, filters: filters}
	body, err := p.program()
	if err != nil {
		return nil, err
	}
	e := &Expression{body: body, run: compileAll(body), steps: int64(1 + p.nodes)}
	if len(body) > 0 {
		_, e.assigns = body[len(body)-1].(*assignment)
	}
	return e, nil
}

// Evaluate returns the value in a scope: [Undefined] if a name is missing, and "" if the expression ends with an
// assignment. The error is a [*BudgetError], a [*ValueError] or that of a filter.
func (e *Expression) Evaluate(scope Scope, env *Environment) (any, error) {
	if err := env.Step(e.steps); err != nil {
		return nil, err
	}
	if env.nested >= maxNested {
		return nil, &ValueError{Code: codeDeep}
	}
	outer := env.scope
	env.scope = scope
	env.nested++
	value, err := e.run(scope, env)
	env.scope = outer
	env.nested--
	if e.assigns && err == nil {
		return "", nil
	}
	return value, err
}

// Assigns reports whether the expression ends with an assignment, and is evaluated for its effect.
func (e *Expression) Assigns() bool {
	return e.assigns
}

// maxNested is the number of evaluations that can be nested: those of expressions in the arguments of filters.
const maxNested = 16

// A Scope looks up names. As in docxtemplater, the scopes of loops are nested: a name is found in the innermost one in
// which it is not null, and set in the innermost object.
type Scope interface {
	// Find returns the value of a name; false if there is none.
	Find(name string) (any, bool)
	// Set assigns a value to a name.
	Set(name string, value any)
	// This returns the current value, such as the item of a loop.
	This() any
}

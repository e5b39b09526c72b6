// Package expression reads and evaluates the expressions of templates: the language of AngularJS as
// docxtemplater has it, with its literals, operators, members, assignments and filters.
//
// Values are what encoding/json decodes: nil, bool, float64, string, []any and map[string]any; and
// [time.Time], which filters make. What is missing is [Undefined]. Operators do what JavaScript's
// do, but that what is missing or null is left out of a sum and makes other arithmetic undefined,
// and that a member of something missing is missing, not an error.
//
// An expression computes and can do nothing else: it has members of values, a fixed list of methods
// and the filters that it was read with. Its depth is bounded, and all evaluations of a rendering
// share a [Budget].
package expression

// An Expression is a read expression. It does not change, and may be evaluated by many at once
// where each has an [Environment] of its own.
type Expression struct {
	body    []node
	run     eval
	steps   int64 // how much an evaluation costs at least
	assigns bool
}

// Parse reads an expression, whose filters must be among those given. The error is a [*SyntaxError].
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

// Evaluate computes the value in a scope; [Undefined] where a name is missing, and "" where the
// expression ends with an assignment. The error is a [*BudgetError], a [*ValueError] or that of a
// filter.
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

// Assigns tells whether the expression ends with an assignment, and so is evaluated for its effect.
func (e *Expression) Assigns() bool {
	return e.assigns
}

// maxNested is how many evaluations may be under way inside each other: those of expressions that
// stand in the arguments of filters.
const maxNested = 16

// A Scope is where names are looked up. To docxtemplater, the scopes of loops are around each other: a
// name is found in the innermost one in which it is not null, and set in the innermost object.
type Scope interface {
	// Find gives the value of a name, and false where there is none.
	Find(name string) (any, bool)
	// Set gives a name a value.
	Set(name string, value any)
	// This is the current value, such as the item of a loop.
	This() any
}

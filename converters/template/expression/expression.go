// Package expression parses and evaluates the expressions of templates. The language is docxtemplater's dialect of
// AngularJS expressions, with literals, operators, members, assignments and filters.
//
// Values have the types of encoding/json: nil, bool, float64, string, []any and map[string]any. Filters can also return
// [time.Time]. A missing value is [Undefined]. Operators behave like those of JavaScript, with three exceptions. In a
// sum, missing and null values are left out. Other arithmetic with such a value is undefined. A member of a missing
// value is missing instead of an error.
//
// The only side effects of an expression are assignments. An expression can use members of values, a fixed list of
// methods, and the filters that it was parsed with. The depth of an expression is limited, and all evaluations of a
// rendering share a [Budget].
package expression

// An Expression is a parsed expression. It is immutable, and can be evaluated by several goroutines, each with its own
// [Environment].
type Expression struct {
	body    []node
	run     eval
	steps   int64 // the minimal cost of an evaluation
	assigns bool
}

// Parse parses an expression that can use the given filters. Errors are of type [*SyntaxError].
func Parse(source string, filters FilterLookup) (*Expression, error) {
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

// Evaluate evaluates the expression in a scope. It returns [Undefined] if a name is missing, and "" if the expression
// ends with an assignment. Errors are of type [*BudgetError] or [*ValueError], or returned by a filter.
func (e *Expression) Evaluate(scope Scope, env *Environment) (any, error) {
	if err := env.ChargeSteps(e.steps); err != nil {
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

// Assigns reports whether the expression ends with an assignment, so that it is evaluated only for its side effect.
func (e *Expression) Assigns() bool {
	return e.assigns
}

// maxNested is the maximal depth of nested evaluations, which occur if the argument of a filter is an expression.
const maxNested = 16

// A Scope looks up names. As in docxtemplater, the scopes of loops are nested. Find returns the value from the
// innermost scope where it is not null. Set assigns in the innermost scope.
type Scope interface {
	// Find returns the value of a name. It returns false if the name does not exist.
	Find(name string) (any, bool)
	// Set assigns a value to a name.
	Set(name string, value any)
	// This returns the current value, such as the item of a loop.
	This() any
}

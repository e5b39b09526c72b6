package expression

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Codes of errors. The comment after a code describes the error, or names the values in its message.
const (
	codeSyntax   = "expression-syntax"       // at: the unexpected text
	codeEnd      = "expression-end"          // the expression is incomplete
	codeQuote    = "expression-quote"        // a string is not terminated
	codeNumber   = "expression-number"       // at: the invalid number
	codeLong     = "expression-too-long"     // most: the maximal number of characters
	codeDeep     = "expression-too-deep"     // brackets or strings are nested too deeply, or there are too many operations
	codeAssign   = "expression-assignment"   // the target of the assignment is neither a name nor a member
	codeFilter   = "unknown-filter"          // name
	codeMethod   = "unknown-method"          // name
	codeFunction = "unknown-function"        // name
	codeCalled   = "filter-as-function"      // name
	codeReceiver = "method-of-another-value" // name, value: the kind of the value that has no such method
)

// A SyntaxError is returned for an expression that cannot be parsed.
type SyntaxError struct {
	Offset int // in characters of the source
	// Code identifies the error, such as "unknown-filter". Values are the parameters of its message.
	Code   string
	Values map[string]string
	// Nearest is the most similar valid name, or "" if no name is similar.
	Nearest string
}

// Error returns the code and the values, for logs.
func (e *SyntaxError) Error() string {
	text := describe(e.Code, e.Values) + fmt.Sprintf(" at %d", e.Offset)
	if e.Nearest != "" {
		text += ", nearest " + e.Nearest
	}
	return text
}

// A ValueError is returned if a value has the wrong kind.
type ValueError struct {
	Offset int // in characters of the source
	Code   string
	Values map[string]string
}

// Error returns the code and the values, for logs.
func (e *ValueError) Error() string {
	return describe(e.Code, e.Values)
}

// A BudgetError is returned if a rendering has spent its budget.
type BudgetError struct {
	Resource string // "steps" or "bytes"
}

// Error returns the resource that is spent, for logs.
func (e *BudgetError) Error() string {
	return "no " + e.Resource + " left"
}

func describe(code string, values map[string]string) string {
	var text strings.Builder
	text.WriteString(code)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		fmt.Fprintf(&text, " %s=%q", name, values[name])
	}
	return text.String()
}

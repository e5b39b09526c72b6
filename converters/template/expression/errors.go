package expression

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Codes of errors.
const (
	codeSyntax   = "expression-syntax"       // at: the unexpected text
	codeEnd      = "expression-end"          // the expression ends too early
	codeQuote    = "expression-quote"        // a string has no end
	codeNumber   = "expression-number"       // at: the invalid number
	codeLong     = "expression-too-long"     // most: the number of characters
	codeDeep     = "expression-too-deep"     //
	codeAssign   = "expression-assignment"   // the target of an assignment is no name
	codeFilter   = "unknown-filter"          // name
	codeMethod   = "unknown-method"          // name
	codeFunction = "unknown-function"        // name
	codeCalled   = "filter-as-function"      // name
	codeReceiver = "method-of-another-value" // name, value: the kind of the value
)

// A SyntaxError is the error of an expression that cannot be parsed.
type SyntaxError struct {
	Offset int // in characters of the source
	// Code identifies the problem, such as "unknown-filter". Values are inserted into its message.
	Code   string
	Values map[string]string
	// Nearest is the most similar valid name; empty if there is none.
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

// A ValueError is the error of a value of the wrong kind.
type ValueError struct {
	Offset int // in characters of the source
	Code   string
	Values map[string]string
}

// Error returns the code and the values, for logs.
func (e *ValueError) Error() string {
	return describe(e.Code, e.Values)
}

// A BudgetError is the error of a rendering that has spent its budget.
type BudgetError struct {
	What string // "steps" or "bytes"
}

// Error returns what is spent, for logs.
func (e *BudgetError) Error() string {
	return "no " + e.What + " left"
}

func describe(code string, values map[string]string) string {
	var text strings.Builder
	text.WriteString(code)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		fmt.Fprintf(&text, " %s=%q", name, values[name])
	}
	return text.String()
}

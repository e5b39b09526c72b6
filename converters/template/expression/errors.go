package expression

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The codes of errors.
const (
	codeSyntax   = "expression-syntax"       // at: what cannot stand there
	codeEnd      = "expression-end"          // more was expected
	codeQuote    = "expression-quote"        // a string has no end
	codeNumber   = "expression-number"       // at: what is no number
	codeLong     = "expression-too-long"     // most: in characters
	codeDeep     = "expression-too-deep"     //
	codeAssign   = "expression-assignment"   // what is assigned to is no name
	codeFilter   = "unknown-filter"          // name
	codeMethod   = "unknown-method"          // name
	codeFunction = "unknown-function"        // name
	codeCalled   = "filter-as-function"      // name
	codeReceiver = "method-of-another-value" // name, value: its kind
)

// A SyntaxError is what is wrong with an expression.
type SyntaxError struct {
	Offset int // in characters of the source
	// Code says what is wrong, such as "unknown-filter", and Values what its sentence has places for.
	Code   string
	Values map[string]string
	// Nearest is the valid name that is most like the wrong one; empty where none is.
	Nearest string
}

// Error gives the code and the values, for logs.
func (e *SyntaxError) Error() string {
	text := describe(e.Code, e.Values) + fmt.Sprintf(" at %d", e.Offset)
	if e.Nearest != "" {
		text += ", nearest " + e.Nearest
	}
	return text
}

// A ValueError says that a value is not what an expression needs it to be.
type ValueError struct {
	Offset int // in characters of the source
	Code   string
	Values map[string]string
}

// Error gives the code and the values, for logs.
func (e *ValueError) Error() string {
	return describe(e.Code, e.Values)
}

// A BudgetError says that a rendering has spent what it may.
type BudgetError struct {
	What string // "steps" or "bytes"
}

// Error says what is spent, for logs.
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

package expression

import (
	"time"

	"golang.org/x/text/language"
)

// An Environment is what evaluations know besides their scope. It is for one goroutine.
type Environment struct {
	Locale language.Tag
	// Zone is the time zone; nil is UTC.
	Zone *time.Location
	// Now is the time of the rendering.
	Now time.Time
	// Budget is what the whole rendering may spend; nil is no bound.
	Budget *Budget

	scope  Scope
	nested int
	memo   map[any]any
}

// Scope is that of the evaluation under way, which filters may look names up in; nil where none is.
func (env *Environment) Scope() Scope {
	return env.scope
}

// Memo gives what was made under the key before, and makes it where nothing was. Keys are of a type
// of the caller's own.
func (env *Environment) Memo(key any, make func() any) any {
	if value, ok := env.memo[key]; ok {
		return value
	}
	value := make()
	if env.memo == nil {
		env.memo = map[any]any{}
	}
	env.memo[key] = value
	return value
}

// Step takes steps from the budget. The error is a [*BudgetError].
func (env *Environment) Step(steps int64) error {
	b := env.Budget
	if b == nil {
		return nil
	}
	if b.Steps -= steps; b.Steps < 0 {
		return &BudgetError{What: "steps"}
	}
	return nil
}

// Make takes the bytes of what is about to be made from the budget. The error, also for more at once than
// [MaxText], is a [*BudgetError].
func (env *Environment) Make(bytes int64) error {
	b := env.Budget
	if b == nil {
		return nil
	}
	if b.Bytes -= bytes; b.Bytes < 0 || bytes < 0 || bytes > MaxText {
		return &BudgetError{What: "bytes"}
	}
	return nil
}

// MakeList takes a step for each item of a list, and the bytes of the list, from the budget. The
// error is a [*BudgetError].
func (env *Environment) MakeList(items int) error {
	if err := env.Step(int64(items)); err != nil {
		return err
	}
	return env.Make(int64(items) * itemSize)
}

const (
	// itemSize is how many bytes an item of a list takes.
	itemSize = 16
	// stepBytes is how many bytes of a text are gone through in a step.
	stepBytes = 64
)

// A Budget is what a rendering may still spend. The evaluations of a rendering share one.
type Budget struct {
	Steps int64 // parts of expressions, and items and methods that they go through
	Bytes int64 // of strings and lists that are made
}

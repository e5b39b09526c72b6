package expression

import (
	"time"

	"golang.org/x/text/language"
)

// An Environment is the context of evaluations besides their scope. It must be used by one goroutine only.
type Environment struct {
	Locale language.Tag
	// Zone is the time zone; nil stands for UTC.
	Zone *time.Location
	// Now is the time of the rendering.
	Now time.Time
	// Budget is what the whole rendering can spend; nil is unlimited.
	Budget *Budget

	scope  Scope
	nested int
	memo   map[any]any
}

// Scope returns the scope of the current evaluation, for filters that look up names; nil if there is none.
func (env *Environment) Scope() Scope {
	return env.scope
}

// Memo returns the value with a key, which make creates the first time. Keys have a type of the caller.
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

// Step charges steps to the budget. The error is a [*BudgetError].
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

// Make charges the bytes of a value to the budget before it is created. The error is a [*BudgetError], also if there
// are more than [MaxText].
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

// MakeList charges a list to the budget: a step for each item, and its bytes. The error is a [*BudgetError].
func (env *Environment) MakeList(items int) error {
	if err := env.Step(int64(items)); err != nil {
		return err
	}
	return env.Make(int64(items) * itemSize)
}

const (
	// itemSize is the number of bytes of an item of a list.
	itemSize = 16
	// stepBytes is the number of bytes of a text that are read in a step.
	stepBytes = 64
)

// A Budget is what a rendering can still spend. All evaluations of a rendering share one.
type Budget struct {
	Steps int64 // parts of expressions, and the items that they and methods visit
	Bytes int64 // bytes of the strings and lists that are created
}

package expression

import (
	"time"

	"golang.org/x/text/language"
)

// An Environment contains everything that an evaluation depends on, except the scope. It must not be used by several
// goroutines at a time.
type Environment struct {
	Locale language.Tag
	// Zone is the time zone; nil means UTC.
	Zone *time.Location
	// Now is the time of the rendering.
	Now time.Time
	// Budget limits the work of the whole rendering; nil means no limit.
	Budget *Budget

	scope  Scope
	nested int
	memo   map[any]any
}

// Scope returns the scope of the current evaluation, in which filters can look up names. It is nil if there is none.
func (env *Environment) Scope() Scope {
	return env.scope
}

// Memo returns the value that is stored for a key. If no value is stored, Memo calls the function create and stores the
// result. Each caller must use its own type for keys.
func (env *Environment) Memo(key any, create func() any) any {
	if value, ok := env.memo[key]; ok {
		return value
	}
	value := create()
	if env.memo == nil {
		env.memo = map[any]any{}
	}
	env.memo[key] = value
	return value
}

// ChargeSteps charges steps to the budget. It returns a [*BudgetError] if the budget is exceeded.
func (env *Environment) ChargeSteps(steps int64) error {
	b := env.Budget
	if b == nil {
		return nil
	}
	if b.Steps -= steps; b.Steps < 0 {
		return &BudgetError{Resource: "steps"}
	}
	return nil
}

// ChargeBytes charges the bytes of a value that the caller is about to create. It returns a [*BudgetError] if the
// budget or [MaxText] is exceeded.
func (env *Environment) ChargeBytes(bytes int64) error {
	b := env.Budget
	if b == nil {
		return nil
	}
	if b.Bytes -= bytes; b.Bytes < 0 || bytes < 0 || bytes > MaxText {
		return &BudgetError{Resource: "bytes"}
	}
	return nil
}

// ChargeList charges the creation of a list: one step for each item, and the bytes of the list. It returns a
// [*BudgetError] if the budget is exceeded.
func (env *Environment) ChargeList(items int) error {
	if err := env.ChargeSteps(int64(items)); err != nil {
		return err
	}
	return env.ChargeBytes(int64(items) * itemSize)
}

const (
	// itemSize is the charged size of a list's item, in bytes.
	itemSize = 16
	// stepBytes is the number of bytes of text that can be read for one step.
	stepBytes = 64
)

// A Budget is the amount of work and memory that is left for a rendering. All evaluations of a rendering share one
// Budget.
type Budget struct {
	Steps int64 // one for each evaluated part of an expression and each visited item
	Bytes int64 // bytes of the strings and lists that evaluations create
}

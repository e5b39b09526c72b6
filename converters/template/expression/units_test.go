package expression

import (
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

// Methods that scan a text are fast and charge steps for its length.
//
// SECURITY.md, promise 43 (templates only compute)
func TestTextMethodsTakeSteps(t *testing.T) {
	text := strings.Repeat("äb", 1<<19)
	for _, source := range []string{
		`t.startsWith("ä")`, `t.startsWith("b", 999999)`, `t.endsWith("b")`, `t.charAt(999999)`, `t.at(-1)`, `t.slice(-5)`, `t.slice(5, 10)`,
		`t.substr(999999, 2)`, `t.substring(1, 2)`, `t.indexOf("z")`, `t.padEnd(5)`, `t.includes("z")`, `t.lastIndexOf("z")`,
		`t.length`, `t[999999]`,
	} {
		e, err := Parse(source, testFilters)
		if err != nil {
			t.Fatal(err)
		}
		const steps, times = 1 << 40, 100
		env := &Environment{Budget: &Budget{Steps: steps, Bytes: steps}}
		fastest := time.Hour // the minimum, because other processes may interrupt an evaluation
		for range times {
			begin := time.Now()
			if _, err := e.Evaluate(scopes{map[string]any{"t": text}}, env); err != nil {
				t.Fatal(source, err)
			}
			fastest = min(fastest, time.Since(begin))
		}
		if spent := (steps - env.Budget.Steps) / times; spent < int64(len(text)/stepBytes) {
			t.Errorf("%s takes %d steps", source, spent)
		}
		if fastest > 20*time.Millisecond {
			t.Errorf("%s takes %v", source, fastest)
		}
	}
}

// Slices of a text are the same as in JavaScript. Half a surrogate pair becomes U+FFFD.
func TestUnits(t *testing.T) {
	const text = "a😀bä😀😀c"
	wide := utf16.Encode([]rune(text))
	if units(text).len() != len(wide) {
		t.Fatal(units(text).len())
	}
	for from := range wide {
		for to := from; to <= len(wide); to++ {
			if got, want := units(text).slice(from, to), string(utf16.Decode(wide[from:to])); got != want {
				t.Errorf("%d to %d: %q, want %q", from, to, got, want)
			}
		}
	}
}

// Padding a text beyond the maximal length is an error.
func TestPadTooFar(t *testing.T) {
	var spent *BudgetError
	if _, err := evaluateIn(t, `"x".padEnd(1000000000)`, scopes{map[string]any{}}); !errors.As(err, &spent) {
		t.Error(err)
	}
}

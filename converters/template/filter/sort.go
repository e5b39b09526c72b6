package filter

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/collate"

	"lectern/converters/template/expression"
)

const (
	ascending  = "asc"
	descending = "desc"
)

// sortItems sorts items by a key, or by themselves if there is no key. The order is descending if an argument is "desc"
// or the key begins with "-". Numbers and dates are sorted by value, and texts by the rules of the language. Missing
// values are last. If all values are numbers or texts that contain a number, all are sorted as numbers.
func sortItems(env *expression.Environment, items []any, args arguments) (any, error) {
	k, order, err := sortArguments(env, args)
	if err != nil {
		return nil, err
	}
	ranks, err := rankAll(env, items, k)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(ranks, func(a, b rank) int {
		if a.kind == missingRank || b.kind == missingRank {
			return cmp.Compare(a.kind, b.kind)
		}
		return order * a.compare(b)
	})
	out := make([]any, len(ranks))
	for i, r := range ranks {
		out[i] = r.item
	}
	return out, nil
}

// sortArguments returns the key of a sort. order is 1 if the sort is ascending, and -1 if it is descending.
func sortArguments(env *expression.Environment, args arguments) (k key, order int, err error) {
	path, err := args.text(env, 0, "")
	if err != nil {
		return k, 0, err
	}
	direction, err := args.text(env, 1, ascending)
	if err != nil {
		return k, 0, err
	}
	order = 1
	if len(args) == 1 && (path == ascending || path == descending) {
		path, direction = "", path
	}
	path, down := strings.CutPrefix(path, "-")
	if down || strings.EqualFold(direction, descending) {
		order = -1
	}
	k, err = keyOf(env, path)
	return k, order, err
}

// Kinds of sort keys. Items with different kinds of keys are sorted in this order.
const (
	numberRank = iota
	dateRank
	textRank
	missingRank
)

// rank is an item with the sort key of its value.
type rank struct {
	item   any
	kind   int
	number float64
	text   []byte
}

func (r rank) compare(other rank) int {
	return cmp.Or(cmp.Compare(r.kind, other.kind), cmp.Compare(r.number, other.number), bytes.Compare(r.text, other.text))
}

// rankAll returns the items with their sort keys. It charges the cost of sorting to the budget.
func rankAll(env *expression.Environment, items []any, k key) ([]rank, error) {
	const stepsEach, bytesEach = 16, 64
	if err := env.ChargeSteps(int64(len(items)) * stepsEach); err != nil {
		return nil, err
	}
	if err := env.ChargeBytes(int64(len(items)) * bytesEach); err != nil {
		return nil, err
	}
	values, err := valuesOf(items, k)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(values, isNonNumeric) {
		values = numbersOf(values)
	}
	order := collatorOf(env)
	defer order.buffer.Reset()
	ranks := make([]rank, len(items))
	for i, item := range items {
		if ranks[i], err = order.rank(env, values[i]); err != nil {
			return nil, err
		}
		ranks[i].item = item
	}
	return ranks, nil
}

// valuesOf returns the values that the key selects from the items.
func valuesOf(items []any, k key) (values []any, err error) {
	values = make([]any, len(items))
	for i, item := range items {
		if values[i], err = k.valueOf(item); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// plainNumber matches texts that are interpreted as numbers: digits that a float64 can represent, without an exponent.
// Texts such as 1E5, and texts with 18 digits, are identifiers.
var plainNumber = regexp.MustCompile(`^[+-]?\d{1,15}$|^[+-]?\d{1,9}\.\d{1,6}$`)

// isNonNumeric reports whether a value exists but is neither a number nor a text that contains a number.
func isNonNumeric(value any) bool {
	if expression.Missing(value) || value == "" {
		return false
	}
	if text, ok := value.(string); ok && !plainNumber.MatchString(text) {
		return true
	}
	_, err := numberOf(value)
	return err != nil
}

// numbersOf converts values into numbers. Empty texts become missing values, as in sums.
func numbersOf(values []any) []any {
	numbers := make([]any, len(values))
	for i, value := range values {
		if number, err := numberOf(value); err == nil {
			numbers[i] = number
		}
	}
	return numbers
}

// collator compares texts in the alphabetical order of a language.
type collator struct {
	inner  *collate.Collator
	buffer collate.Buffer
}

type collatorKey struct{}

func collatorOf(env *expression.Environment) *collator {
	return env.Memo(collatorKey{}, func() any { return &collator{inner: collate.New(env.Locale)} }).(*collator)
}

func (c *collator) rank(env *expression.Environment, value any) (rank, error) {
	switch value := value.(type) {
	case nil, expression.Undefined:
		return rank{kind: missingRank}, nil
	case float64, bool:
		return rank{kind: numberRank, number: expression.Number(value)}, nil
	case time.Time:
		return rank{kind: dateRank, number: expression.Number(value)}, nil
	}
	text, err := env.Text(value)
	if err != nil {
		return rank{}, err
	}
	const keySize = 12 // approximate length of a sort key for each byte of a text
	if err := env.ChargeBytes(int64(len(text)) * keySize); err != nil {
		return rank{}, err
	}
	return rank{kind: textRank, text: c.inner.KeyFromString(&c.buffer, text)}, nil
}

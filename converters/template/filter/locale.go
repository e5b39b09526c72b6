package filter

import (
	_ "embed"
	"encoding/json"
	"strings"

	"golang.org/x/text/language"

	"lectern/converters/template/expression"
)

// cldr has a line for each locale: its name, that of the one it inherits from, and as JSON what it
// has otherwise than that one. It is made by cldr/generate.mjs.
//
//go:embed cldr.txt
var cldr string

// root is the locale that all inherit from.
const root = "und"

// aliases are the names that CLDR has for some others.
var aliases = map[string]string{"nb": "no"}

// The widths of names.
const (
	wide = iota
	abbreviated
	narrow
	widths
)

// locale is how dates and numbers are written.
type locale struct {
	// Months, Days (from Sunday) and Quarters are names in dates, and such that stand alone.
	Months, Days, Quarters [2][widths][]string
	Halves                 [widths][]string // am and pm
	Periods                [widths][]string // the part of the day that each hour lies in
	Eras                   [widths][]string // before and after
	Dates, Times           [4]string        // patterns: full, long, medium, short
	Both                   [4]string        // of date {1} and time {0}
	GMT                    [4]string        // with and without offset {0}, and the latter ahead and behind

	System  string // of digits
	Least   int    // how many digits must stand before the first separator of groups
	Systems map[string]system
	Symbols map[string]string // of currencies

	layouts map[layoutKey]layout
}

// system is how numbers are written with certain digits.
type system struct {
	Digits, Decimal, Group, MoneyDecimal, MoneyGroup, Minus, Percent, Infinity string
	// Plain, Percents, Money and Lettered are patterns; the latter is for symbols with letters.
	Plain, Percents, Money, Lettered string
}

type localeKey struct{}

// localeOf gives the environment's locale, or the nearest one that is known.
func localeOf(env *expression.Environment) *locale {
	return env.Memo(localeKey{}, func() any { return loadLocale(env.Locale) }).(*locale)
}

func loadLocale(tag language.Tag) *locale {
	l := &locale{}
	l.load(nearest(tag))
	if name := tag.TypeForKey("nu"); l.Systems[name].Digits != "" {
		l.System = name
	}
	return l
}

// nearest gives the name of the known locale that is nearest to the tag.
func nearest(tag language.Tag) string {
	base, script, region := tag.Raw()
	likely, _ := tag.Script()
	for _, script := range []language.Script{likely, script} {
		whole, err := language.Compose(base, script, region)
		if err != nil {
			continue
		}
		if _, _, ok := lineOf(whole.String()); ok {
			return whole.String()
		}
		tag = whole
	}
	for ; !tag.IsRoot(); tag = tag.Parent() {
		name := tag.String()
		if alias, ok := aliases[name]; ok {
			name = alias
		}
		if _, _, ok := lineOf(name); ok {
			return name
		}
	}
	return root
}

// lineOf gives what stands in the line of a locale.
func lineOf(name string) (parent, values string, ok bool) {
	start := name + "\t"
	at := 0
	if !strings.HasPrefix(cldr, start) {
		if at = strings.Index(cldr, "\n"+start) + 1; at == 0 {
			return "", "", false
		}
	}
	line, _, _ := strings.Cut(cldr[at+len(start):], "\n")
	return strings.Cut(line, "\t")
}

// load fills in what the locale inherits, and then what it has itself.
func (l *locale) load(name string) {
	parent, values, ok := lineOf(name)
	if !ok {
		return
	}
	if parent != "" {
		l.load(parent)
	}
	if err := json.Unmarshal([]byte(values), l); err != nil {
		panic("the file of locales is broken: " + err.Error()) // it is built in
	}
}

// Separators gives how a locale separates the decimals of numbers, and the groups of their digits.
func Separators(tag language.Tag) (decimal, group string) {
	s := loadLocale(tag).system()
	return s.Decimal, s.Group
}

// DayFirst says whether a locale's dates in digits have the day before the month.
func DayFirst(tag language.Tag) bool {
	pattern := loadLocale(tag).Dates[3]
	return strings.IndexByte(pattern, 'd') < strings.IndexByte(pattern, 'M')
}

// system gives how the locale writes numbers.
func (l *locale) system() system {
	return l.Systems[l.System]
}

// localize writes ASCII digits as the locale's.
func (s system) localize(text string) string {
	if s.Digits == "0123456789" {
		return text
	}
	digits := []rune(s.Digits)
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return digits[r-'0']
		}
		return r
	}, text)
}

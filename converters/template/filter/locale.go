package filter

import (
	_ "embed"
	"encoding/json"
	"strings"

	"golang.org/x/text/language"

	"lectern/converters/template/expression"
)

// cldr contains a line for each locale: its name, the name of its parent, and, as JSON, the values that differ from the
// parent's values. cldr/generate.mjs generates the file.
//
//go:embed cldr.txt
var cldr string

// root is the ancestor of all locales.
const root = "und"

// aliases maps the names of some locales to the names that CLDR uses.
var aliases = map[string]string{"nb": "no"}

// Widths of names, such as the names of months.
const (
	wide = iota
	abbreviated
	narrow
	widths
)

// locale describes how dates and numbers are formatted.
type locale struct {
	// Months, Days (from Sunday) and Quarters contain two forms of each name: the form within a date, and the form of a
	// name that stands alone.
	Months, Days, Quarters [2][widths][]string
	Halves                 [widths][]string // "AM" and "PM"
	Periods                [widths][]string // the name of the part of the day for each hour
	Eras                   [widths][]string // the names of the eras before and after year 1
	Dates, Times           [4]string        // full, long, medium and short patterns
	Both                   [4]string        // patterns that combine a date {1} and a time {0}
	GMT                    [4]string        // four patterns: offset {0}, no offset, positive and negative offset

	System  string // the name of the numbering system
	Least   int    // the minimal number of digits before the first group separator
	Systems map[string]system
	Symbols map[string]string // symbols of currencies, by their codes

	layouts map[layoutKey]layout
}

// system describes how numbers are formatted in a numbering system, such as Arabic or Devanagari digits.
type system struct {
	Digits, Decimal, Group, MoneyDecimal, MoneyGroup, Minus, Percent, Infinity string
	// Plain, Percents, Money and Lettered are patterns of numbers. Lettered is for amounts whose currency symbol
	// consists of letters.
	Plain, Percents, Money, Lettered string
}

type localeKey struct{}

// localeOf returns the data for the locale of the environment, or for the most similar known locale.
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

// nearest returns the name of the known locale that is most similar to a language tag.
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

// lineOf returns the line for a locale in the generated file.
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

// load sets the values of the parent locale, and then the values of the locale itself.
func (l *locale) load(name string) {
	parent, values, ok := lineOf(name)
	if !ok {
		return
	}
	if parent != "" {
		l.load(parent)
	}
	if err := json.Unmarshal([]byte(values), l); err != nil {
		panic("the file of locales is broken: " + err.Error()) // the file is embedded in the program
	}
}

// Separators returns the decimal separator and the group separator of a locale.
func Separators(tag language.Tag) (decimal, group string) {
	s := loadLocale(tag).system()
	return s.Decimal, s.Group
}

// DayFirst reports whether the numeric dates of a locale begin with the day.
func DayFirst(tag language.Tag) bool {
	pattern := loadLocale(tag).Dates[3]
	return strings.IndexByte(pattern, 'd') < strings.IndexByte(pattern, 'M')
}

// system returns the numbering system of the locale.
func (l *locale) system() system {
	return l.Systems[l.System]
}

// localize replaces ASCII digits with the digits of the numbering system.
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

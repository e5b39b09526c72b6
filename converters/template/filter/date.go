package filter

import (
	"slices"
	"strings"
	"time"

	"lectern/converters/template/expression"
)

// dateFilters returns the filters for dates and times.
func dateFilters() expression.Filters {
	return expression.Filters{
		"date":      formatFilter(dateOnly),
		"time":      formatFilter(timeOnly),
		"datetime":  formatFilter(dateAndTime),
		"addDays":   dateShift(func(t time.Time, n int) time.Time { return t.AddDate(0, 0, n) }),
		"addMonths": dateShift(addMonths),
		"addYears":  dateShift(func(t time.Time, n int) time.Time { return addMonths(t, n*monthsOfYear) }),
	}
}

// styles are the names of a locale's predefined date patterns.
var styles = [...]string{"full", "long", "medium", "short"}

// The parts of a date that a filter formats.
const (
	dateOnly = iota
	timeOnly
	dateAndTime
)

// formatFilter returns a filter that formats a date. The first argument is a style or a pattern, "medium" by default.
// The second argument is the time zone.
func formatFilter(part int) expression.Filter {
	return skipMissing(expression.Date, func(env *expression.Environment, in any, args arguments) (any, error) {
		zone, err := zoneOf(env, args, 1)
		if err != nil {
			return nil, err
		}
		when, err := timeOf(env, in, zone)
		if err != nil {
			return nil, err
		}
		pattern, err := args.text(env, 0, "medium")
		if err != nil {
			return nil, err
		}
		l := localeOf(env)
		if style := slices.Index(styles[:], pattern); style >= 0 {
			pattern = l.pattern(part, style, args.get(0) == nil)
		} else {
			pattern = toCalendarFields(pattern)
		}
		text, err := l.formatTime(when, pattern)
		if err != nil {
			return nil, err
		}
		return text, env.ChargeBytes(int64(len(text)))
	})
}

// pattern returns the pattern of a style for a part of a date. If the template names no style, noStyle is true and
// times are formatted without seconds.
func (l *locale) pattern(part, style int, noStyle bool) string {
	hours := style
	if noStyle {
		hours = slices.Index(styles[:], "short")
	}
	switch part {
	case dateOnly:
		return l.Dates[style]
	case timeOnly:
		return l.Times[hours]
	}
	return strings.NewReplacer("{0}", l.Times[hours], "{1}", l.Dates[style]).Replace(l.Both[style])
}

// toCalendarFields changes DD to the day of the month and YYYY to the calendar year in a pattern, as other programs
// interpret them. In CLDR, they mean the day of the year and the year of the week. A pattern that contains a week or
// DDD is not changed.
func toCalendarFields(pattern string) string {
	if strings.Contains(pattern, "w") || strings.Contains(pattern, "DDD") {
		return pattern
	}
	quoted := false
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\'':
			quoted = !quoted
		case quoted:
		case r == 'Y':
			return 'y'
		case r == 'D':
			return 'd'
		}
		return r
	}, pattern)
}

// dateShift returns a filter that moves a date by the number of units in its argument.
func dateShift(shift func(t time.Time, n int) time.Time) expression.Filter {
	return skipMissing(expression.Date, func(env *expression.Environment, in any, args arguments) (any, error) {
		const limit = 100_000
		zone, err := zoneOf(env, nil, 0)
		if err != nil {
			return nil, err
		}
		when, err := timeOf(env, in, zone)
		if err != nil {
			return nil, err
		}
		n, err := args.wholeNumber(0, 0, -limit, limit)
		if err != nil {
			return nil, err
		}
		return shift(when, n), nil
	})
}

const monthsOfYear = 12

// addMonths adds months to a date. The day stays the same, or becomes the last day of a shorter month.
func addMonths(t time.Time, n int) time.Time {
	year, month, day := t.Date()
	first := time.Date(year, month+time.Month(n), 1, t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), t.Location())
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(day, last)-1)
}

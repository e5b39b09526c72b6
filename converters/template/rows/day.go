package rows

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/language"

	"lectern/converters/template/filter"
)

// days reads dates in digits as people write them.
type days struct {
	dayFirst bool
	unsure   bool // the locale does not say which comes first
}

func daysOf(tag language.Tag) days {
	base, _, region := tag.Raw()
	english, _ := language.English.Base()
	return days{dayFirst: filter.DayFirst(tag), unsure: base == english && region == language.Region{} || tag == language.Und}
}

// written matches three numbers, with a time behind them or not.
var written = regexp.MustCompile(`^(\d{1,4})([./-]) ?(\d{1,2})([./-]) ?(\d{1,4})(?:[ T](\d{1,2}:\d{2}(?::\d{2})?))?$`)

// read gives a date as ISO 8601 has it; empty where the text is none in digits with a whole year. It
// is not sure of one such as 3/4/2026, whose first number is a month in America and a day elsewhere,
// where the locale is English of no region.
func (d days) read(text string) (date string, sure bool) {
	parts := written.FindStringSubmatch(text)
	if parts == nil || parts[2] != parts[4] {
		return "", true
	}
	first, second, third := parts[1], parts[3], parts[5]
	var year, month, day string
	switch {
	case len(first) == 4 && len(third) <= 2:
		year, month, day = first, second, third
	case len(third) != 4 || len(first) > 2:
		return "", true
	case parts[2] == "." || isAbove12(first):
		year, month, day = third, second, first
	case isAbove12(second):
		year, month, day = third, first, second
	case d.unsure && first != second:
		return "", false
	case d.dayFirst:
		year, month, day = third, second, first
	default:
		year, month, day = third, first, second
	}
	when, err := time.Parse("2006-1-2", year+"-"+strings.TrimLeft(month, "0")+"-"+strings.TrimLeft(day, "0"))
	if err != nil {
		return "", true
	}
	if date = when.Format(time.DateOnly); parts[6] == "" {
		return date, true
	}
	return withTime(date, parts[6]), true
}

func isAbove12(digits string) bool {
	number, err := strconv.Atoi(digits)
	return err == nil && number > 12
}

// withTime gives a date with a time such as 9:30; empty where that is none.
func withTime(date, clock string) string {
	if strings.Count(clock, ":") == 1 {
		clock += ":00"
	}
	when, err := time.Parse("15:04:05", clock)
	if err != nil {
		return ""
	}
	return date + "T" + when.Format(time.TimeOnly)
}

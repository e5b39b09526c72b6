package rows

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/language"

	"lectern/converters/template/filter"
)

// dateParser parses numeric dates as users write them.
type dateParser struct {
	dayFirst     bool
	orderUnknown bool // the locale does not determine the order of day and month
}

// newDateParser returns a parser for dates in the notation of a locale.
func newDateParser(tag language.Tag) dateParser {
	base, _, region := tag.Raw()
	english, _ := language.English.Base()
	return dateParser{dayFirst: filter.DayFirst(tag), orderUnknown: base == english && region == language.Region{} || tag == language.Und}
}

// datePattern matches three numbers, optionally followed by a time of day.
var datePattern = regexp.MustCompile(`^(\d{1,4})([./-]) ?(\d{1,2})([./-]) ?(\d{1,4})(?:[ T](\d{1,2}:\d{2}(?::\d{2})?))?$`)

// parse converts a numeric date with a four-digit year into ISO 8601. It returns "" if the text is not such a date.
// sure is false if the order of day and month is ambiguous. If the locale is English without a region, for example,
// 3/4/2026 can be 4 March (US) or 3 April.
func (d dateParser) parse(text string) (date string, sure bool) {
	parts := datePattern.FindStringSubmatch(text)
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
	case d.orderUnknown && first != second:
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

// withTime appends a time such as 9:30 to a date. It returns "" if the time is invalid.
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

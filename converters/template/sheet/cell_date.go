package sheet

import (
	"time"

	"lectern/converters/template/core"
)

// serial gives the number of a value that is a date: by itself, or as the cell shows dates.
func (n *cellNode) serial(r *core.Renderer, value any) (serial float64, isDate bool) {
	when, isDate := value.(time.Time)
	if text, isText := value.(string); isText && n.dated {
		when, isDate = parseDate(text, r.Env.Zone)
	}
	if !isDate {
		return 0, false
	}
	return serialOf(when.In(zone(r)), sheetOf(r).book.from1904)
}

func zone(r *core.Renderer) *time.Location {
	if r.Env.Zone == nil {
		return time.UTC
	}
	return r.Env.Zone
}

// parseDate reads a date as JSON has it: a day, or a time of a day with its zone or in that one.
func parseDate(text string, zone *time.Location) (time.Time, bool) {
	if len(text) < len(time.DateOnly) || len(text) > len(time.RFC3339Nano) {
		return time.Time{}, false
	}
	if zone == nil {
		zone = time.UTC
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", time.DateTime,
		"2006-01-02 15:04"} {
		if when, err := time.ParseInLocation(layout, text, zone); err == nil {
			return when, true
		}
	}
	return time.Time{}, false
}

// serialOf gives the number that a workbook has for a time, by the clock of its zone: the days since
// the last one of 1899, which has a 29 February 1900 that never was, or since the first of 1904
// (ECMA-376, part 1, 18.17.4.1). It is not valid for times that workbooks do not have.
func serialOf(local time.Time, from1904 bool) (serial float64, valid bool) {
	clock := time.Date(local.Year(), local.Month(), local.Day(), local.Hour(), local.Minute(), local.Second(), local.Nanosecond(), time.UTC)
	first := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case from1904:
		first = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case clock.Before(time.Date(1900, 3, 1, 0, 0, 0, 0, time.UTC)):
		first = first.AddDate(0, 0, 1)
	}
	const day = 24 * 60 * 60 * 1000
	milliseconds := clock.UnixMilli() - first.UnixMilli()
	return float64(milliseconds) / day, milliseconds >= 0 && clock.Year() <= 9999
}

package sheet

import (
	"time"

	"lectern/converters/template/core"
)

// dateSerial converts a value into the serial number of a date. isDate is false if the value is not a date. A text is
// interpreted as a date only if the number format of the cell shows dates.
func (n *cellNode) dateSerial(r *core.Renderer, value any) (serial float64, isDate bool) {
	when, isDate := value.(time.Time)
	if text, isText := value.(string); isText && n.showsDates {
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

// parseDate parses a day, or a time with or without a time zone. A time without a time zone is interpreted in the given
// time zone.
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

// serialOf converts the local time of a date into a serial number (ECMA-376, part 1, 18.17.4.1): the days since 30
// December 1899, or since 1 January 1904. Before 1 March 1900, the number is one less, because workbooks count a leap
// day that did not exist. valid is false for times that workbooks cannot represent.
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

package rows

import (
	"fmt"
	"math"
	"time"
)

// Limits of dates: the first serial number that is too large, with days counted from 1900, and the last valid year.
const (
	serialLimit = 2958466
	lastYear    = 9999
)

// dateText converts a serial number of a workbook into a day, a time, both, or a duration in hours, minutes and
// seconds. The result is in ISO 8601 without a time zone. Workbooks count days from 31 December 1899 or from 1 January
// 1904 (ECMA-376, part 1, 18.17.4.1). In the first case, they count a leap day in 1900 that did not exist. ok is false
// if the number is not a valid date.
func dateText(serial float64, kind dateKind, from1904 bool) (text string, ok bool) {
	const day = 24 * 60 * 60 * 1000
	if serial < 0 || serial >= serialLimit {
		return "", false
	}
	milliseconds := int64(math.Round(serial * day))
	if kind == elapsed {
		seconds := milliseconds / 1000
		return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60), true
	}
	first := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case from1904:
		first = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case serial < 60:
		first = first.AddDate(0, 0, 1)
	}
	when := first.AddDate(0, 0, int(milliseconds/day)).Add(time.Duration(milliseconds%day) * time.Millisecond).Round(time.Second)
	switch {
	case serial < 1:
		return when.Format(time.TimeOnly), true
	case milliseconds%day == 0:
		return when.Format(time.DateOnly), when.Year() <= lastYear
	}
	return when.Format("2006-01-02T15:04:05"), when.Year() <= lastYear
}

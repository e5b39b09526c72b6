package filter

import (
	"fmt"
	"strings"
	"time"
)

// zone formats the time zone of a time for a pattern letter: as the zone's id, or as an offset in one of several
// formats.
func (l *locale) zone(t time.Time, letter byte, count int) string {
	_, seconds := t.Zone()
	switch {
	case letter == 'V':
		return t.Location().String()
	case letter == 'X' && seconds == 0, letter == 'Z' && count == 5 && seconds == 0:
		return "Z"
	case letter == 'X' || letter == 'x':
		return isoOffset(seconds, count)
	case letter == 'Z' && count < 4:
		return isoOffset(seconds, 2)
	case letter == 'Z' && count == 5:
		return isoOffset(seconds, 3)
	}
	return l.gmtOffset(seconds, letter == 'Z' || count == 4)
}

// isoOffset formats an offset for a pattern letter that is repeated count times. The format is +01:30 if count is 3 or
// 5, and otherwise +0130. If count is 1 and the offset has no minutes, it is +01.
func isoOffset(seconds, count int) string {
	sign, hours, minutes := split60(seconds)
	colon := ""
	if count == 3 || count == 5 {
		colon = ":"
	}
	if count == 1 && minutes == 0 {
		return fmt.Sprintf("%s%02d", sign, hours)
	}
	return fmt.Sprintf("%s%02d%s%02d", sign, hours, colon, minutes)
}

func split60(seconds int) (sign string, hours, minutes int) {
	sign = "+"
	if seconds < 0 {
		sign, seconds = "-", -seconds
	}
	minutes = seconds / int(time.Minute/time.Second)
	return sign, minutes / 60, minutes % 60
}

// gmtOffset formats an offset in the format of the locale: GMT+1, or GMT+01:00 if long is true.
func (l *locale) gmtOffset(seconds int, long bool) string {
	if seconds == 0 {
		return l.GMT[1]
	}
	sign, hours, minutes := split60(seconds)
	pattern := l.GMT[2]
	if sign == "-" {
		pattern = l.GMT[3]
	}
	padded := "%02d"
	if !long {
		padded = "%d"
		pattern = strings.Replace(pattern, "HH", "H", 1)
		if minutes == 0 {
			pattern = pattern[:strings.Index(pattern, "H")+1]
		}
	}
	pattern = strings.Replace(pattern, "HH", "H", 1)
	text := strings.NewReplacer("H", fmt.Sprintf(padded, hours), "mm", fmt.Sprintf("%02d", minutes)).Replace(pattern)
	return strings.Replace(l.GMT[0], "{0}", l.system().localize(text), 1)
}

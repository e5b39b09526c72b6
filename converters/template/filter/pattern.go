package filter

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

const (
	// maxPattern is the maximal length of a pattern, in bytes.
	maxPattern = 1000
	// maxField is the maximum number of times that a letter is repeated in a pattern.
	maxField = 9
)

// formatTime formats a time according to a pattern of Unicode's LDML, which can contain quoted text. Weeks follow ISO
// 8601. Time zones are written as offsets, never as names.
func (l *locale) formatTime(t time.Time, pattern string) (string, error) {
	if len(pattern) > maxPattern {
		return "", newError(codePattern, pattern)
	}
	var out strings.Builder
	for at := 0; at < len(pattern); {
		switch c := pattern[at]; {
		case c == '\'':
			text, size := quotedText(pattern[at:])
			out.WriteString(text)
			at += size
		case isLetter(c):
			count := leadingRepeats(pattern[at:])
			text, ok := l.field(t, c, count)
			if !ok || count > maxField {
				return "", &Error{Code: codePattern, Values: map[string]string{"value": shorten(pattern), "at": string(c)}}
			}
			out.WriteString(text)
			at += count
		default:
			out.WriteByte(c)
			at++
		}
	}
	return out.String(), nil
}

// quotedText returns the quoted text at the beginning of a pattern and the length of its source. Doubled quotes stand
// for one quote.
func quotedText(pattern string) (text string, size int) {
	if strings.HasPrefix(pattern, "''") {
		return "'", 2
	}
	for at := 1; at < len(pattern); at++ {
		if pattern[at] != '\'' {
			continue
		}
		if at+1 == len(pattern) || pattern[at+1] != '\'' {
			return strings.ReplaceAll(pattern[1:at], "''", "'"), at + 1
		}
		at++
	}
	return strings.ReplaceAll(pattern[1:], "''", "'"), len(pattern)
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// leadingRepeats returns how many times the first letter of a pattern occurs in a row at the beginning of the pattern.
func leadingRepeats(pattern string) int {
	return len(pattern) - len(strings.TrimLeft(pattern, pattern[:1]))
}

// field formats the part of a date for which a letter of a pattern stands. It returns false if the letter has no
// meaning.
func (l *locale) field(t time.Time, letter byte, count int) (string, bool) {
	if strings.IndexByte("GMLQqEecabB", letter) >= 0 {
		return l.nameField(t, letter, count), true
	}
	if strings.IndexByte("zZOXxvV", letter) >= 0 {
		return l.zone(t, letter, count), true
	}
	value, ok := numeric(t, letter)
	switch {
	case !ok:
		return "", false
	case letter == 'S':
		return l.system().localize(fmt.Sprintf("%09d", value)[:min(count, maxField)]), true
	case (letter == 'y' || letter == 'Y') && count == 2:
		value %= 100
	}
	return l.digits(value, count), true
}

// numeric returns the value of the numeric field that a letter of a pattern denotes. It returns false for other
// letters.
func numeric(t time.Time, letter byte) (int, bool) {
	year, week := t.ISOWeek()
	switch letter {
	case 'y':
		return calendarYear(t.Year()), true
	case 'u':
		return t.Year(), true
	case 'Y':
		return year, true
	case 'w':
		return week, true
	case 'd':
		return t.Day(), true
	case 'D':
		return t.YearDay(), true
	case 'H':
		return t.Hour(), true
	case 'k':
		return (t.Hour()+23)%24 + 1, true
	case 'K':
		return t.Hour() % 12, true
	case 'h':
		return (t.Hour()+11)%12 + 1, true
	case 'm':
		return t.Minute(), true
	case 's':
		return t.Second(), true
	case 'S':
		return t.Nanosecond(), true
	}
	return 0, false
}

// calendarYear returns the year within its era. The year before year 1 is year 1 of the previous era.
func calendarYear(year int) int {
	if year <= 0 {
		return 1 - year
	}
	return year
}

// digits formats a number and adds leading zeros until it has at least as many digits as count.
func (l *locale) digits(value, count int) string {
	text := strconv.Itoa(max(value, -value))
	text = strings.Repeat("0", max(min(count, maxField)-len(text), 0)) + text
	if value < 0 {
		text = "-" + text
	}
	return l.system().localize(text)
}

// widthOf returns the width of names for a letter that is repeated count times.
func widthOf(count int) int {
	switch count {
	case 4:
		return wide
	case 5:
		return narrow
	}
	return abbreviated
}

// nameField formats a field as a name, or as a number if the letter occurs once or twice.
func (l *locale) nameField(t time.Time, letter byte, count int) string {
	const format, alone = 0, 1
	width := widthOf(count)
	switch letter {
	case 'M':
		return l.month(t, format, count)
	case 'L':
		return l.month(t, alone, count)
	case 'Q':
		return l.quarter(t, format, count)
	case 'q':
		return l.quarter(t, alone, count)
	case 'E':
		return l.Days[format][width][t.Weekday()]
	case 'e', 'c':
		if count <= 2 {
			return l.digits((int(t.Weekday())+6)%7+1, count) // the ISO 8601 day of the week
		}
		return l.Days[strings.IndexByte("ec", letter)][width][t.Weekday()]
	case 'G':
		return l.Eras[width][min(max(t.Year(), 0), 1)]
	case 'B':
		return l.Periods[width][t.Hour()]
	}
	return l.Halves[width][t.Hour()/12]
}

func (l *locale) month(t time.Time, context, count int) string {
	if count <= 2 {
		return l.digits(int(t.Month()), count)
	}
	return l.Months[context][widthOf(count)][t.Month()-1]
}

func (l *locale) quarter(t time.Time, context, count int) string {
	const months = 3
	quarter := (int(t.Month()) - 1) / months
	if count <= 2 {
		return l.digits(quarter+1, count)
	}
	return l.Quarters[context][widthOf(count)][quarter]
}

package filter

import (
	"math"
	"strconv"
	"strings"
	"time"

	_ "time/tzdata" // embedded because the sandbox of the converter contains no time zone files

	"lectern/converters/template/expression"
)

// layouts are the accepted ISO 8601 formats without an offset, as layouts of [time.Parse]. [time.Parse] also accepts
// fractions of seconds.
var layouts = [...]string{
	"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02", "20060102T150405", "20060102", "2006-01",
}

// offsets are the accepted formats of an offset after a time.
var offsets = [...]string{"Z07:00", "Z0700", "Z07"}

const (
	// maxDateText is the maximal length of a date's text.
	maxDateText = 40
	// minMillisDigits is the minimal number of digits of a text that is interpreted as milliseconds since 1970. Shorter
	// numbers are dates such as 20260115.
	minMillisDigits = 10
	// maxMillis is the maximal distance of a date from 1970 in milliseconds, as in JavaScript.
	maxMillis = 8.64e15
	// stepsOfZone is the cost of looking up a time zone, in steps.
	stepsOfZone = 500
)

// timeOf converts a value into a time in a time zone. The value is a time, milliseconds since 1970, an ISO 8601 text,
// or "now". A text without an offset is interpreted in that time zone.
func timeOf(env *expression.Environment, value any, zone *time.Location) (time.Time, error) {
	switch in := value.(type) {
	case time.Time:
		return in.In(zone), nil
	case float64:
		if math.Abs(in) <= maxMillis {
			return time.UnixMilli(int64(in)).In(zone), nil
		}
	case string:
		if when, ok := parseMoment(env, strings.TrimSpace(in), zone); ok {
			return when, nil
		}
	}
	return time.Time{}, newError(codeNoDate, value)
}

func parseMoment(env *expression.Environment, text string, zone *time.Location) (time.Time, bool) {
	if text == "now" {
		return env.Now.In(zone), true
	}
	if len(text) > maxDateText {
		return time.Time{}, false
	}
	if millis, err := strconv.ParseInt(text, 10, 64); err == nil && len(text) >= minMillisDigits {
		return time.UnixMilli(millis).In(zone), math.Abs(float64(millis)) <= maxMillis
	}
	if len(text) > len("2006-01-02") && text[len("2006-01-02")] == ' ' {
		text = strings.Replace(text, " ", "T", 1)
	}
	for _, layout := range layouts {
		if when, err := time.ParseInLocation(layout, text, zone); err == nil {
			return when, true
		}
		if !strings.Contains(layout, "T") {
			continue
		}
		for _, offset := range offsets {
			if when, err := time.Parse(layout+offset, strings.Replace(text, " ", "", 1)); err == nil {
				return when.In(zone), true
			}
		}
	}
	return time.Time{}, false
}

// zoneOf returns the time zone that an argument names, or the environment's time zone if the argument was omitted.
func zoneOf(env *expression.Environment, args arguments, i int) (*time.Location, error) {
	name, err := args.text(env, i, "")
	if err != nil {
		return nil, err
	}
	if name == "" {
		if env.Zone == nil {
			return time.UTC, nil
		}
		return env.Zone, nil
	}
	return namedZone(env, name)
}

type zonesKey struct{}

// namedZone looks up a time zone of the IANA database. The environment caches it.
func namedZone(env *expression.Environment, name string) (*time.Location, error) {
	zones := env.Memo(zonesKey{}, func() any { return map[string]*time.Location{} }).(map[string]*time.Location)
	if zone, ok := zones[name]; ok {
		return zone, nil
	}
	if err := env.ChargeSteps(stepsOfZone); err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		return nil, newError(codeZone, name)
	}
	zones[name] = zone
	return zone, nil
}

package filter

import (
	"math"
	"strconv"
	"strings"
	"time"

	_ "time/tzdata" // the sandbox has no files

	"lectern/converters/template/expression"
)

// layouts are the forms of ISO 8601 without an offset, as layouts of [time.Parse]. Fractions of seconds are allowed.
var layouts = [...]string{
	"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02", "20060102T150405", "20060102", "2006-01",
}

// offsets are the forms of an offset after a time.
var offsets = [...]string{"Z07:00", "Z0700", "Z07"}

const (
	// maxDateText is the longest text of a date.
	maxDateText = 40
	// leastMillis is the least number of digits of milliseconds in a text. Shorter numbers are dates.
	leastMillis = 10
	// maxMillis is the largest distance of a date from 1970, as in JavaScript.
	maxMillis = 8.64e15
	// stepsOfZone is the cost of looking up a time zone.
	stepsOfZone = 500
)

// timeOf returns the time of a value, in a time zone that is also its own if it has none: a time, milliseconds since
// 1970, a text of ISO 8601, or "now".
func timeOf(env *expression.Environment, in any, zone *time.Location) (time.Time, error) {
	switch in := in.(type) {
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
	return time.Time{}, wrong(codeNoDate, in)
}

func parseMoment(env *expression.Environment, text string, zone *time.Location) (time.Time, bool) {
	if text == "now" {
		return env.Now.In(zone), true
	}
	if len(text) > maxDateText {
		return time.Time{}, false
	}
	if millis, err := strconv.ParseInt(text, 10, 64); err == nil && len(text) >= leastMillis {
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

// zoneOf returns the time zone in an argument, or that of the environment.
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

// namedZone looks up a time zone of the IANA database, once for each environment.
func namedZone(env *expression.Environment, name string) (*time.Location, error) {
	zones := env.Memo(zonesKey{}, func() any { return map[string]*time.Location{} }).(map[string]*time.Location)
	if zone, ok := zones[name]; ok {
		return zone, nil
	}
	if err := env.Step(stepsOfZone); err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		return nil, wrong(codeZone, name)
	}
	zones[name] = zone
	return zone, nil
}

package filter

import (
	"math"
	"strconv"
	"strings"
	"time"

	_ "time/tzdata" // the process that renders has no files

	"lectern/converters/template/expression"
)

// layouts are the forms of ISO 8601 without an offset, with letters as [time.Parse] has them; a
// fraction of the seconds is understood besides.
var layouts = [...]string{
	"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02", "20060102T150405", "20060102", "2006-01",
}

// offsets are the forms of an offset behind a time.
var offsets = [...]string{"Z07:00", "Z0700", "Z07"}

const (
	// maxDateText is how long a date may be.
	maxDateText = 40
	// leastMillis is how many digits a text of milliseconds has at least: shorter ones are dates.
	leastMillis = 10
	// maxMillis is how far from 1970 a date may be, as in JavaScript.
	maxMillis = 8.64e15
	// stepsOfZone is what it costs to find a zone.
	stepsOfZone = 500
)

// moment gives the time that a value says, in a zone, in which it also is where it says none: a time,
// milliseconds since 1970, a text of ISO 8601, or "now".
func moment(env *expression.Environment, in any, zone *time.Location) (time.Time, error) {
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

// zoneOf gives the zone that an argument names, or the environment's.
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

// namedZone finds the zone of a name of the IANA database, once for each environment.
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

package richtext

import (
	"math"
	"strconv"
	"strings"

	"lectern/converters/template/picture"
)

// maxLength is the largest accepted length, in EMU.
const maxLength = 200 * picture.Inch

// usualPoints is the text size, in points, that relative lengths are based on.
const usualPoints = 11

// quantity splits a text such as 1.5em into its number and its unit.
func quantity(text string) (number float64, unit string, ok bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	end := strings.LastIndexAny(text, "0123456789.") + 1
	number, err := strconv.ParseFloat(text[:end], 64)
	if err != nil || math.IsNaN(number) || math.IsInf(number, 0) {
		return 0, "", false
	}
	return number, strings.TrimSpace(text[end:]), true
}

// unitOf returns the length of a unit in EMU (CSS Values and Units 3, 6.2), or 0 if the unit is unknown.
func unitOf(name string) float64 {
	switch name {
	case "px", "":
		return picture.Pixel
	case "pt":
		return picture.Point
	case "pc":
		return 12 * picture.Point
	case "cm":
		return picture.Centimetre
	case "mm":
		return picture.Centimetre / 10
	case "in":
		return picture.Inch
	case "em", "rem":
		return usualPoints * picture.Point
	case "ex", "ch":
		return usualPoints * picture.Point / 2
	}
	return 0
}

// lengthOf parses a length from CSS, or from an attribute. In attributes, lengths have no unit or are percentages.
func lengthOf(text string) (l Length, ok bool) {
	number, unit, ok := quantity(text)
	if !ok {
		return l, false
	}
	if unit == "%" {
		return Length{Share: min(max(number, 0), 100) / 100}, true
	}
	emu := number * unitOf(unit)
	if unitOf(unit) == 0 || emu > maxLength || emu < -maxLength {
		return l, false
	}
	return Length{EMU: int64(emu)}, true
}

// setSize applies a CSS font size to a format.
func (l *Format) setSize(text string) {
	const smallest, largest = 1, 400 // in points
	scaled := func(factor float64) {
		if l.Points > 0 {
			l.Points = min(max(l.Points*factor, smallest), largest)
			return
		}
		if l.Scale == 0 {
			l.Scale = 1
		}
		l.Scale = min(max(l.Scale*factor, 0.1), 20)
	}
	text = strings.ToLower(strings.TrimSpace(text))
	switch text {
	case "smaller":
		scaled(1 / 1.2)
		return
	case "larger":
		scaled(1.2)
		return
	}
	if by, ok := map[string]float64{"xx-small": 0.6, "x-small": 0.75, "small": 0.89, "medium": 1, "large": 1.2, "x-large": 1.5, "xx-large": 2,
		"xxx-large": 3}[text]; ok {
		l.Points, l.Scale = 0, by
		return
	}
	number, unit, ok := quantity(text)
	switch {
	case !ok || number <= 0:
	case unit == "%":
		scaled(number / 100)
	case unit == "em":
		scaled(number)
	case unit == "rem":
		l.Points, l.Scale = 0, min(max(number, 0.1), 20)
	case unit != "" && unitOf(unit) > 0:
		l.Points, l.Scale = min(max(number*unitOf(unit)/picture.Point, smallest), largest), 0
	}
}

package richtext

import (
	"fmt"
	"math"
	"strings"

	"golang.org/x/image/colornames"
)

// colorOf parses a CSS color (Color 4) and returns it as six hexadecimal digits. It returns "" if the text is not a
// color or the color is transparent.
func colorOf(text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	if digits, ok := strings.CutPrefix(text, "#"); ok {
		return hexColor(digits)
	}
	if name, arguments, ok := strings.Cut(text, "("); ok {
		return functionColor(name, strings.TrimSuffix(arguments, ")"))
	}
	if text == "rebeccapurple" {
		return "663399"
	}
	if c, ok := colornames.Map[text]; ok {
		return fmt.Sprintf("%02X%02X%02X", c.R, c.G, c.B)
	}
	return ""
}

func hexColor(digits string) string {
	if strings.Trim(digits, "0123456789abcdef") != "" {
		return ""
	}
	switch len(digits) {
	case 3, 4:
		if len(digits) == 4 && digits[3] == '0' {
			return ""
		}
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	case 8:
		if digits[6:] == "00" {
			return ""
		}
		digits = digits[:6]
	case 6:
	default:
		return ""
	}
	return strings.ToUpper(digits)
}

// functionColor parses rgb(), rgba(), hsl() and hsla(). A translucent color becomes opaque or is ignored.
func functionColor(name, arguments string) string {
	words := strings.FieldsFunc(arguments, func(r rune) bool { return strings.ContainsRune(" ,/\t\n", r) })
	if len(words) < 3 {
		return ""
	}
	var numbers [3]float64
	for i := range numbers {
		number, unit, ok := quantity(words[i])
		if !ok {
			return ""
		}
		if unit == "%" {
			number /= 100
			if strings.HasPrefix(name, "rgb") {
				number *= 255
			}
		}
		numbers[i] = number
	}
	if len(words) > 3 {
		if alpha, _, ok := quantity(words[3]); ok && alpha <= 0 {
			return ""
		}
	}
	switch name {
	case "rgb", "rgba":
	case "hsl", "hsla":
		numbers = fromHSL(numbers[0], numbers[1], numbers[2])
	default:
		return ""
	}
	part := func(number float64) int { return int(math.Round(min(max(number, 0), 255))) }
	return fmt.Sprintf("%02X%02X%02X", part(numbers[0]), part(numbers[1]), part(numbers[2]))
}

// fromHSL converts a hue in degrees, a saturation and a lightness into red, green and blue values from 0 to 255.
func fromHSL(hue, saturation, lightness float64) (rgb [3]float64) {
	saturation, lightness = min(max(saturation, 0), 1), min(max(lightness, 0), 1)
	for i, n := range []float64{0, 8, 4} {
		k := math.Mod(math.Mod(n+hue/30, 12)+12, 12)
		rgb[i] = 255 * (lightness - saturation*min(lightness, 1-lightness)*max(-1, min(k-3, 9-k, 1)))
	}
	return rgb
}

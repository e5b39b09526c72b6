package theme

import (
	"fmt"
	"math"

	"github.com/mazznoer/csscolorparser"
)

// rgba is an sRGB color: red, green and blue from 0 to 255, alpha from 0 to 1.
type rgba struct{ r, g, b, a float64 }

var (
	black = rgba{0, 0, 0, 1}
	white = rgba{255, 255, 255, 1}
)

// parseRGBA parses a CSS color. It returns false for any other text.
func parseRGBA(text string) (rgba, bool) {
	c, err := csscolorparser.Parse(text)
	if text == "" || err != nil {
		return rgba{}, false
	}
	r, g, b, a := c.RGBA255()
	return rgba{float64(r), float64(g), float64(b), float64(a) / 255}, true
}

// String returns the color as #rrggbb, or as #rrggbbaa if it is not opaque.
func (c rgba) String() string {
	text := fmt.Sprintf("#%02x%02x%02x", round(c.r), round(c.g), round(c.b))
	if c.a < 1 {
		text += fmt.Sprintf("%02x", round(c.a*255))
	}
	return text
}

func round(part float64) int { return int(math.Floor(part + 0.5)) }

// paintedOver returns the color that results from painting c over another color.
func (c rgba) paintedOver(below rgba) rgba {
	a := c.a + below.a*(1-c.a)
	if a == 0 {
		return rgba{}
	}
	mix := func(x, y float64) float64 { return (x*c.a + y*below.a*(1-c.a)) / a }
	return rgba{mix(c.r, below.r), mix(c.g, below.g), mix(c.b, below.b), a}
}

// luminance returns the relative luminance of an opaque color, from 0 to 1 (WCAG 2.2).
func (c rgba) luminance() float64 {
	linear := func(part float64) float64 {
		share := part / 255
		if share <= 0.04045 {
			return share / 12.92
		}
		return math.Pow((share+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.r) + 0.7152*linear(c.g) + 0.0722*linear(c.b)
}

// contrast returns the contrast of two opaque colors, from 1 to 21 (WCAG 2.2).
func contrast(one, other rgba) float64 {
	a, b := one.luminance(), other.luminance()
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

// minContrast returns the smallest contrast of a color on several opaque grounds.
func minContrast(c rgba, grounds []rgba) float64 {
	least := 21.0
	for _, ground := range grounds {
		least = min(least, contrast(c.paintedOver(ground), ground))
	}
	return least
}

// adjusted returns the color nearest to c, towards black or white, that has the wanted contrast on all grounds. If
// there is none, it returns black or white, whichever has more contrast.
func adjusted(c rgba, grounds []rgba, wanted float64) rgba {
	const steps = 100
	for way := range steps + 1 {
		for _, end := range []rgba{black, white} {
			end.a = float64(way) / steps
			mixed := end.paintedOver(c)
			mixed = rgba{float64(round(mixed.r)), float64(round(mixed.g)), float64(round(mixed.b)), 1}
			if minContrast(mixed, grounds) >= wanted {
				return mixed
			}
		}
	}
	if minContrast(black, grounds) > minContrast(white, grounds) {
		return black
	}
	return white
}

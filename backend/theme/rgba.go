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

// rounded returns the color as opaque, with components that are rounded to integers as in a style sheet.
func (c rgba) rounded() rgba {
	return rgba{float64(round(c.r)), float64(round(c.g)), float64(round(c.b)), 1}
}

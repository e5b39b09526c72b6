package theme

import "math"

// The contrasts that WCAG 2.2 (AA) requires.
const (
	textContrast = 4.5
	iconContrast = 3.0
)

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
func contrast(c, other rgba) float64 {
	a, b := c.luminance(), other.luminance()
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

// minContrast returns the lowest contrast between a color and any of the given opaque background colors.
func minContrast(c rgba, backgrounds []rgba) float64 {
	least := 21.0
	for _, ground := range backgrounds {
		least = min(least, contrast(c.paintedOver(ground), ground))
	}
	return least
}

// The shares of a color in its tint on a light and on a dark background. The tint is less visible on a dark background.
const (
	lightTintShare = 0.12
	darkTintShare  = 0.22
)

// tint returns a background color with some of the color c. If c is hardly visible on the color ground, a lighter or
// darker tone of it is used.
func tint(c, ground rgba) rgba {
	tone := adjustContrast(c.paintedOver(ground), []rgba{ground}, textContrast)
	tone.a = lightTintShare
	if contrast(ground, white) > contrast(ground, black) {
		tone.a = darkTintShare
	}
	return tone.paintedOver(ground).rounded()
}

// adjustContrast returns the color that differs least from c, towards black or white, and has at least the contrast
// target to all background colors in backgrounds. If no such color exists, it returns black or white, whichever has
// more contrast.
func adjustContrast(c rgba, backgrounds []rgba, target float64) rgba {
	const steps = 100
	for way := range steps + 1 {
		for _, end := range []rgba{black, white} {
			end.a = float64(way) / steps
			mixed := end.paintedOver(c).rounded()
			if minContrast(mixed, backgrounds) >= target {
				return mixed
			}
		}
	}
	if minContrast(black, backgrounds) > minContrast(white, backgrounds) {
		return black
	}
	return white
}

// Package icon draws the icon of the program from its mark (its logo), an SVG file of rectangles and horizontal lines.
package icon

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"sync"

	"lectern/build"
)

// mark returns the shapes of which the mark in build/lectern.svg consists.
var mark = sync.OnceValue(func() []shape {
	shapes, err := parse(build.Mark)
	if err != nil {
		panic(err) // the mark is a part of the program
	}
	return shapes
})

// samples is the number of sample points of a pixel in each direction. The color of a pixel is the average of the
// colors at its sample points.
const samples = 4

// Draw returns the icon, size pixels wide and high.
func Draw(size int) *image.NRGBA {
	shapes := mark()
	picture := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			picture.SetNRGBA(x, y, pixel(shapes, x, y, size))
		}
	}
	return picture
}

// pixel returns the color of a pixel of the icon.
func pixel(shapes []shape, x, y, size int) color.NRGBA {
	var red, green, blue, covered int
	for i := range samples * samples {
		u := (float64(x) + (float64(i%samples)+0.5)/samples) * viewBox / float64(size)
		v := (float64(y) + (float64(i/samples)+0.5)/samples) * viewBox / float64(size)
		if c, ok := colorAt(shapes, u, v); ok {
			red, green, blue, covered = red+int(c.R), green+int(c.G), blue+int(c.B), covered+1
		}
	}
	if covered == 0 {
		return color.NRGBA{}
	}
	return color.NRGBA{uint8(red / covered), uint8(green / covered), uint8(blue / covered), uint8(covered * 255 / (samples * samples))}
}

// colorAt returns the color of the topmost shape at a point, if there is one.
func colorAt(shapes []shape, x, y float64) (c color.NRGBA, ok bool) {
	for i := len(shapes) - 1; i >= 0; i-- {
		if shapes[i].contains(x, y) {
			return shapes[i].color, true
		}
	}
	return c, false
}

// PNG returns the icon as a PNG file, size pixels wide and high.
func PNG(size int) []byte {
	var file bytes.Buffer
	if err := png.Encode(&file, Draw(size)); err != nil {
		panic(err) // encoding into memory cannot fail
	}
	return file.Bytes()
}

// Package icon draws the icon of the program: a page on a stand.
package icon

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
)

// Draw returns the icon, size pixels wide and high.
func Draw(size int) *image.NRGBA {
	picture := image.NewNRGBA(image.Rect(0, 0, size, size))
	ground, paper, ink := color.NRGBA{0x24, 0x60, 0xc8, 0xff}, color.NRGBA{0xff, 0xff, 0xff, 0xff}, color.NRGBA{0x8d, 0xb4, 0xff, 0xff}
	for y := range size {
		for x := range size {
			u, v := (float64(x)+0.5)/float64(size), (float64(y)+0.5)/float64(size)
			switch {
			case !inRounded(u, v, 0.04, 0.04, 0.96, 0.96, 0.2):
			case inRounded(u, v, 0.28, 0.17, 0.72, 0.69, 0.04):
				picture.Set(x, y, paper)
				for _, line := range []float64{0.29, 0.40, 0.51} {
					if u > 0.36 && u < 0.64 && v > line && v < line+0.05 {
						picture.Set(x, y, ink)
					}
				}
			case inRounded(u, v, 0.2, 0.75, 0.8, 0.82, 0.03):
				picture.Set(x, y, paper)
			default:
				picture.Set(x, y, ground)
			}
		}
	}
	return picture
}

// inRounded reports whether a point lies in a rectangle with rounded corners.
func inRounded(x, y, left, top, right, bottom, radius float64) bool {
	if x < left || x > right || y < top || y > bottom {
		return false
	}
	dx := max(left+radius-x, 0, x-(right-radius))
	dy := max(top+radius-y, 0, y-(bottom-radius))
	return dx*dx+dy*dy <= radius*radius
}

// PNG returns the icon as a PNG file.
func PNG(size int) []byte {
	var file bytes.Buffer
	if err := png.Encode(&file, Draw(size)); err != nil {
		panic(err) // cannot fail in memory
	}
	return file.Bytes()
}

// Package picture recognizes picture files, and computes the sizes at which documents show them.
package picture

import (
	"bytes"
	"errors"
	"image"
	"math"
	"strings"

	_ "image/gif" // decoders register their formats when they are imported
	_ "image/jpeg"
	_ "image/png"

	_ "golang.org/x/image/bmp"
	_ "golang.org/x/image/tiff"
)

// Limits of a picture: pixels of a side, pixels in total, and bytes of the file.
const (
	maxSide   = 16_000
	maxPixels = 100_000_000
	MaxBytes  = 64 << 20
)

// Errors for pictures that cannot be used.
var (
	ErrUnreadable = errors.New("it is not a supported picture: PNG, JPEG, GIF, BMP or TIFF")
	ErrTooLarge   = errors.New("it is too large")
)

// Picture is a picture that a document can contain.
type Picture struct {
	Content   []byte
	Extension string // for example png
	Type      string // for example image/png
	// Width and Height are the natural size, in EMU.
	Width, Height int64
}

// Lengths in EMU, English Metric Units (ECMA-376, part 1, 20.1.2.1).
const (
	Inch       = 914_400
	Centimetre = 360_000
	Point      = 12_700
	Pixel      = 9_525 // 1/96 inch
)

// Read recognizes a picture by its first bytes and checks whether it is complete. Errors are [ErrUnreadable] or
// [ErrTooLarge].
func Read(content []byte) (*Picture, error) {
	if len(content) > MaxBytes {
		return nil, ErrTooLarge
	}
	config, form, err := image.DecodeConfig(bytes.NewReader(content))
	if err != nil || config.Width <= 0 || config.Height <= 0 {
		return nil, ErrUnreadable
	}
	if config.Width > maxSide || config.Height > maxSide || config.Width*config.Height > maxPixels {
		return nil, ErrTooLarge
	}
	if !isWhole(content, form, config.Width*config.Height) {
		return nil, ErrUnreadable
	}
	across, down := density(content, form)
	return &Picture{
		Content: content, Extension: form, Type: "image/" + form,
		Width: int64(float64(config.Width) * Inch / across), Height: int64(float64(config.Height) * Inch / down),
	}, nil
}

// usualDensity is the assumed density of a picture that does not declare one, in pixels per inch.
const usualDensity = 96

// density returns the declared density of a picture in pixels per inch. If no density is declared or it is implausible,
// density returns usualDensity.
func density(content []byte, form string) (horizontal, vertical float64) {
	switch form {
	case "png":
		horizontal, vertical = densityOfPNG(content)
	case "jpeg":
		horizontal, vertical = densityOfJPEG(content)
	}
	if horizontal < 20 || horizontal > 2400 || vertical < 20 || vertical > 2400 {
		return usualDensity, usualDensity
	}
	return horizontal, vertical
}

// densityOfPNG reads the density from the chunk pHYs (PNG, third edition, 11.3.4.3), which precedes the image data.
func densityOfPNG(content []byte) (horizontal, vertical float64) {
	data := bytes.Index(content, []byte("IDAT"))
	at := bytes.Index(content, []byte("pHYs"))
	if at < 0 || data >= 0 && at > data || len(content) < at+13 || content[at+12] != 1 {
		return 0, 0
	}
	number := func(b []byte) float64 {
		return float64(uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3]))
	}
	const metre = 0.0254 // the length of an inch in metres
	return number(content[at+4:]) * metre, number(content[at+8:]) * metre
}

// densityOfJPEG reads the density from the JFIF segment APP0 (ITU-T T.871, 10.1).
func densityOfJPEG(content []byte) (horizontal, vertical float64) {
	if len(content) < 18 || string(content[6:11]) != "JFIF\x00" {
		return 0, 0
	}
	horizontal, vertical = float64(int(content[14])<<8|int(content[15])), float64(int(content[16])<<8|int(content[17]))
	switch content[13] {
	case 1:
		return horizontal, vertical
	case 2:
		return horizontal * 2.54, vertical * 2.54
	}
	return 0, 0
}

// Fit states how a picture fills a frame.
type Fit string

// Ways to fill a frame.
const (
	Contain Fit = "contain" // the whole picture is shown, as large as the frame allows
	Cover   Fit = "cover"   // the frame is filled, and the picture is cropped
	Stretch Fit = "stretch" // the frame is filled, and the picture is distorted
)

// Crop states how much is cut off each side, in thousandths of a percent.
type Crop struct{ Left, Top, Right, Bottom int64 }

// FitFrame returns the size of the picture when it is placed in a frame of the given size, in EMU, and how much of the
// picture is cut off.
func (p *Picture) FitFrame(width, height int64, fit Fit) (w, h int64, crop Crop) {
	switch wide := p.Width * height; {
	case fit == Stretch || wide == p.Height*width:
		return width, height, crop
	case fit == Cover && wide > p.Height*width:
		cut := halfCrop(p.Height*width, wide)
		return width, height, Crop{Left: cut, Right: cut}
	case fit == Cover:
		cut := halfCrop(wide, p.Height*width)
		return width, height, Crop{Top: cut, Bottom: cut}
	case wide > p.Height*width:
		return width, max(1, width*p.Height/p.Width), crop
	}
	return max(1, height*p.Width/p.Height), height, crop
}

// halfCrop returns the share, in thousandths of a percent, that must be cut off each of two opposite sides of a
// picture. Before the cut, the picture has the length total; after the cut, it has the length kept. halfCrop uses
// floating point, because products of the sizes of photos exceed 64 bits.
func halfCrop(kept, total int64) int64 {
	return int64(math.Round((1 - float64(kept)/float64(total)) * 50_000))
}

// FitWidth returns the size of the picture. A picture that is wider than the given width is scaled down to that width.
func (p *Picture) FitWidth(width int64) (w, h int64) {
	if p.Width <= width {
		return p.Width, p.Height
	}
	return width, max(1, p.Height*width/p.Width)
}

// SizeFor returns the size of the picture for a given width and height. A side of 0 follows from the other side, or is
// the natural size if both are 0.
func (p *Picture) SizeFor(width, height int64) (w, h int64) {
	switch {
	case width > 0 && height > 0:
		return width, height
	case width > 0:
		return width, max(1, p.Height*width/p.Width)
	case height > 0:
		return max(1, p.Width*height/p.Height), height
	}
	return p.Width, p.Height
}

// DecodeDataURL decodes a data URL (RFC 2397). ok is false if the address is not a data URL. content is nil if the data
// URL is invalid.
func DecodeDataURL(address string) (content []byte, ok bool) {
	if len(address) < 5 || !strings.EqualFold(address[:5], "data:") {
		return nil, false
	}
	head, body, found := strings.Cut(address[5:], ",")
	if !found {
		return nil, true
	}
	return decodeBody(head, body), true
}

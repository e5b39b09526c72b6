// Package picture tells what pictures are, and how large they are to be shown.
package picture

import (
	"bytes"
	"errors"
	"image"
	"math"
	"strings"

	_ "image/gif" // pictures of these forms are told
	_ "image/jpeg"
	_ "image/png"

	_ "golang.org/x/image/bmp"
	_ "golang.org/x/image/tiff"
)

// The bounds of a picture: pixels of a side, of all, and bytes.
const (
	mostSide   = 16_000
	mostPixels = 100_000_000
	MostBytes  = 64 << 20
)

// Why a picture cannot be taken.
var (
	ErrUnreadable = errors.New("it is no picture that can be shown: PNG, JPEG, GIF, BMP or TIFF")
	ErrTooLarge   = errors.New("it is too large")
)

// Picture is one that can be put into a document.
type Picture struct {
	Content   []byte
	Extension string // such as png
	Type      string // such as image/png
	// Width and Height are how large it is by itself, in EMU.
	Width, Height int64
}

// EMU are English Metric Units, in which drawings are measured (ECMA-376, part 1, 20.1.2.1).
const (
	Inch       = 914_400
	Centimetre = 360_000
	Point      = 12_700
	Pixel      = 9_525 // of 96 to an inch
)

// Read tells what a picture is by its first bytes, and whether it goes to its end.
func Read(content []byte) (*Picture, error) {
	if len(content) > MostBytes {
		return nil, ErrTooLarge
	}
	config, form, err := image.DecodeConfig(bytes.NewReader(content))
	if err != nil || config.Width <= 0 || config.Height <= 0 {
		return nil, ErrUnreadable
	}
	if config.Width > mostSide || config.Height > mostSide || config.Width*config.Height > mostPixels {
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

// usualDensity is how many pixels there are to an inch where a picture does not say.
const usualDensity = 96

// density gives the pixels to an inch that a picture says it has; it is not believed where that
// would make it very large or small.
func density(content []byte, form string) (across, down float64) {
	switch form {
	case "png":
		across, down = densityOfPNG(content)
	case "jpeg":
		across, down = densityOfJPEG(content)
	}
	if across < 20 || across > 2400 || down < 20 || down > 2400 {
		return usualDensity, usualDensity
	}
	return across, down
}

// densityOfPNG reads the chunk pHYs (PNG, third edition, 11.3.4.3), which is before the data.
func densityOfPNG(content []byte) (across, down float64) {
	data := bytes.Index(content, []byte("IDAT"))
	at := bytes.Index(content, []byte("pHYs"))
	if at < 0 || data >= 0 && at > data || len(content) < at+13 || content[at+12] != 1 {
		return 0, 0
	}
	number := func(b []byte) float64 {
		return float64(uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3]))
	}
	const metre = 0.0254 // of an inch
	return number(content[at+4:]) * metre, number(content[at+8:]) * metre
}

// densityOfJPEG reads the segment APP0 of JFIF (ITU-T T.871, 10.1).
func densityOfJPEG(content []byte) (across, down float64) {
	if len(content) < 18 || string(content[6:11]) != "JFIF\x00" {
		return 0, 0
	}
	across, down = float64(int(content[14])<<8|int(content[15])), float64(int(content[16])<<8|int(content[17]))
	switch content[13] {
	case 1:
		return across, down
	case 2:
		return across * 2.54, down * 2.54
	}
	return 0, 0
}

// Fit is how a picture fills the room that it is given.
type Fit string

// The ways to fill.
const (
	Contain Fit = "contain" // whole, as large as the room lets it
	Cover   Fit = "cover"   // all the room is filled, and what is too much is cut off
	Stretch Fit = "stretch" // all the room is filled, whatever becomes of its sides
)

// Crop is how much of each side is cut off, in thousandths of a per cent.
type Crop struct{ Left, Top, Right, Bottom int64 }

// Place gives how large the picture is within a room, in EMU, and what is cut off.
func (p *Picture) Place(width, height int64, fit Fit) (w, h int64, crop Crop) {
	switch wide := p.Width * height; {
	case fit == Stretch || wide == p.Height*width:
		return width, height, crop
	case fit == Cover && wide > p.Height*width:
		cut := half(p.Height*width, wide)
		return width, height, Crop{Left: cut, Right: cut}
	case fit == Cover:
		cut := half(wide, p.Height*width)
		return width, height, Crop{Top: cut, Bottom: cut}
	case wide > p.Height*width:
		return width, max(1, width*p.Height/p.Width), crop
	}
	return max(1, height*p.Width/p.Height), height, crop
}

// half gives half of what is cut off where a part of a whole is to stay. The sizes of photos, multiplied,
// would leave no room for the thousandths in whole numbers.
func half(stays, whole int64) int64 {
	return int64(math.Round((1 - float64(stays)/float64(whole)) * 50_000))
}

// Within gives the size of a picture that may be at most so wide, as it is where it is smaller.
func (p *Picture) Within(width int64) (w, h int64) {
	if p.Width <= width {
		return p.Width, p.Height
	}
	return width, max(1, p.Height*width/p.Width)
}

// Sized gives the size of a picture of which one side, or both, is wanted; 0 is for what is not.
func (p *Picture) Sized(width, height int64) (w, h int64) {
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

// DataURL gives the bytes of an address of the scheme data (RFC 2397); ok says whether it is one.
func DataURL(address string) (content []byte, ok bool) {
	if len(address) < 5 || !strings.EqualFold(address[:5], "data:") {
		return nil, false
	}
	head, body, found := strings.Cut(address[5:], ",")
	if !found {
		return nil, true
	}
	return decodeBody(head, body), true
}

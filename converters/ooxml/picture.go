package ooxml

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"time"

	"lectern/converters/wire"
)

// The bounds of looking at pictures.
const (
	maxPictureBytes = 32 << 20 // of a picture that is read whole
	maxPixels       = 16 << 20 // of one that is decoded; of a larger one the head alone is looked at
	pictureTime     = 3 * time.Second
	// tooLarge is how many bytes LibreOffice allows a bitmap to have in memory (seen with 25.2: one of 2^30 bytes and more
	// leaves its place empty).
	tooLarge = 1 << 30
)

// pictureCheck looks at pictures while there is time.
type pictureCheck struct {
	until     time.Time // zero before the first picture
	unchecked int       // pictures that were not decoded
}

// fault returns what is wrong with a picture, one of the constants of wire; nothing where it can be drawn, or where that
// cannot be told. whole is false where data is its beginning alone.
func (c *pictureCheck) fault(data []byte, whole bool) string {
	if c.until.IsZero() {
		c.until = time.Now().Add(pictureTime)
	}
	format := pictureFormat(data)
	switch {
	case format == nil:
		return wire.PictureUnreadable
	case format.decode == nil:
		return format.check(data, whole)
	}
	config, err := format.config(bytes.NewReader(data))
	switch {
	case err != nil:
		return damagedUnless(err)
	case int64(config.Width)*int64(config.Height)*channels(config.ColorModel) >= tooLarge:
		return wire.PictureLarge
	case !whole || config.Width*config.Height > maxPixels || time.Now().After(c.until):
		c.unchecked++
		return ""
	}
	_, err = format.decode(bytes.NewReader(data))
	return damagedUnless(err)
}

// damagedUnless returns that a picture is damaged, but not where an error is of something that Go's decoders do not know.
func damagedUnless(err error) string {
	jpegLacks, pngLacks := jpeg.UnsupportedError(""), png.UnsupportedError("")
	if err == nil || errors.As(err, &jpegLacks) || errors.As(err, &pngLacks) {
		return ""
	}
	return wire.PictureDamaged
}

// channels is how many bytes a pixel has in memory.
func channels(model color.Model) int64 {
	switch model {
	case color.GrayModel:
		return 1
	case color.RGBAModel, color.YCbCrModel:
		return 3
	case color.NRGBAModel, color.CMYKModel:
		return 4
	}
	if _, paletted := model.(color.Palette); paletted {
		return 1
	}
	return 4
}

// format is a form of pictures, known by its first bytes. It has a decoder, or a check of its own.
type format struct {
	magic  string
	at     int
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
	check  func(data []byte, whole bool) string
}

// formats are those that LibreOffice draws.
func formats() []format {
	known := func([]byte, bool) string { return "" }
	all := []format{
		{magic: "\x89PNG\r\n\x1a\n", config: png.DecodeConfig, decode: png.Decode},
		{magic: "\xff\xd8\xff", config: jpeg.DecodeConfig, decode: jpeg.Decode},
		{magic: "GIF8", config: gif.DecodeConfig, decode: gif.Decode},
		{magic: "BM", check: checkBMP},
		{magic: "II*\x00", check: checkTIFF}, {magic: "MM\x00*", check: checkTIFF},
		{magic: "WEBP", at: 8, check: checkSize(4, 8)},
		{magic: " EMF", at: 40, check: checkSize(48, 0)},
		{magic: "\xd7\xcd\xc6\x9a", check: checkWMF(22)}, {magic: "\x01\x00\x09\x00", check: checkWMF(0)}, {magic: "\x02\x00\x09\x00", check: checkWMF(0)},
		{magic: "\x1f\x8b", check: checkPacked},
	}
	for _, magic := range []string{"%!PS", "\xc5\xd0\xd3\xc6", "%PDF", "8BPS", "VCLMTF", "\x0a\x05\x01", "\x0a\x03\x01", "\x0a\x02\x01", "P1", "P2", "P3", "P4", "P5", "P6", "\x59\xa6\x6a\x95", "#define", "/* XPM"} {
		all = append(all, format{magic: magic, check: known})
	}
	return append(all, format{magic: "\x00\x11\x02\xff", at: 522, check: known}, format{magic: "\x00\x11\x02\xff", at: 10, check: known})
}

// pictureFormat returns the form of a picture; nil where it is of none that is drawn.
func pictureFormat(data []byte) *format {
	for _, f := range formats() {
		if len(data) >= f.at+len(f.magic) && string(data[f.at:f.at+len(f.magic)]) == f.magic {
			return &f
		}
	}
	if isMarkup(data) {
		return &format{check: checkSVG}
	}
	return nil
}

// checkBMP reads the size of a bitmap.
func checkBMP(data []byte, _ bool) string {
	const headAt, head, widthAt = 14, 26, 18
	if len(data) < head {
		return wire.PictureDamaged
	}
	le := binary.LittleEndian
	width, height := int64(int32(le.Uint32(data[widthAt:]))), int64(int32(le.Uint32(data[widthAt+4:])))
	if le.Uint32(data[headAt:]) == 12 { // that of OS/2
		width, height = int64(le.Uint16(data[widthAt:])), int64(le.Uint16(data[widthAt+2:]))
	}
	switch pixels := width * max(height, -height); {
	case pixels <= 0:
		return wire.PictureDamaged
	case pixels*3 >= tooLarge:
		return wire.PictureLarge
	}
	return ""
}

// checkTIFF sees that its first directory lies within the file.
func checkTIFF(data []byte, whole bool) string {
	if len(data) < 8 {
		return wire.PictureDamaged
	}
	var order binary.ByteOrder = binary.LittleEndian
	if data[0] == 'M' {
		order = binary.BigEndian
	}
	if whole && int64(order.Uint32(data[4:]))+2 > int64(len(data)) {
		return wire.PictureDamaged
	}
	return ""
}

// checkSize sees that a picture is as long as it says at a place, and some bytes more.
func checkSize(at, more int) func([]byte, bool) string {
	return func(data []byte, whole bool) string {
		if len(data) < at+4 || whole && int64(binary.LittleEndian.Uint32(data[at:]))+int64(more) > int64(len(data)) {
			return wire.PictureDamaged
		}
		return ""
	}
}

// checkWMF sees that a metafile is as long as its head says, which begins at a place, in words of two bytes.
func checkWMF(head int) func([]byte, bool) string {
	return func(data []byte, whole bool) string {
		const headSize, sizeAt = 18, 6
		if len(data) < head+headSize || whole && int64(head)+2*int64(binary.LittleEndian.Uint32(data[head+sizeAt:])) > int64(len(data)) {
			return wire.PictureDamaged
		}
		return ""
	}
}

// checkPacked looks at a picture that is packed, an .emz, .wmz or .svgz.
func checkPacked(data []byte, whole bool) string {
	unpacked, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return wire.PictureDamaged
	}
	content, err := io.ReadAll(io.LimitReader(unpacked, maxPictureBytes))
	format := pictureFormat(content)
	switch {
	case err != nil && whole:
		return wire.PictureDamaged
	case format == nil:
		return wire.PictureUnreadable
	case format.check == nil || format.magic == "\x1f\x8b":
		return ""
	}
	return format.check(content, whole && len(content) < maxPictureBytes)
}

// isMarkup reports whether data begins as a picture in SVG does.
func isMarkup(data []byte) bool {
	text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), " \t\r\n")
	wide, _ := isWide(data[:min(len(data), 2)])
	return wide || bytes.HasPrefix(text, []byte("<"))
}

// checkSVG follows the elements of a picture, of which one must be <svg>.
func checkSVG(data []byte, whole bool) string {
	s, found := newScanner(asUTF8(bytes.NewReader(data))), false
	for {
		t, err := s.next()
		switch {
		case errors.Is(err, errDoctype):
			if s.pass(">") == nil {
				continue
			}
			return wire.PictureDamaged
		case err == io.EOF && !found:
			return wire.PictureUnreadable
		case err == io.EOF:
			return ""
		case err != nil && !whole:
			return ""
		case err != nil && !found:
			return wire.PictureUnreadable
		case err != nil:
			return wire.PictureDamaged
		}
		found = found || string(t.local) == "svg"
	}
}

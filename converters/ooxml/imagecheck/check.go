// Package imagecheck finds images in documents that LibreOffice cannot draw: damaged, unreadable or too large ones.
package imagecheck

import (
	"bytes"
	"compress/gzip"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"io"
	"strings"
	"time"

	"golang.org/x/image/tiff"

	"lectern/converters/wire"
)

// Limits of the checks.
const (
	MaxBytes    = 32 << 20 // of an image that is read completely
	maxPixels   = 16 << 20 // of an image that is decoded; only the header of larger images is checked
	pictureTime = 3 * time.Second
	// tooLarge is the minimum size in bytes of bitmaps that LibreOffice does not draw. It leaves the place of such a
	// bitmap empty (seen with 25.2).
	tooLarge = 1 << 30
)

// Check checks the images of a document until its deadline. It is not safe for concurrent use.
type Check struct {
	Deadline  time.Time // set by the first check
	Unchecked int       // number of images that were not checked completely
}

// Fault returns the fault of an image, one of the constants wire.Picture…, or "" if it can be drawn or was not checked
// completely. complete is false if data is only the beginning of the image.
func (c *Check) Fault(data []byte, complete bool) string {
	c.Late() // sets the deadline
	format := pictureFormat(data)
	switch {
	case format == nil:
		return wire.PictureUnreadable
	case format.decode == nil:
		return format.check(c, data, complete)
	}
	return c.checkByDecoding(format, data, complete)
}

// Late reports whether the deadline for checks has passed. The first call sets the deadline.
func (c *Check) Late() bool {
	if c.Deadline.IsZero() {
		c.Deadline = time.Now().Add(pictureTime)
	}
	return time.Now().After(c.Deadline)
}

// checkByDecoding returns the fault of an image in a format with a decoder.
func (c *Check) checkByDecoding(format *format, data []byte, complete bool) string {
	config, err := format.config(bytes.NewReader(data))
	switch {
	case err != nil:
		return c.decodeFault(err)
	case int64(config.Width)*int64(config.Height)*bytesPerPixel(config.ColorModel) >= tooLarge:
		return wire.PictureLarge
	case !complete || config.Width*config.Height > maxPixels || c.Late():
		return c.Skip()
	}
	_, err = format.decode(bytes.NewReader(data))
	return c.decodeFault(err)
}

// Skip counts an image as not checked completely, and returns "", which means no fault.
func (c *Check) Skip() string {
	c.Unchecked++
	return ""
}

// decodeFault returns "" if err is nil, else wire.PictureDamaged. An image with features that Go's decoders do not
// support counts as unchecked.
func (c *Check) decodeFault(err error) string {
	jpegLacks, tiffLacks := jpeg.UnsupportedError(""), tiff.UnsupportedError("")
	switch {
	case err == nil:
		return ""
	case errors.As(err, &jpegLacks) || errors.As(err, &tiffLacks):
		return c.Skip()
	}
	return wire.PictureDamaged
}

// bytesPerPixel returns the number of bytes per pixel in memory.
func bytesPerPixel(model color.Model) int64 {
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

// format is an image format, recognized by its first bytes. It has either a decoder or a check.
type format struct {
	magic  string
	at     int
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
	check  func(c *Check, data []byte, complete bool) string
}

// formats returns the formats that LibreOffice draws.
func formats() []format {
	known := func(c *Check, _ []byte, _ bool) string { return c.Skip() }
	all := []format{
		{magic: "\x89PNG\r\n\x1a\n", check: checkPNG},
		{magic: "\xff\xd8\xff", config: jpeg.DecodeConfig, decode: decodeJPEG},
		{magic: "GIF8", config: gif.DecodeConfig, decode: decodeGIF},
		{magic: "BM", check: checkBMP},
		{magic: "II*\x00", config: tiff.DecodeConfig, decode: tiff.Decode}, {magic: "MM\x00*", config: tiff.DecodeConfig, decode: tiff.Decode},
		{magic: "WEBP", at: 8, check: checkWebP},
		{magic: " EMF", at: 40, check: checkEMF},
		{magic: "\xd7\xcd\xc6\x9a", check: checkWMF(22)}, {magic: "\x01\x00\x09\x00", check: checkWMF(0)}, {magic: "\x02\x00\x09\x00",
			check: checkWMF(0)},
		{magic: "\x1f\x8b", check: checkGzipped},
	}
	for _, magic := range []string{"%!PS", "\xc5\xd0\xd3\xc6", "%PDF", "8BPS", "VCLMTF", "\x0a\x05\x01", "\x0a\x03\x01", "\x0a\x02\x01", "P1",
		"P2", "P3", "P4", "P5", "P6", "\x59\xa6\x6a\x95", "#define", "/* XPM"} {
		all = append(all, format{magic: magic, check: known})
	}
	return append(all, format{magic: "\x00\x11\x02\xff", at: 522, check: known}, format{magic: "\x00\x11\x02\xff", at: 10, check: known})
}

// pictureFormat returns the format of an image, or nil if LibreOffice does not draw it.
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

// checkGzipped checks a compressed image: .emz, .wmz or .svgz.
func checkGzipped(c *Check, data []byte, complete bool) string {
	if c.Late() {
		return c.Skip()
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return wire.PictureDamaged
	}
	content, err := io.ReadAll(io.LimitReader(unpacked, MaxBytes))
	format := pictureFormat(content)
	switch {
	case err != nil && complete:
		return wire.PictureDamaged
	case format == nil:
		return wire.PictureUnreadable
	case format.magic == "\x1f\x8b":
		return wire.PictureUnreadable
	case format.check == nil:
		return c.checkByDecoding(format, content, complete && len(content) < MaxBytes)
	}
	return format.check(c, content, complete && len(content) < MaxBytes)
}

// decodeJPEG decodes a JPEG. The end marker may be missing, because no pixels depend on it.
func decodeJPEG(data io.Reader) (image.Image, error) {
	return jpeg.Decode(io.MultiReader(data, strings.NewReader("\xff\xd9")))
}

// decodeGIF decodes the first image of a GIF. The block that ends the image may be missing, and data may follow its last
// pixel: such an image is drawn whole, but package gif rejects it.
func decodeGIF(data io.Reader) (image.Image, error) {
	content, err := io.ReadAll(data)
	if err != nil {
		return nil, err
	}
	content = bytes.TrimSuffix(content, []byte(";")) // otherwise the trailer would be read as the length of a block
	img, err := gif.Decode(io.MultiReader(bytes.NewReader(content), strings.NewReader("\x00")))
	if err != nil && err.Error() == gifTooMuchData {
		return img, nil
	}
	return img, err
}

// gifTooMuchData is the error of package gif for data after the last pixel of an image.
const gifTooMuchData = "gif: too much image data"

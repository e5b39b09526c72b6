package ooxmltest

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"slices"
	"testing"
)

// EncodedImage returns a small picture in a form.
func EncodedImage(t testing.TB, form string) []byte {
	t.Helper()
	var out bytes.Buffer
	picture := image.NewGray(image.Rect(0, 0, 40, 40))
	for i := range picture.Pix {
		picture.Pix[i] = byte(i * i)
	}
	err := map[string]func() error{
		"png":  func() error { return png.Encode(&out, picture) },
		"jpeg": func() error { return jpeg.Encode(&out, picture, nil) },
		"gif":  func() error { return gif.Encode(&out, picture, nil) },
	}[form]()
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// ResizedPNG changes the size that a PNG says it has.
func ResizedPNG(content []byte, width, height uint32) []byte {
	return PNGWithHeader(content, width, height, content[24], content[25])
}

// PNGWithHeader changes the size, the bits of a sample and the type of colours that a PNG says it has.
func PNGWithHeader(content []byte, width, height uint32, bits, colour byte) []byte {
	const head, size = 12, 17
	content = bytes.Clone(content)
	binary.BigEndian.PutUint32(content[16:], width)
	binary.BigEndian.PutUint32(content[20:], height)
	content[24], content[25] = bits, colour
	binary.BigEndian.PutUint32(content[head+size:], crc32.ChecksumIEEE(content[head:head+size]))
	return content
}

func Gzipped(t testing.TB, content []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// EMF is an EMF that says it is so many bytes long.
func EMF(size uint32) []byte {
	content := make([]byte, 108)
	content[0], content[4] = 1, 108
	copy(content[40:], " EMF")
	binary.LittleEndian.PutUint32(content[48:], size)
	return content
}

// BitmapHeader is the head of a bitmap of 9 × 9 pixels.
func BitmapHeader(bits byte) []byte {
	return slices.Concat([]byte{40, 0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0, 1, 0, bits, 0}, make([]byte, 24))
}

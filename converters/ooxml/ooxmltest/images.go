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

// EncodedImage returns a small image in the format "png", "jpeg" or "gif".
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

// ResizedPNG returns a copy of a PNG with another size in its header.
func ResizedPNG(content []byte, width, height uint32) []byte {
	return PNGWithHeader(content, width, height, content[24], content[25])
}

// PNGWithHeader returns a copy of a PNG with another size, bit depth and color type in its header.
func PNGWithHeader(content []byte, width, height uint32, bits, color byte) []byte {
	const head, size = 12, 17
	content = bytes.Clone(content)
	binary.BigEndian.PutUint32(content[16:], width)
	binary.BigEndian.PutUint32(content[20:], height)
	content[24], content[25] = bits, color
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

// EMF returns the header of an enhanced metafile that declares the given size in bytes.
func EMF(size uint32) []byte {
	content := make([]byte, 108)
	content[0], content[4] = 1, 108
	copy(content[40:], " EMF")
	binary.LittleEndian.PutUint32(content[48:], size)
	return content
}

// BitmapHeader returns the header of a bitmap of 9 × 9 pixels. bits is the number of bits per pixel.
func BitmapHeader(bits byte) []byte {
	return slices.Concat([]byte{40, 0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0, 1, 0, bits, 0}, make([]byte, 24))
}

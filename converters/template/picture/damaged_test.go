package picture_test

import (
	"bytes"
	"errors"
	"image"
	"image/color/palette"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"testing"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"

	"lectern/converters/template/picture"
)

// What is cut off, or changed on its way, is no picture.
func TestDamagedPictures(t *testing.T) {
	noise := image.NewPaletted(image.Rect(0, 0, 64, 64), palette.Plan9)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range noise.Pix {
		noise.Pix[i] = byte(random.Uint32())
	}
	for form, encode := range map[string]func(*bytes.Buffer) error{
		"png":  func(to *bytes.Buffer) error { return png.Encode(to, noise) },
		"jpeg": func(to *bytes.Buffer) error { return jpeg.Encode(to, noise, nil) },
		"gif":  func(to *bytes.Buffer) error { return gif.Encode(to, noise, nil) },
		"bmp":  func(to *bytes.Buffer) error { return bmp.Encode(to, noise) },
		"tiff": func(to *bytes.Buffer) error { return tiff.Encode(to, noise, nil) },
	} {
		var out bytes.Buffer
		if err := encode(&out); err != nil {
			t.Fatal(err)
		}
		whole := out.Bytes()
		if read, err := picture.Read(whole); err != nil || read.Extension != form {
			t.Errorf("%s: %v", form, err)
		}
		if _, err := picture.Read(append(bytes.Clone(whole), "\n more"...)); err != nil {
			t.Errorf("%s with something behind it: %v", form, err)
		}
		for _, size := range []int{len(whole) / 10, len(whole) / 2, len(whole) * 9 / 10} {
			if _, err := picture.Read(whole[:size]); !errors.Is(err, picture.ErrUnreadable) {
				t.Errorf("%d of %d bytes of %s: %v", size, len(whole), form, err)
			}
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, noise); err != nil {
		t.Fatal(err)
	}
	out.Bytes()[out.Len()/2] ^= 1
	if _, err := picture.Read(out.Bytes()); !errors.Is(err, picture.ErrUnreadable) {
		t.Error(err)
	}
}

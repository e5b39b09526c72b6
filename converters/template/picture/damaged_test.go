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
	"runtime"
	"slices"
	"testing"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"

	"lectern/converters/template/picture"
)

// A truncated or modified picture is rejected.
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

// Stray bytes between the segments of a JPEG are accepted, because readers skip them.
func TestStrayBytesInJPEG(t *testing.T) {
	var out bytes.Buffer
	if err := jpeg.Encode(&out, image.NewGray(image.Rect(0, 0, 8, 8)), nil); err != nil {
		t.Fatal(err)
	}
	whole := out.Bytes()
	if _, err := picture.Read(slices.Insert(bytes.Clone(whole), 2, 0, 0xff, 0)); err != nil {
		t.Error(err)
	}
	if _, err := picture.Read(slices.Insert(bytes.Clone(whole[:len(whole)-2]), 2, 0)); !errors.Is(err, picture.ErrUnreadable) {
		t.Error(err)
	}
}

// A picture whose check would need too much memory is accepted without the check.
func TestLargeTIFF(t *testing.T) {
	var out bytes.Buffer
	if err := tiff.Encode(&out, image.NewNRGBA64(image.Rect(0, 0, 4200, 4000)), &tiff.Options{Compression: tiff.Deflate}); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := picture.Read(out.Bytes()); err != nil {
		t.Error(err)
	}
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 1<<20 {
		t.Errorf("%d bytes are taken", after.TotalAlloc-before.TotalAlloc)
	}
}

package picture_test

import (
	"bytes"
	"image/png"
	"testing"

	"lectern/converters/template/picture"
)

// A black-and-white picture has the given pixels and is a complete PNG.
func TestBilevelPNG(t *testing.T) {
	content := picture.BilevelPNG([][]byte{{0xff, 0x00}, {0x0f, 0xaa}}, 3)
	drawn, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := picture.Read(content); err != nil {
		t.Error(err)
	}
	if size := drawn.Bounds().Size(); size.X != 16 || size.Y != 6 {
		t.Fatal(size)
	}
	for y, row := range []string{"1111111100000000", "1111111100000000", "1111111100000000", "0000111110101010", "0000111110101010",
		"0000111110101010"} {
		for x, want := range row {
			if r, _, _, _ := drawn.At(x, y).RGBA(); (r > 0) != (want == '1') {
				t.Errorf("%d, %d is %d", x, y, r)
			}
		}
	}
}

package picture_test

import (
	"testing"

	"lectern/converters/template/picture"
)

// With the option Cover, a photo fills the frame. If the photo exceeds the frame, the same amount is cut off on both
// sides.
func TestCover(t *testing.T) {
	for name, test := range map[string]struct {
		photo, room [2]int64
		want        picture.Crop
	}{
		"a strip": {[2]int64{6000 * picture.Pixel, 4000 * picture.Pixel}, [2]int64{16 * picture.Centimetre, 6 * picture.Centimetre},
			picture.Crop{Top: 21_875, Bottom: 21_875}},
		"a column": {[2]int64{6000 * picture.Pixel, 4000 * picture.Pixel}, [2]int64{6 * picture.Centimetre, 16 * picture.Centimetre},
			picture.Crop{Left: 37_500, Right: 37_500}},
		"a slide": {[2]int64{4000 * picture.Pixel, 3000 * picture.Pixel}, [2]int64{12_192_000, 8_001_000},
			picture.Crop{Top: 6250, Bottom: 6250}},
		"the same shape": {[2]int64{6000 * picture.Pixel, 4000 * picture.Pixel}, [2]int64{12 * picture.Centimetre, 8 * picture.Centimetre},
			picture.Crop{}},
		"one of many dots": {[2]int64{16_000 * picture.Inch / 20, 6000 * picture.Inch / 20}, [2]int64{50 * picture.Inch, 50 * picture.Inch},
			picture.Crop{Left: 31_250, Right: 31_250}},
	} {
		t.Run(name, func(t *testing.T) {
			photo := picture.Picture{Width: test.photo[0], Height: test.photo[1]}
			width, height, crop := photo.FitFrame(test.room[0], test.room[1], picture.Cover)
			if crop != test.want || width != test.room[0] || height != test.room[1] {
				t.Errorf("%d x %d, %+v; want %+v", width, height, crop, test.want)
			}
		})
	}
}

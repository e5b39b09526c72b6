package icon

import (
	"image/color"
	"strings"
	"testing"

	"lectern/build"
)

// The icon is drawn from the mark: each shape of the file has its color in the icon.
func TestIconIsTheMark(t *testing.T) {
	shapes, err := parse(build.Mark)
	if err != nil {
		t.Fatal(err)
	}
	const size = 400
	picture := Draw(size)
	for i, s := range shapes {
		x, y := (s.left+s.right)/2, (s.top+s.bottom)/2
		top := s.color // color of the topmost shape at the center of s
		for _, other := range shapes[i:] {
			if other.contains(x, y) {
				top = other.color
			}
		}
		if got := picture.NRGBAAt(int(x*size/viewBox), int(y*size/viewBox)); got != top {
			t.Errorf("at %g, %g the icon is %v, want %v", x, y, got, top)
		}
	}
	if corner := picture.NRGBAAt(0, 0); corner.A != 0 {
		t.Errorf("the corner is %v, not transparent", corner)
	}
}

func TestParse(t *testing.T) {
	red, blue := color.NRGBA{0xff, 0, 0, 0xff}, color.NRGBA{0x24, 0x60, 0xc8, 0xff}
	for name, test := range map[string]struct {
		content string
		want    []shape
		problem string
	}{
		"rect": {`<rect x="1" y="2" width="3" height="4" rx="5" fill="#f00"/>`, []shape{{1, 2, 4, 6, 5, red}}, ""},
		"lines": {`<path d="M1 10h5M2.5 20h3" stroke="#2460c8" stroke-width="4"/>`,
			[]shape{{1, 8, 6, 12, 0, blue}, {2.5, 18, 5.5, 22, 0, blue}}, ""},
		"circle": {`<circle r="3" fill="#f00"/>`, nil, "only rect and path"},
		"curve":  {`<path d="M1 10c5 5 5 5 5 5" stroke="#f00" stroke-width="4"/>`, nil, "line"},
		"turn":   {`<path d="M1 10h5v5" stroke="#f00" stroke-width="4"/>`, nil, "line"},
		"closed": {`<path d="M1 10h5z" stroke="#f00" stroke-width="4"/>`, nil, "line"},
		"color":  {`<rect width="3" height="4" fill="red"/>`, nil, "color"},
		"opaque": {`<rect width="3" height="4" fill="#2460c8ff"/>`, nil, "color"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := parse(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">` + test.content + `</svg>`)
			if test.problem != "" {
				if err == nil || !strings.Contains(err.Error(), test.problem) {
					t.Errorf("the error is %v", err)
				}
				return
			}
			if err != nil || len(got) != len(test.want) {
				t.Fatalf("%v: %v", got, err)
			}
			for i := range got {
				if got[i] != test.want[i] {
					t.Errorf("shape %d is %v, want %v", i, got[i], test.want[i])
				}
			}
		})
	}
}

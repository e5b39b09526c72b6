package pdf

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/converters/pdf/pdftest"
)

// jpx returns a JPEG 2000 image that declares this size and number of components but has no valid image data.
func jpx(width, height uint32, components int) string {
	size := fmt.Sprintf("\x00\x00%[1]s%[2]s\x00\x00\x00\x00\x00\x00\x00\x00%[1]s%[2]s\x00\x00\x00\x00\x00\x00\x00\x00%[3]s%[4]s",
		bigEndian(width, 4), bigEndian(height, 4), bigEndian(uint32(components), 2), strings.Repeat("\x07\x01\x01", components))
	return "\xff\x4f\xff\x51" + bigEndian(uint32(len(size)+2), 2) + size +
		"\xff\x52\x00\x0c\x00\x00\x00\x01\x00\x01\x04\x04\x00\x01\xff\x5c\x00\x07\x40\x40\x48\x48\x50" +
		"\xff\x90\x00\x0a\x00\x00\x00\x00\x00\x00\x00\x01\xff\x93no such data\xff\xd9"
}

func bigEndian(n uint32, size int) string {
	return string([]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}[4-size:])
}

// shown returns a page as a reader sees it: the image in its SVG if the SVG is an image of the whole page, else the
// PNG.
func shown(t *testing.T, doc *Document, page int) image.Image {
	t.Helper()
	svg, err := svgOf(doc, page)
	if err != nil {
		t.Fatal(err)
	}
	data, err := pngOf(doc, page, 1)
	if err != nil {
		t.Fatal(err)
	}
	if found := regexp.MustCompile(`base64,([^"]*)`).FindSubmatch(svg); found != nil && bytes.Count(svg, []byte("<path")) == 0 {
		if data, err = base64.StdEncoding.DecodeString(string(found[1])); err != nil {
			t.Fatal(err)
		}
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// isDark reports whether the centres of the lower left and of the upper right quarter of a page are dark.
func isDark(img image.Image) (lower, upper bool) {
	w, h := img.Bounds().Dx(), img.Bounds().Dy()
	dark := func(x, y int) bool { r, _, _, _ := img.At(x, y).RGBA(); return r < 0x4000 }
	return dark(w/4, 3*h/4), dark(3*w/4, h/4)
}

// A picture that cannot be drawn is left out and reported. Drawings before and after it are visible.
//
// SECURITY.md, promise 15 (damaged files)
func TestUndrawablePicturesAreSkipped(t *testing.T) {
	const gray = "/Type/XObject/Subtype/Image/ColorSpace/DeviceGray"
	packed, nothing := pdftest.Compressed(pixels()), pdftest.Compressed("")
	size := func(size, rest, data string) string { return pdftest.Stream(gray+size+rest, data) }
	for _, test := range []struct{ name, object string }{
		{"columns of a predictor", xobject("/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 2147483647/Colors 32/BitsPerComponent 16>>",
			packed)},
		{"columns of another one", xobject("/Filter/FlateDecode/DecodeParms<</Predictor 2/Columns 100000000/Colors 3>>", packed)},
		{"columns of a fax", size("/Width 40/Height 30/BitsPerComponent 1", "/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 2147483647>>",
			"no data")},
		{"bits", size("/Width 40/Height 30/BitsPerComponent 3", "/Filter/FlateDecode", packed)},
		{"the largest size there is", size("/Width 2147483647/Height 2147483647/BitsPerComponent 8", "/Filter/FlateDecode", packed)},
		{"a size beyond that", size("/Width 99999999999/Height 2/BitsPerComponent 8", "/Filter/FlateDecode", packed)},
		{"a size without the data", size("/Width 40000/Height 40000/BitsPerComponent 8", "/Filter/FlateDecode", packed)},
		{"a size and nothing", size("/Width 40000/Height 40000/BitsPerComponent 8", "", "")},
		{"a stencil of that size", pdftest.Stream("/Type/XObject/Subtype/Image/ImageMask true/Width 90000/Height 90000/Filter/FlateDecode",
			packed)},
		{"a mask of that size", xobject(fmt.Sprintf("/Filter/FlateDecode/SMask %d 0 R", pdftest.Object(1)), packed)},
		{"the width of a JPEG 2000", xobject("/Filter/JPXDecode", jpx(0xffffffff, 1, 3))},
		{"many filters", xobject("/Filter["+strings.Repeat("/FlateDecode ", 300)+"]", packed)},
		{"within a mask", pdftest.Stream(
			fmt.Sprintf("/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources<</ExtGState<</G<</SMask<</S/Luminosity/G %d 0 R>>>>>>>>",
				pdftest.Object(3)), "/G gs 0 0 1 1 re f")},
		{"within a form", pdftest.Stream(fmt.Sprintf("/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources<</XObject<</Y %d 0 R>>>>",
			pdftest.Object(2)), "/Y Do")},
	} {
		t.Run(test.name, func(t *testing.T) {
			page := stamped(0)
			page.Box = "0 0 200 100"
			page.Content = "0 0 100 50 re f q 9 0 0 9 95 45 cm /X Do Q 100 50 100 50 re f"
			group := pdftest.Stream(fmt.Sprintf("/Type/XObject/Subtype/Form/Group<</S/Transparency/CS/DeviceGray>>/BBox[0 0 1 "+
				"1]/Resources<</XObject<</Y %d 0 R>>>>", pdftest.Object(2)), "/Y Do")
			mask := size("/Width 60000/Height 60000/BitsPerComponent 8", "/Filter/FlateDecode", nothing)
			doc, _ := open(t, pdftest.Build([]pdftest.Page{page, pdftest.Text("Two")}, test.object, mask, xobject("/Filter/JPXDecode",
				jpx(0xffffffff, 1, 3)), group))
			if lower, upper := isDark(shown(t, doc, 1)); !lower || !upper {
				t.Errorf("what is before it is drawn: %v, what is after it: %v", lower, upper)
			}
			if text, err := doc.Text(2); err != nil || strings.TrimSpace(text) != "Two" {
				t.Errorf("the other page: %q, %v", text, err)
			}
			if got, err := doc.Pictures(1, time.Minute); err != nil || !slices.Equal(got.Broken, []int{1}) || got.Pages != 2 {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

// Images with the same data but different decoding parameters are checked separately.
func TestPicturesWithTheSameData(t *testing.T) {
	packed := pdftest.Compressed(pixels())
	wrong := xobject("/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 2147483647/Colors 32/BitsPerComponent 16>>", packed)
	whole := xobject("/Filter/FlateDecode", packed)
	for _, order := range [][]int{{0, 1, 1}, {1, 0, 1}, {1, 1, 0}} {
		var pages []pdftest.Page
		for _, n := range order {
			pages = append(pages, stamped(n))
		}
		doc, _ := open(t, pdftest.Build(pages, wrong, whole))
		if got, err := doc.Pictures(1, time.Minute); err != nil || !slices.Equal(got.Broken, []int{slices.Index(order, 0) + 1}) {
			t.Errorf("%v: %+v, %v", order, got, err)
		}
	}
}

// A large image is intact if its data is complete, and is reported if one row is missing.
func TestLargePictureIsWhole(t *testing.T) {
	object := func(lines int) string {
		return pdftest.Stream("/Type/XObject/Subtype/Image/ColorSpace/DeviceGray/BitsPerComponent 1/Width 20000/Height 3000/Filter/FlateDecode",
			pdftest.Compressed(strings.Repeat("\x55", lines*2500)))
	}
	doc, _ := open(t, pdftest.Build([]pdftest.Page{stamped(0), stamped(1)}, object(3000), object(2999)))
	if got, err := doc.Pictures(1, time.Minute); err != nil || !slices.Equal(got.Broken, []int{2}) {
		t.Errorf("%+v, %v", got, err)
	}
}

package pdf

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/converters/pdf/pdftest"
	"lectern/converters/wire"
)

// xobject returns an RGB image object of 40 × 30 pixels.
func xobject(filter, data string) string {
	return pdftest.Stream("/Type/XObject/Subtype/Image/Width 40/Height 30/ColorSpace/DeviceRGB/BitsPerComponent 8"+filter, data)
}

// stamped returns a page on which the nth further object of the document (see [pdftest.Build]) is drawn.
func stamped(n int) pdftest.Page {
	page := pdftest.Text("Stamped")
	page.Content += " q 90 0 0 90 0 0 cm /X Do Q"
	page.Resources = fmt.Sprintf("/XObject<</X %d 0 R>>", pdftest.Object(n))
	return page
}

// pixels returns the RGB data of an image of 40 × 30 pixels.
func pixels() string {
	data := make([]byte, 3*40*30)
	for i := range data {
		data[i] = byte(i * i / 77)
	}
	return string(data)
}

func jpegOf(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	gray := image.NewNRGBA(image.Rect(0, 0, 40, 30))
	copy(gray.Pix, strings.Repeat(pixels(), 2))
	if err := jpeg.Encode(&out, gray, nil); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Pages with an image that cannot be decoded completely are reported. Pages with intact images, or with other faults,
// are not reported.
func TestBrokenPictures(t *testing.T) {
	const flate, dct = "/Filter/FlateDecode", "/Filter/DCTDecode"
	packed, photo := pdftest.Compressed(pixels()), jpegOf(t)
	wrong := packed[:len(packed)/2] + "\x00\x00\x00\x00" + packed[len(packed)/2+4:]
	for _, test := range []struct {
		name   string
		object string
		broken bool
	}{
		{"a whole one", xobject(flate, packed), false},
		{"without its checksum", xobject(flate, packed[:len(packed)-4]), false},
		{"cut off", xobject(flate, packed[:len(packed)/2]), true},
		{"wrong in the middle", xobject(flate, wrong), true},
		{"no data of its kind", xobject(flate, "no such data"), true},
		{"no data", xobject(flate, ""), true},
		{"pixels as they are", xobject("", pixels()), false},
		{"fewer of them", xobject("", pixels()[:99]), true},
		{"a whole JPEG", xobject(dct, photo), false},
		{"one cut off", xobject(dct, photo[:len(photo)/2]), true},
		{"no JPEG", xobject(dct, "no such data"), true},
		{"no JBIG2", xobject("/Filter/JBIG2Decode/ImageMask true", "no such data"), true},
		{"no JPEG 2000", xobject("/Filter/JPXDecode", "no such data"), true},
		{"no fax", xobject("/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 40>>/ImageMask true", "no such data"), true},
		{"a mask that is whole", xobject(flate+fmt.Sprintf("/SMask %d 0 R", pdftest.Object(1)), packed), false},
		{"a mask that is not", xobject(flate+fmt.Sprintf("/SMask %d 0 R", pdftest.Object(2)), packed), true},
		{"without a size", pdftest.Stream("/Type/XObject/Subtype/Image/ColorSpace/DeviceRGB/BitsPerComponent 8"+flate, packed), true},
		{"nothing that is drawn", "null", false}, // this fault is reported by Texts
	} {
		const mask = "/Type/XObject/Subtype/Image/Width 40/Height 30/ColorSpace/DeviceGray/BitsPerComponent 8"
		whole, broken := pdftest.Stream(mask, pixels()[:1200]), pdftest.Stream(mask, pixels()[:99])
		doc, _ := open(t, pdftest.Build([]pdftest.Page{pdftest.Text("One"), stamped(0), stamped(0)}, test.object, whole, broken))
		var want []int
		if test.broken {
			want = []int{2, 3}
		}
		if got, err := doc.Pictures(1, time.Minute); err != nil || got.Pages != 3 || !slices.Equal(got.Broken, want) {
			t.Errorf("%s: %+v, %v", test.name, got, err)
		}
		if got, err := doc.Pictures(3, time.Minute); err != nil || got.Pages != 1 || (len(got.Broken) == 1) != test.broken {
			t.Errorf("%s, from page 3 on: %+v, %v", test.name, got, err)
		}
	}
}

// Two consecutive damaged images are both reported, although MuPDF suppresses a warning that repeats the previous one.
func TestBrokenPicturesInARow(t *testing.T) {
	doc, _ := open(t, pdftest.Build([]pdftest.Page{stamped(0), stamped(1), stamped(2)},
		xobject("", pixels()[:99]), xobject("", pixels()[:98]), xobject("", pixels())))
	if got, err := doc.Pictures(1, time.Minute); err != nil || !slices.Equal(got.Broken, []int{1, 2}) {
		t.Errorf("%+v, %v", got, err)
	}
}

// A damaged inline image is reported like any other image.
func TestBrokenPictureWithinThePage(t *testing.T) {
	page := pdftest.Text("Inline")
	page.Content += " q 90 0 0 90 0 0 cm BI /W 40 /H 30 /CS /RGB /BPC 8 /F /Fl ID no such data EI Q"
	doc, _ := open(t, pdftest.Build([]pdftest.Page{page}))
	if got, err := doc.Pictures(1, time.Minute); err != nil || !slices.Equal(got.Broken, []int{1}) {
		t.Errorf("%+v, %v", got, err)
	}
}

// The check of pictures ends at a page that takes too long. That page is not counted.
//
// SECURITY.md, promise 17 (limits of converters)
func TestPicturesEndAtASlowPage(t *testing.T) {
	doc, _ := open(t, pdftest.Bomb(9))
	for range 2 {
		if got, err := doc.Pictures(1, 20*time.Millisecond); err != nil || got.Pages != 1 || got.Took < 0.02 {
			t.Errorf("%+v, %v", got, err)
		}
		doc.Begin()
	}
	if _, err := doc.Pictures(3, time.Minute); kind(err) != wire.PDFNoPage {
		t.Errorf("beyond the end: %v", err)
	}
}

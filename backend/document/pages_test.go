package document_test

import (
	"math"
	"slices"
	"testing"

	"lectern/backend/document"
	"lectern/converters/wire"
)

func TestDrawnScale(t *testing.T) {
	const head = "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR0123456789012CRC:"
	tests := []struct {
		name  string
		kind  document.Kind
		page  string
		scale float64 // 0 for no picture
	}{
		{"96 dpi", document.Image, head + "\x00\x00\x00\x09pHYs\x00\x00\x0e\xc4\x00\x00\x0e\xc4\x01", 96.0 / 72},
		{"cut off", document.Image, head + "\x00\x00\x00\x09pHYs\x00\x00\x0e", 0},
		{"without density", document.Image, head + "\x00\x00\x00\x09IDAT\x00\x00\x0e\xc4\x00\x00\x0e\xc4\x01", 0},
		{"nothing", document.Image, "", 0},
		{"a drawing", document.SVG, `<svg xmlns="a" data-scale="2">`, 0},
		{"a drawing as a picture", document.SVG, wire.PictureStart + `0.25" xmlns="a">`, 0.25},
		{"no number", document.SVG, wire.PictureStart + `a" xmlns="a">`, 0},
		{"no end", document.SVG, wire.PictureStart, 0},
		{"a text", document.Text, wire.PictureStart + `2"`, 0},
	}
	for _, test := range tests {
		got, drawn := document.DrawnScale(test.kind, []byte(test.page))
		if drawn != (test.scale > 0) || drawn && math.Abs(got-test.scale) > 1e-3 {
			t.Errorf("%s: %g, %t; want %g", test.name, got, drawn, test.scale)
		}
	}
}

func TestPageWarnings(t *testing.T) {
	tests := []struct {
		details wire.Details
		want    []string
	}{
		{wire.Details{}, nil},
		{wire.Details{Shrunk: &wire.Shrunk{Pages: 1, Side: 14400}},
			[]string{"One page is larger than the limit of 14400 points a side (200 inches), and is shown smaller."}},
		{wire.Details{Shrunk: &wire.Shrunk{Pages: 20, Side: 1000.5}},
			[]string{"20 pages are larger than the limit of 1000.5 points a side (13.9 inches), and are shown smaller."}},
		{wire.Details{Missing: []int{2}}, []string{"Page 2 is missing from the file: its place is empty."}},
		{wire.Details{Missing: []int{2, 3, 4, 9}, Said: 12}, []string{"Pages 2 to 4 and 9 are missing from the file: their places are empty.",
			"The document says that it has 12 pages: the file has fewer, all of which are shown."}},
		{wire.Details{Unsized: 1}, []string{"The size of one page is none that a page can have: it is shown in another."}},
		{wire.Details{Shrunk: &wire.Shrunk{Pages: 1, Side: 72}, Unsized: 2}, []string{
			"One page is larger than the limit of 72 points a side (1 inches), and is shown smaller.",
			"The sizes of 2 pages are none that a page can have: they are shown in others."}},
	}
	for _, test := range tests {
		if got := document.English(document.Differences(&document.Report{}, &test.details)); !slices.Equal(got, test.want) {
			t.Errorf("%+v: %q, want %q", test.details, got, test.want)
		}
	}
}

package document_test

import (
	"math"
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

func TestShrunkPages(t *testing.T) {
	for shrunk, want := range map[wire.Shrunk]string{
		{}:                        "",
		{Pages: 1, Side: 14400}:   "One page is larger than the limit of 14400 points a side (200 inches), and is shown smaller.",
		{Pages: 20, Side: 1000.5}: "20 pages are larger than the limit of 1000.5 points a side (13.9 inches), and are shown smaller.",
	} {
		details := wire.Details{Shrunk: &shrunk}
		if shrunk.Pages == 0 {
			details.Shrunk = nil
		}
		if got := document.ShrunkPages(&details); got != want {
			t.Errorf("%+v: %q, want %q", shrunk, got, want)
		}
	}
}

package pdf_test

import (
	"testing"

	"lectern/backend/convert"
	"lectern/converters/pdf/pdftest"
)

// A document with more pages than allowed is rejected. The error contains both numbers.
//
// SECURITY.md, promise 21 (limits of pages)
func TestPDFTooManyPages(t *testing.T) {
	reader := newPDF(t, func(cfg *convert.Config) { cfg.MaxPages = 10 })
	_, err := reader.Info(t.Context(), source(t, pdftest.EmptyPages(12)))
	wantReason(t, err, convert.ReasonTooManyPages)
	if want := "The document has 12 pages, more than the limit of 10."; err.Error() != want {
		t.Errorf("the message is %q, want %q", err, want)
	}
	if _, err := reader.Info(t.Context(), source(t, pdftest.EmptyPages(10))); err != nil {
		t.Error(err)
	}
}

// The configured limits apply to each page.
//
// SECURITY.md, promise 21 (limits of pages)
func TestPDFLimitsOfAPage(t *testing.T) {
	reader := newPDF(t, func(cfg *convert.Config) { cfg.MaxSide = 100; cfg.MaxPixels = 5000 })
	src := textSource(t, "One") // a page of 200 × 100 points
	info, err := reader.Info(t.Context(), src)
	if err != nil || info.Sizes[0] != [3]float64{1, 100, 50} {
		t.Errorf("%+v, %v", info, err)
	}
	image, err := reader.Image(t.Context(), src, 1, 9)
	wantSize(t, image.Data, err, 100, 50)
}

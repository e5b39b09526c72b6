package conversion_test

import (
	"slices"
	"testing"

	convertoffice "lectern/backend/convert/office"
	"lectern/backend/document"
	"lectern/backend/document/report"
	"lectern/backend/internal/fault"
)

// TestMissingFontsOfADocument requests the missing fonts of a document that is ready, that is still processing, and
// that has failed.
func TestMissingFontsOfADocument(t *testing.T) {
	l := openLibrary(t)
	l.converter.report = convertoffice.Report{Facts: []convertoffice.Fact{{Name: document.FactMissingFont, Value: "Frutiger|Carlito"}}}
	doc := l.wantReady(l.post("a.rtf", office("one"+unseenRune), document.Options{}).ID, 1)
	got, err := l.reports.FindFontGaps(t.Context(), &doc)
	if want := []report.MissingFont{{Name: "Frutiger", Substitute: "Carlito"}}; err != nil || !slices.Equal(got.Missing, want) ||
		len(got.MissingGlyphs) != 1 {
		t.Errorf("got %+v, %v; want %v", got, err, want)
	}
	doc.Status = document.Processing // as if the report were not written yet
	if _, err := l.reports.FindFontGaps(t.Context(), &doc); !fault.Is(err, fault.NotFound) {
		t.Errorf("before the report is written: %v", err)
	}
	doc.Status, doc.PDF = document.Failed, ""
	if _, err := l.reports.FindFontGaps(t.Context(), &doc); !fault.Is(err, fault.NotFound) {
		t.Errorf("of a document without a PDF: %v", err)
	}
}

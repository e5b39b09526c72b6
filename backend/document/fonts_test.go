package document_test

import (
	"slices"
	"strings"
	"testing"

	convertoffice "lectern/backend/convert/office"
	"lectern/backend/document"
	"lectern/backend/internal/fault"
	"lectern/converters/wire"
)

func TestMissingFontsAreToldOnce(t *testing.T) {
	missing := func(value string) convertoffice.Fact {
		return convertoffice.Fact{Name: document.FactMissingFont, Value: value}
	}
	tests := []struct {
		name  string
		facts []convertoffice.Fact
		fonts []wire.Font
		want  []document.MissingFont
	}{
		{"none", []convertoffice.Fact{{Name: document.FactAskedFont, Value: "A"}}, []wire.Font{{Name: "B", Embedded: true}, {Name: "C"}},
			[]document.MissingFont{}},
		{"in order", []convertoffice.Fact{missing("C|c"), missing("A")}, []wire.Font{{Name: "B", Substitute: "other"}},
			[]document.MissingFont{{Name: "A"}, {Name: "B", Substitute: "other"}, {Name: "C", Substitute: "c"}}},
		{"twice", []convertoffice.Fact{missing("A"), missing("A|a"), missing("A|other")}, []wire.Font{{Name: "A", Substitute: "third"}},
			[]document.MissingFont{{Name: "A", Substitute: "a"}}},
	}
	for _, test := range tests {
		got := document.Report{Facts: test.facts}.MissingFonts(&wire.Details{Fonts: test.fonts})
		if got == nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestStandardFontsAreNotMissing takes PDFs that name fonts without embedding them.
func TestStandardFontsAreNotMissing(t *testing.T) {
	tests := []struct {
		missing bool
		names   []string
	}{
		{false, []string{ // the standard 14
			"Helvetica", "Helvetica-Bold", "Helvetica-Oblique", "Helvetica-BoldOblique", "Times-Roman", "Times-Bold", "Times-Italic",
			"Times-BoldItalic", "Courier", "Courier-Bold", "Courier-Oblique", "Courier-BoldOblique", "Symbol", "ZapfDingbats",
		}},
		{false, []string{ // what others call them
			"Arial", "ArialMT", "Arial,Bold", "Arial-BoldMT", "Arial-BoldItalicMT", "Times New Roman", "TimesNewRoman,BoldItalic",
			"TimesNewRomanPSMT", "TimesNewRomanPS-BoldItalicMT", "CourierNew", "CourierNewPS-ItalicMT", "Courier New",
		}},
		{false, []string{"Company Sans"}}, // it is there
		{true, []string{
			"Frutiger", "Helvetica-Narrow", "HelveticaNeue-Bold", "ArialNarrow", "Arial-Black", "ArialUnicodeMS", "Times Ten", "SymbolSet",
			"Cambria", "CompanySans-Bold", "Bold",
		}},
	}
	for _, test := range tests {
		for _, name := range test.names {
			details := wire.Details{Fonts: []wire.Font{{Name: name, Type: "TrueType", Substitute: "CompanySans-Regular"}}}
			if missing := len(document.Report{}.MissingFonts(&details)) > 0; missing != test.missing {
				t.Errorf("%q is missing: %t", name, missing)
			}
		}
	}
}

// TestMissingFontsOfADocument asks before the report is written, and after.
func TestMissingFontsOfADocument(t *testing.T) {
	l := openLibrary(t)
	l.converter.report = convertoffice.Report{Facts: []convertoffice.Fact{{Name: document.FactMissingFont, Value: "Frutiger|Carlito"}}}
	doc := l.wantReady(l.post("a.rtf", office("one"+unseenRune), document.Options{}).ID, 1)
	got, err := l.service.FontsLack(t.Context(), &doc)
	if want := []document.MissingFont{{Name: "Frutiger", Substitute: "Carlito"}}; err != nil || !slices.Equal(got.Missing, want) ||
		len(got.Unseen) != 1 {
		t.Errorf("got %+v, %v; want %v", got, err, want)
	}
	doc.Status = document.Processing // its pages are there, its report is not
	if _, err := l.service.FontsLack(t.Context(), &doc); !fault.Is(err, fault.NotFound) {
		t.Errorf("before the report is written: %v", err)
	}
	doc.Status, doc.PDF = document.Failed, ""
	if _, err := l.service.FontsLack(t.Context(), &doc); !fault.Is(err, fault.NotFound) {
		t.Errorf("of a document without a PDF: %v", err)
	}
}

// TestGuessedFontsAreTold names each once, and no more than a few.
func TestGuessedFontsAreTold(t *testing.T) {
	details := wire.Details{Fonts: []wire.Font{{Name: "Plain"}}}
	if got := document.Differences(&document.Report{}, &details); len(got) > 0 {
		t.Errorf("without any: %q", got)
	}
	german := map[string]string{"fonts-guessed": "Geraten: {fonts}.", "fonts-more": "{count} weitere", "list": "{some}, {next}",
		"quoted": "„{name}“"}
	names := []string{"A", "A", "B", "C", "D", "E\u202E", "F", "G"}
	for count, want := range map[int][2]string{
		1: {"“A”.", "Geraten: „A“."},
		6: {"“A”, “B”, “C”, “D”, “E”.", "Geraten: „A“, „B“, „C“, „D“, „E“."},
		8: {"“A”, “B”, “C”, “D”, “E”, 2 others.", "Geraten: „A“, „B“, „C“, „D“, „E“, 2 weitere."},
	} {
		details.Fonts = details.Fonts[:1]
		for _, name := range names[:count] {
			details.Fonts = append(details.Fonts, wire.Font{Name: name, Guessed: true})
		}
		got := document.Differences(&document.Report{}, &details)
		if len(got) != 1 || !strings.HasSuffix(got[0].String(), "which characters it has: "+want[0]) {
			t.Errorf("of %d: %q", count, got)
		} else if text, _ := got[0].In("de", german); text != want[1] {
			t.Errorf("of %d, in German: %q", count, text)
		}
	}
}

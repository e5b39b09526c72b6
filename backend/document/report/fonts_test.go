package report_test

import (
	"slices"
	"strings"
	"testing"

	"lectern/backend/convert/office"
	"lectern/backend/document"
	"lectern/backend/document/report"
	"lectern/converters/wire"
)

func TestMissingFontsAreReportedOnce(t *testing.T) {
	missing := func(value string) office.Fact {
		return office.Fact{Name: document.FactMissingFont, Value: value}
	}
	tests := []struct {
		name  string
		facts []office.Fact
		fonts []wire.Font
		want  []report.MissingFont
	}{
		{"none", []office.Fact{{Name: document.FactRequestedFont, Value: "A"}}, []wire.Font{{Name: "B", Embedded: true}, {Name: "C"}},
			[]report.MissingFont{}},
		{"in order", []office.Fact{missing("C|c"), missing("A")}, []wire.Font{{Name: "B", Substitute: "other"}},
			[]report.MissingFont{{Name: "A"}, {Name: "B", Substitute: "other"}, {Name: "C", Substitute: "c"}}},
		{"twice", []office.Fact{missing("A"), missing("A|a"), missing("A|other")}, []wire.Font{{Name: "A", Substitute: "third"}},
			[]report.MissingFont{{Name: "A", Substitute: "a"}}},
	}
	for _, test := range tests {
		got := report.MissingFonts(&document.Report{Facts: test.facts}, &wire.Details{Fonts: test.fonts})
		if got == nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestStandardFontsAreNotMissing checks which fonts are reported as missing for PDFs that name fonts without embedding
// them.
func TestStandardFontsAreNotMissing(t *testing.T) {
	tests := []struct {
		missing bool
		names   []string
	}{
		{false, []string{ // the standard 14 fonts
			"Helvetica", "Helvetica-Bold", "Helvetica-Oblique", "Helvetica-BoldOblique", "Times-Roman", "Times-Bold", "Times-Italic",
			"Times-BoldItalic", "Courier", "Courier-Bold", "Courier-Oblique", "Courier-BoldOblique", "Symbol", "ZapfDingbats",
		}},
		{false, []string{ // alternative names of standard fonts
			"Arial", "ArialMT", "Arial,Bold", "Arial-BoldMT", "Arial-BoldItalicMT", "Times New Roman", "TimesNewRoman,BoldItalic",
			"TimesNewRomanPSMT", "TimesNewRomanPS-BoldItalicMT", "CourierNew", "CourierNewPS-ItalicMT", "Courier New",
		}},
		{false, []string{"Company Sans"}}, // an installed font
		{true, []string{
			"Frutiger", "Helvetica-Narrow", "HelveticaNeue-Bold", "ArialNarrow", "Arial-Black", "ArialUnicodeMS", "Times Ten", "SymbolSet",
			"Cambria", "CompanySans-Bold", "Bold",
		}},
	}
	for _, test := range tests {
		for _, name := range test.names {
			details := wire.Details{Fonts: []wire.Font{{Name: name, Type: "TrueType", Substitute: "CompanySans-Regular"}}}
			if missing := len(report.MissingFonts(&document.Report{}, &details)) > 0; missing != test.missing {
				t.Errorf("%q is missing: %t", name, missing)
			}
		}
	}
}

// TestGuessedFontsAreReported checks that each guessed font is reported once, and that a sentence names only a few
// fonts.
func TestGuessedFontsAreReported(t *testing.T) {
	details := wire.Details{Fonts: []wire.Font{{Name: "Plain"}}}
	if got := report.Differences(&document.Report{}, &details); len(got) > 0 {
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
		got := report.Differences(&document.Report{}, &details)
		if len(got) != 1 || !strings.HasSuffix(got[0].String(), "does not identify the characters: "+want[0]) {
			t.Errorf("of %d: %q", count, got)
		} else if text, _ := got[0].Translate("de", german); text != want[1] {
			t.Errorf("of %d, in German: %q", count, text)
		}
	}
}

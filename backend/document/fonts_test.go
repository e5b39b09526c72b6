package document_test

import (
	"slices"
	"testing"

	"lectern/backend/convert"
	"lectern/backend/document"
	"lectern/backend/fault"
	"lectern/converters/wire"
)

func TestMissingFontsAreToldOnce(t *testing.T) {
	missing := func(value string) convert.Fact { return convert.Fact{Name: document.FactMissingFont, Value: value} }
	tests := []struct {
		name  string
		facts []convert.Fact
		fonts []wire.Font
		want  []document.MissingFont
	}{
		{"none", []convert.Fact{{Name: document.FactAskedFont, Value: "A"}}, []wire.Font{{Name: "B", Embedded: true}, {Name: "C"}}, []document.MissingFont{}},
		{"in order", []convert.Fact{missing("C|c"), missing("A")}, []wire.Font{{Name: "B", Substitute: "b"}}, []document.MissingFont{{Name: "A"}, {Name: "B", Substitute: "b"}, {Name: "C", Substitute: "c"}}},
		{"twice", []convert.Fact{missing("A"), missing("A|a"), missing("A|other")}, []wire.Font{{Name: "A", Substitute: "third"}}, []document.MissingFont{{Name: "A", Substitute: "a"}}},
	}
	for _, test := range tests {
		got := document.Report{Facts: test.facts}.MissingFonts(&wire.Details{Fonts: test.fonts})
		if got == nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestMissingFontsOfADocument asks before the report is written, and after.
func TestMissingFontsOfADocument(t *testing.T) {
	l := openLibrary(t)
	l.converter.report = convert.Report{Facts: []convert.Fact{{Name: document.FactMissingFont, Value: "Frutiger|Carlito"}}}
	doc := l.wantReady(l.post("a.rtf", office("one"), document.Options{}).ID, 1)
	got, err := l.service.MissingFonts(t.Context(), &doc)
	if want := []document.MissingFont{{Name: "Frutiger", Substitute: "Carlito"}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
	doc.Status = document.Processing // its pages are there, its report is not
	if _, err := l.service.MissingFonts(t.Context(), &doc); !fault.Is(err, fault.NotFound) {
		t.Errorf("before the report is written: %v", err)
	}
	doc.Status, doc.PDF = document.Failed, ""
	if _, err := l.service.MissingFonts(t.Context(), &doc); !fault.Is(err, fault.NotFound) {
		t.Errorf("of a document without a PDF: %v", err)
	}
}

package api

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"lectern/backend/convert/filetype"
	convertoffice "lectern/backend/convert/office"
	"lectern/backend/document"
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// TestReportPutsFactsInOrder checks the order of a report with one observation of each kind.
func TestReportPutsFactsInOrder(t *testing.T) {
	stored := document.Report{
		Converter: "LibreOffice 25", Renderer: "MuPDF 1",
		Facts: []convertoffice.Fact{
			{Name: document.FactEncrypted}, {Name: document.FactRequestedFont, Value: "A"}, {Name: document.FactMissingFont, Value: "B|B2"},
			{Name: document.FactBlockedLink, Value: "file:///c"}, {Name: document.FactUnreadableLink, Value: "image"}, {Name: document.FactMacro,
				Value: "D"}, {Name: document.FactMacroSheet, Value: "D2"}, {Name: document.FactHiddenMacros, Value: "D3"},
			{Name: document.FactConnection, Value: "D4"}, {Name: document.FactRefreshed, Value: "D5"}, {Name: document.FactControl, Value: "D6"},
			{Name: document.FactHiddenSheet, Value: "E"},
			{Name: document.FactHiddenSlide, Value: "E2"}, {Name: document.FactFittedSheet, Value: "E3"},
			{Name: document.FactCompacted, Value: "E4"}, {Name: document.FactPrintArea, Value: "E5"}, {Name: document.FactWideSheet, Value: "E6"},
			{Name: document.FactWarning, Value: "F."}, {Name: "new", Value: "G"},
		},
		Warnings: []sentence.Sentence{sentence.New("w", "W{n}.").With("n", 1)},
		Steps: []document.Step{{Step: convertoffice.Step{Name: "opened", Took: 1234567, Memory: 89}, Reused: true},
			{Step: convertoffice.Step{Name: "indexed", Took: time.Second}}},
	}
	details := wire.Details{
		Metadata: wire.Metadata{Encryption: "RC4"},
		Fonts:    []wire.Font{{Name: "H", Type: "TrueType", Embedded: true}, {Name: "I", Type: "Type1", Substitute: "J", Guessed: true}},
		Scripts:  true,
		Shrunk:   &wire.Shrunk{Pages: 2, Side: 14400},
	}
	got, err := json.Marshal(newReport(&document.Document{Type: filetype.Docx}, stored, &details))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"type":"docx","converter":"LibreOffice 25","renderer":"MuPDF 1","shown":"none","reused":false,` +
		`"encryption":{"encrypted":true,"method":"RC4"},` +
		`"fonts":{"asked":["A"],"used":[{"name":"H","type":"TrueType","embedded":true},{"name":"I","type":"Type1","embedded":false}],` +
		`"missing":[{"name":"B","substitute":"B2"},{"name":"I","substitute":"J"}]},` +
		`"blockedLinks":["file:///c","an unreadable address of kind image"],"macros":["D","Excel 4 macro sheet “D2”","Excel 4 macro ` +
		`sheet “D3” (hidden)","Scripts or actions of the PDF"],` +
		`"connections":["D4","D5 (refreshed when opened)"],"controls":["D6"],"hidden":["E","E2"],"fitted":["E3"],"gathered":["E4"],` +
		`"warnings":["F.","W1.","Only the print area of the sheet “E5” is shown.","No page is wide enough for the sheet “E6”: the ` +
		`columns continue on further pages.","2 pages are larger than the limit of 14400 points per side (200 inches) and are scaled ` +
		`down.","Text is probably shown incorrectly, because its font is not in the PDF and the PDF does not identify the characters: ` +
		`“I”."],"other":[{"name":"new","value":"G"}],` +
		`"steps":[{"name":"opened","milliseconds":1.23,"memory":89,"reused":true},{"name":"indexed","milliseconds":1000}]}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// The report of a posted PDF lists signatures, comments and media. The report of a converted document lists only what
// the converter has found.
func TestReportListsPDFExtras(t *testing.T) {
	details := wire.Details{Extras: wire.Extras{Signatures: 1, Comments: 2, Media: 1}, Unsized: 1}
	const media, unsized = "A film, a sound or a model in the document is not played.", "The size of one page is not valid: " +
		"the page is shown in another size."
	for converter, want := range map[string]struct {
		other    []ReportFact
		warnings []string
	}{
		"":               {[]ReportFact{{"replaced", ""}, {"signed", ""}, {"comments", "2"}}, []string{"W.", media, unsized}},
		"LibreOffice 25": {[]ReportFact{{"replaced", ""}}, []string{"W.", unsized}},
	} {
		report := newReport(&document.Document{}, document.Report{Converter: converter,
			Facts:    []convertoffice.Fact{{Name: document.FactReplaced}},
			Warnings: []sentence.Sentence{sentence.English("W.")}}, &details)
		if !slices.Equal(report.Other, want.other) || !slices.Equal(report.Warnings, want.warnings) {
			t.Errorf("made by %q: %+v, %q", converter, report.Other, report.Warnings)
		}
	}
}

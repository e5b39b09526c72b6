package report_test

import (
	"fmt"
	"slices"
	"testing"

	"lectern/backend/convert/office"
	"lectern/backend/document"
	"lectern/backend/document/report"
	"lectern/converters/wire"
)

// All sheets with the same kind of omitted content are listed in one sentence.
func TestOmittedSheets(t *testing.T) {
	of := func(name office.FactName, sheets ...string) (facts []office.Fact) {
		for _, sheet := range sheets {
			facts = append(facts, office.Fact{Name: name, Value: sheet})
		}
		return facts
	}
	var many []string
	for i := range 12 {
		many = append(many, fmt.Sprint(i))
	}
	tests := []struct {
		facts []office.Fact
		want  []string
	}{
		{of(document.FactHiddenSheet, "A"), nil},
		{of(document.FactPrintArea, "A"), []string{"Only the print area of the sheet “A” is shown."}},
		{append(of(document.FactHiddenCells, "A", "B", "C"), of(document.FactPrintArea, "C", "B")...),
			[]string{"Only the print area of the sheets “C” and “B” is shown.",
				"Hidden rows or columns of the sheets “A”, “B” and “C” are omitted."}},
		{append(of(document.FactWideSheet, "A", "B"), of(document.FactEmptyArea, "B")...),
			[]string{"All of the sheet “B” is shown, because the print area is empty.",
				"No page is wide enough for the sheets “A” and “B”: the columns continue on further pages."}},
		{of(document.FactLeftOut, ""), []string{"A part of the document, such as a picture, needs more memory than allowed and may " +
			"be missing."}},
		{of(document.FactCutText, "A"), []string{"Long texts in the sheet “A” are cut off at the edge of the page."}},
		{of(document.FactHiddenCells, many...),
			[]string{"Hidden rows or columns of the sheets “0”, “1”, “2”, “3”, “4”, “5”, “6”, “7”, “8”, “9” and 2 more are omitted."}},
	}
	for _, test := range tests {
		if got := report.English(report.Differences(&document.Report{Facts: test.facts}, &wire.Details{})); !slices.Equal(got, test.want) {
			t.Errorf("%v: %q, want %q", test.facts, got, test.want)
		}
	}
}

package report_test

import (
	"slices"
	"testing"

	"lectern/backend/document"
	"lectern/backend/document/report"
	"lectern/converters/wire"
)

func TestPageWarnings(t *testing.T) {
	tests := []struct {
		details wire.Details
		want    []string
	}{
		{wire.Details{}, nil},
		{wire.Details{Shrunk: &wire.Shrunk{Pages: 1, Side: 14400}},
			[]string{"One page is larger than the limit of 14400 points per side (200 inches) and is scaled down."}},
		{wire.Details{Shrunk: &wire.Shrunk{Pages: 20, Side: 1000.5}},
			[]string{"20 pages are larger than the limit of 1000.5 points per side (13.9 inches) and are scaled down."}},
		{wire.Details{Missing: []int{2}}, []string{"Page 2 is missing from the file and shown empty."}},
		{wire.Details{Missing: []int{2, 3, 4, 9}, DeclaredPages: 12}, []string{"Pages 2 to 4 and 9 are missing from the file and shown empty.",
			"The document claims to have 12 pages, but the file has fewer. All of them are shown."}},
		{wire.Details{Unsized: 1}, []string{"The size of one page is not valid: the page is shown in another size."}},
		{wire.Details{Shrunk: &wire.Shrunk{Pages: 1, Side: 72}, Unsized: 2}, []string{
			"One page is larger than the limit of 72 points per side (1 inches) and is scaled down.",
			"The sizes of 2 pages are not valid: the pages are shown in other sizes."}},
	}
	for _, test := range tests {
		if got := report.English(report.Differences(&document.Report{}, &test.details)); !slices.Equal(got, test.want) {
			t.Errorf("%+v: %q, want %q", test.details, got, test.want)
		}
	}
}

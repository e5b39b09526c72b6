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
		if got := report.English(report.Differences(&document.Report{}, &test.details)); !slices.Equal(got, test.want) {
			t.Errorf("%+v: %q, want %q", test.details, got, test.want)
		}
	}
}

package pdf

import (
	"fmt"
	"slices"
	"testing"

	"lectern/converters/pdf/pdftest"
)

func TestLabels(t *testing.T) {
	tests := map[string]struct {
		catalog string
		want    []string
	}{
		"none":                    {"", nil},
		"plain numbers":           {"/PageLabels<</Nums[0<</S/D>>]>>", nil},
		"Roman, then plain":       {"/PageLabels<</Nums[0<</S/r>>2<</S/D>>]>>", []string{"i", "ii", "1", "2"}},
		"great numbers":           {"/PageLabels<</Nums[0<</S/R/St 3998>>]>>", []string{"MMMCMXCVIII", "MMMCMXCIX", "MMMM", "MMMMI"}},
		"with a prefix":           {"/PageLabels<</Nums[0<</S/D/P(A-)/St 7>>]>>", []string{"A-7", "A-8", "A-9", "A-10"}},
		"a prefix alone":          {"/PageLabels<</Nums[0<</P<FEFF00DC>>>1<</S/D>>]>>", []string{"Ü", "1", "2", "3"}},
		"letters":                 {"/PageLabels<</Nums[0<</S/A/St 26>>2<</S/a/St 53>>]>>", []string{"Z", "AA", "aaa", "bbb"}},
		"in branches, unsorted":   {"/PageLabels<</Kids[<</Nums[2<</S/D>>]>><</Nums[0<</S/r>>]>>]>>", []string{"i", "ii", "1", "2"}},
		"not from the first page": {"/PageLabels<</Nums[1<</S/a>>]>>", []string{"1", "a", "b", "c"}},
		"numbers below one":       {"/PageLabels<</Nums[0<</S/r/St -5>>2<</S/A/St -5>>]>>", []string{"i", "ii", "A", "B"}},
		"numbers beyond all": {"/PageLabels<</Nums[0<</S/r/St 2147483647>>2<</S/A/St 2147483647>>]>>", []string{"2147483647", "2147483648",
			"2147483647", "2147483648"}},
		"broken": {"/PageLabels<</Nums[0 7 1<</S 3/P 4/St(a)>>(a)<<>>]/Kids[3 null]>>", []string{"", "", "", ""}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := details(t, pdftest.WithCatalog(test.catalog, make([]pdftest.Page, 4))).Labels
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// A tree of page labels that contains itself, or whose nodes have the same child twice, is read in bounded time.
//
// SECURITY.md, promise 15 (damaged files), promise 18 (crashed converters)
func TestLabelsOfAMalformedTree(t *testing.T) {
	object := pdftest.Object
	const roman = "<</S/r>>"
	itself := []string{fmt.Sprintf("<</Kids[%d 0 R %d 0 R]>>", object(1), object(0)), fmt.Sprintf("<</Kids[%d 0 R]/Nums[0%s]>>",
		object(0), roman)}
	var twice []string
	for i := range 60 {
		twice = append(twice, fmt.Sprintf("<</Kids[%[1]d 0 R %[1]d 0 R]>>", object(i+1)))
	}
	for name, objects := range map[string][]string{"itself": itself, "twice": append(twice, "<</Nums[0"+roman+"]>>")} {
		data := pdftest.WithCatalog(fmt.Sprintf("/PageLabels %d 0 R", object(0)), make([]pdftest.Page, 2), objects...)
		if got := details(t, data).Labels; !slices.Equal(got, []string{"i", "ii"}) {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

package report_test

import (
	"slices"
	"strings"
	"testing"

	"lectern/backend/document/report"
	"lectern/converters/wire"
)

func TestPicturesInWords(t *testing.T) {
	for _, test := range []struct {
		pictures wire.Pictures
		want     []string
	}{
		{wire.Pictures{Pages: 9}, nil},
		{wire.Pictures{Pages: 9, Broken: []int{3}}, []string{"Page 3 has a damaged picture, which may be missing or incomplete."}},
		{wire.Pictures{Pages: 9, Broken: []int{3, 5, 6, 7}},
			[]string{"Pages 3 and 5 to 7 have damaged pictures, which may be missing or incomplete."}},
		{wire.Pictures{Pages: 8}, []string{"Page 9 was not checked for damaged pictures."}},
		{wire.Pictures{Pages: 5, Broken: []int{3}}, []string{"Page 3 has a damaged picture, which may be missing or incomplete.",
			"Pages 6 to 9 were not checked for damaged pictures."}},
	} {
		if got := report.PictureSentences(test.pictures, 9); !slices.Equal(got, test.want) {
			t.Errorf("got  %s\nwant %s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
	}
}

package pdf

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"lectern/converters/pdf/pdftest"
)

// Gray in fills, strokes and text is converted to RGB with three equal components. Other colors are converted with
// MuPDF's color profiles.
func TestGrayIsThreeEqualParts(t *testing.T) {
	const text = " BT /F 9 Tf 9 9 Td (x) Tj ET"
	tests := map[string]string{"1 0 0 rg 0 0 9 9 re f": "#ff0000", "0 0 1 RG 0 0 9 9 re S": "#0000ff", "1 0 0 0 k 0 0 9 9 re f": "#00aeef"}
	for i := 5; i < 256; i += 50 {
		want := fmt.Sprintf("#%02x%02[1]x%02[1]x", i)
		tests[fmt.Sprintf("%.4f g 0 0 9 9 re f", float64(i)/255)] = want
		tests[fmt.Sprintf("%.4f G 0 0 9 9 re S", float64(i)/255)] = want
		tests[fmt.Sprintf("%.4f g", float64(i)/255)+text] = want
		tests[fmt.Sprintf("%.4f G 1 Tr", float64(i)/255)+text] = want
	}
	colors := regexp.MustCompile(`#[0-9a-f]{6}\b`)
	for content, want := range tests {
		doc, _ := open(t, pdftest.Build([]pdftest.Page{{Content: content}}))
		svg, err := svgOf(doc, 1)
		if err != nil {
			t.Fatal(err)
		}
		got := colors.FindAllString(string(svg), -1)
		if slices.ContainsFunc(got, func(color string) bool { return color != want }) || len(got) == 0 {
			t.Errorf("%s: %v, want %s\n%s", content, got, want, svg)
		}
	}
}

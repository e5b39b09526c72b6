package pdf

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/converters/pdf/fonts"
	"lectern/converters/pdf/pdftest"
)

// bundle returns the folder of free fonts. It skips the test if they are not installed.
func bundle(t *testing.T) string {
	t.Helper()
	folder, err := filepath.Abs("../../build/libreoffice/fonts")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(folder, "LiberationSans-Regular.ttf")); err != nil {
		t.Skip("no bundle of fonts")
	}
	return folder
}

// drawnWith returns the SVG of the first page, drawn with the given fonts, and the name of the substitute for its font.
func drawnWith(t *testing.T, data []byte, sources fonts.Sources) (svg []byte, substitute string) {
	t.Helper()
	doc, _, err := openWith(t, data, "", func(doc *Document) { doc.UseFonts(sources) })
	if err != nil {
		t.Fatal(err)
	}
	if svg, err = svgOf(doc, 1); err != nil {
		t.Fatal(err)
	}
	got, err := doc.Details()
	if err != nil || len(got.Fonts) != 1 {
		t.Fatalf("fonts %+v, %v", got.Fonts, err)
	}
	return bytes.Clone(svg), got.Fonts[0].Substitute
}

// A font that is not embedded is replaced by the same font from the folder of the user's own fonts if it is there,
// otherwise by one of the fonts that come with Lectern. The details name the replacement.
func TestFontsThatAreNotEmbedded(t *testing.T) {
	free := bundle(t)
	own := t.TempDir()
	data, err := os.ReadFile(filepath.Join(free, "DejaVuSerif-Bold.ttf"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(own, "company.ttf"), data, 0o600); err != nil {
		t.Fatal(err)
	}
	sources := fonts.Sources{Bundle: free, Company: own}
	plain, substitute := drawnWith(t, pdftest.NotEmbedded("Arial"), fonts.Sources{})
	if substitute != "NimbusSans-Regular" {
		t.Errorf("without fonts Arial is drawn as %s", substitute)
	}
	for name, want := range map[string]string{"Arial": "LiberationSans-Regular", "Cambria": "Caladea-Regular",
		"DejaVuSerif-Bold": "DejaVuSerif-Bold"} {
		svg, substitute := drawnWith(t, pdftest.NotEmbedded(name), sources)
		if substitute != want {
			t.Errorf("%s is drawn as %s, want %s", name, substitute, want)
		}
		if bytes.Equal(outlines(svg), outlines(plain)) || bytes.Count(svg, []byte(`<path id="font_`)) != 3 {
			t.Errorf("%s has the outlines\n%s", name, svg)
		}
	}
}

func outlines(svg []byte) []byte {
	_, rest, _ := strings.Cut(string(svg), "<defs>")
	inner, _, _ := strings.Cut(rest, "</defs>")
	return []byte(inner)
}

func TestFontList(t *testing.T) {
	object := pdftest.Object
	embedded := fmt.Sprintf("<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Acme/FontDescriptor %d 0 R>>", object(1))
	data := pdftest.Build([]pdftest.Page{
		{Resources: fmt.Sprintf("/Font<</A %d 0 R/B %d 0 R>>/XObject<</X %d 0 R>>/Pattern<</P %d 0 R>>", object(0), object(0),
			object(3), object(5))},
		{Resources: fmt.Sprintf("/Font<</C %d 0 R>>", object(4))},
		{Extra: fmt.Sprintf("/Annots[<</Subtype/Stamp/Rect[0 0 9 9]/AP<</N %d 0 R>>>>]", object(6))},
	},
		embedded,
		fmt.Sprintf("<</FontName/ABCDEF+Acme/Flags 32/FontFile2 %d 0 R>>", object(2)),
		pdftest.Stream("", ""),
		pdftest.Stream(fmt.Sprintf("/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X %d 0 "+
			"R>>/Font<</D<</Subtype/Type1/BaseFont/Courier-Bold>>>>>>", object(3)), ""),
		"<</Subtype/Type3/Name/Little/CharProcs<<>>/Resources<</Font<</E<</Subtype/Type1/BaseFont/Symbol>>>>>>>>",
		pdftest.Stream("/PatternType 1/Resources<</Font<</F<</Subtype/Type1/BaseFont/Times-Italic>>>>>>", ""),
		pdftest.Stream("/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</G<</Subtype/Type1/BaseFont/Unknown/FontDescriptor<</Flags 3>>>>>>>>", ""),
	)
	want := `[{"name":"Acme","type":"TrueType","embedded":true},` +
		`{"name":"Courier-Bold","type":"Type1","embedded":false,"substitute":"NimbusMonoPS-Bold"},` +
		`{"name":"Helvetica","type":"Type1","embedded":false,"substitute":"NimbusSans-Regular"},` +
		`{"name":"Little","type":"Type3","embedded":true},` +
		`{"name":"Symbol","type":"Type1","embedded":false,"substitute":"StandardSymbolsPS"},` +
		`{"name":"Times-Italic","type":"Type1","embedded":false,"substitute":"NimbusRoman-Italic"},` +
		`{"name":"Unknown","type":"Type1","embedded":false,"substitute":"NimbusMonoPS-Regular"}]`
	if got := asJSON(t, details(t, data).Fonts); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

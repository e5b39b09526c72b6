package pdf

import (
	"bytes"
	"path/filepath"
	"testing"

	"lectern/converters/pdf/fonts"
	"lectern/converters/pdf/pdftest"
)

// farEastFonts returns the free fonts, including those for Chinese, Japanese and Korean. It skips the test if they are
// not installed.
func farEastFonts(t *testing.T) fonts.Sources {
	free := bundle(t)
	return fonts.Sources{Bundle: free, CJK: filepath.Join(free, "DroidSansFallbackFull.ttf"), Korean: filepath.Join(free, "NanumGothic.ttf")}
}

// Bold text is drawn in bold: with a bold font, or with a regular font that is emboldened.
func TestBoldEastAsianText(t *testing.T) {
	sources := farEastFonts(t)
	for _, test := range []struct {
		name        string
		plain, bold []byte
	}{
		{"Chinese", pdftest.CJKIn("SimSun"), pdftest.CJKIn("SimSun,Bold")},
		{"Korean", pdftest.KoreanIn("HYGothic-Medium"), pdftest.KoreanIn("HYGothic-Extra,Bold")},
		{"Korean of an unknown name", pdftest.KoreanIn("Company"), pdftest.KoreanIn("Company-Bold")},
	} {
		plain, substitute := drawnWith(t, test.plain, sources)
		bold, _ := drawnWith(t, test.bold, sources)
		if bytes.Equal(outlines(plain), outlines(bold)) || bytes.Count(bold, []byte(`<path id="font_`)) != 3 {
			t.Errorf("%s is drawn as %s, and in bold alike", test.name, substitute)
		}
	}
}

// Korean fonts are recognized by their names if their character collection is Identity or one that MuPDF does not know.
// If the characters of glyphs are unknown, the font is reported as guessed, and its glyphs are not reported as missing.
func TestKoreanByName(t *testing.T) {
	sources := farEastFonts(t)
	tests := []struct {
		font, ordering, face string
		silent, guessed      bool
		missing              string
	}{
		{"MalgunGothic", "Identity", "NanumGothic", false, false, "null"},
		{"BatangChe", "Identity", "NanumGothic", false, false, "null"},
		{"SourceHanSansKR-Regular", "KR", "NanumGothic", false, false, "null"},
		{"SourceHanSansKR-Regular", "KR", "NanumGothic", true, true, "null"},
		{"Company", "KR", "NimbusSans-Regular", false, false, `[{"kind":"Hangul","count":2,"example":54620}]`},
		{"Company", "Identity", "NimbusSans-Regular", true, true, "null"},
	}
	for _, test := range tests {
		doc, _, err := openWith(t, pdftest.Mapped(test.font, test.ordering, "한글", test.silent), "",
			func(doc *Document) { doc.UseFonts(sources) })
		if err != nil {
			t.Fatal(err)
		}
		details, err := doc.Details()
		if err != nil || len(details.Fonts) != 1 || details.Fonts[0].Substitute != test.face || details.Fonts[0].Guessed != test.guessed {
			t.Errorf("%s of %s: %+v, %v", test.font, test.ordering, details.Fonts, err)
		}
		lacking := missingGlyphs{}
		_, err = doc.text(1, lacking)
		if got := asJSON(t, lacking.list()); err != nil || got != test.missing {
			t.Errorf("%s of %s: not seen are %s, %v", test.font, test.ordering, got, err)
		}
	}
}

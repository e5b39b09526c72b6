package pdf

import (
	"path/filepath"
	"testing"
	"time"

	"lectern/converters/pdf/fonts"
	"lectern/converters/pdf/pdftest"
)

// Characters for which the substitute font has no glyph are counted by kind.
func TestMissingGlyphs(t *testing.T) {
	free := bundle(t)
	chinese := filepath.Join(free, "DroidSansFallbackFull.ttf")
	sources := fonts.Sources{Bundle: free, CJK: chinese, Korean: filepath.Join(free, "NanumGothic.ttf")}
	tests := []struct {
		name  string
		pdf   []byte
		fonts fonts.Sources
		want  string
	}{
		{"nothing", pdftest.Mapped("Arial", "Identity", "Agy", false), sources, "null"},
		{"of a standard font", pdftest.NotEmbedded("Helvetica"), sources, "null"},
		{"Korean", pdftest.Korean(), sources, "null"},
		{"Korean without a face for it", pdftest.Korean(), fonts.Sources{CJK: chinese}, `[{"kind":"Hangul","count":3,"example":54620}]`},
		{"several", pdftest.Mapped("Arial", "Identity", "A ཀཁག\ue123\u200d\ufe0f☃", false), sources,
			`[{"kind":"Tibetan","count":3,"example":3904},{"kind":"private","count":1,"example":57635},{"kind":"symbols","count":1,` +
				`"example":9731}]`},
	}
	for _, test := range tests {
		doc, _, err := openWith(t, test.pdf, "", func(doc *Document) { doc.UseFonts(test.fonts) })
		if err != nil {
			t.Fatal(err)
		}
		texts, err := doc.Texts(1, 2, time.Minute, nil)
		if err != nil || len(texts.Pages) != 1 {
			t.Fatalf("%s: texts %+v, %v", test.name, texts, err)
		}
		if got := asJSON(t, texts.MissingGlyphs); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func TestKindsOfCharacters(t *testing.T) {
	for r, want := range map[rune]string{
		'ཀ': "Tibetan", '한': "Hangul", '\ue000': "private", '\U00100000': "private", '\U0001F680': "pictures", '☃': "symbols",
		'\u119e': "Old Hangul", '\u1161': "Hangul", '\u0301': "symbols",
		'\U00013000': "Egyptian Hieroglyphs", '\u0378': "unknown",
	} {
		if got := kindOf(r); got != want || !visible(r) {
			t.Errorf("%U is of kind %q, visible: %t; want %q", r, got, visible(r), want)
		}
	}
	for _, r := range " \t\x00\u00a0\u3000\u200b\u200d\ufe0f\ufeff\u3164\ufffd" {
		if visible(r) {
			t.Errorf("%U is visible", r)
		}
	}
}

package office

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/pdf"
	"lectern/converters/wire"
)

// fontDocx returns a text document in one font. entry is the XML of the font's entry in the font table.
func fontDocx(t *testing.T, font, entry string) io.ReadSeeker {
	t.Helper()
	const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	const word = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`
	const content = "application/vnd.openxmlformats-officedocument.wordprocessingml."
	relations := func(kind, target string) string {
		return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="` + relation +
			kind + `" Target="` + target + `"/></Relationships>`
	}
	return archive(t, map[string]string{
		"[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ` +
			`ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Override PartName="/word/document.xml" ContentType="` + content +
			`document.main+xml"/><Override PartName="/word/fontTable.xml" ContentType="` + content + `fontTable+xml"/></Types>`,
		"_rels/.rels":                  relations("/officeDocument", "word/document.xml"),
		"word/_rels/document.xml.rels": relations("/fontTable", "fontTable.xml"),
		"word/fontTable.xml":           `<w:fonts ` + word + `><w:font w:name="` + font + `">` + entry + `</w:font></w:fonts>`,
		"word/document.xml": `<w:document ` + word + `><w:body><w:p><w:r><w:rPr><w:rFonts w:ascii="` + font + `" w:hAnsi="` + font +
			`"/></w:rPr><w:t>Some text</w:t></w:r></w:p></w:body></w:document>`,
	})
}

func TestMissingFontsAreReplacedByTheirKind(t *testing.T) {
	needsExtension(t)
	office := openOffice(t, converttest.OfficeConfig(t))
	tests := []struct{ name, font, entry, face string }{
		{"nothing is known", "Company Grotesk", ``, "NotoSans"},
		{"nothing is told", "Company Grotesk", `<w:family w:val="auto"/>`, "NotoSans"},
		{"sans-serif", "Company Grotesk", `<w:family w:val="swiss"/>`, "NotoSans"},
		{"with serifs", "Company Grotesk", `<w:family w:val="roman"/><w:pitch w:val="variable"/>`, "NotoSerif"},
		{"with serifs by its PANOSE number", "Company & Sons", `<w:panose1 w:val="02020502060401020303"/>`, "NotoSerif"},
		{"of one width", "Company Code", `<w:family w:val="modern"/><w:pitch w:val="fixed"/>`, "LiberationMono"},
		{"of one width by its PANOSE number", "Company Code", `<w:panose1 w:val="020B0609020204030204"/><w:family w:val="swiss"/>`,
			"LiberationMono"},
		{"well-known", "Georgia", ``, "NotoSerif"},
		{"well-known, and of one width", "Consolas", ``, "LiberationMono"},
		{"of another's measures", "Helvetica", ``, "LiberationSans"},
		{"of the bundle's measures", "Calibri", ``, "Carlito"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			font := strings.ReplaceAll(test.font, "&", "&amp;")
			if got := facesOf(t, office, filetype.Docx, fontDocx(t, font, test.entry)); len(got) != 1 || !strings.HasPrefix(got[0], test.face) {
				t.Errorf("%q is set in %q, want %s", test.font, got, test.face)
			}
		})
	}
}

func TestMissingFontsOfRTFAreReplacedByTheirKind(t *testing.T) {
	needsExtension(t)
	office := openOffice(t, converttest.OfficeConfig(t))
	const table = `{\rtf1\ansi{\fonttbl{\f0\fnil Nil;}{\f1\fbidi \froman\fcharset0\fprq2{\*\panose 02020603050405020304}Company ` +
		`Roman{\*\falt Other};}` +
		`{\f2\fswiss Company Swiss;}{\f3\fmodern\fprq1 Company Code;}\f4 Bare;}`
	for i, face := range []string{"NotoSans", "NotoSerif", "NotoSans", "LiberationMono", "NotoSans"} {
		in := strings.NewReader(fmt.Sprintf(`%s\f%d Some text\par}`, table, i))
		if got := facesOf(t, office, filetype.Rtf, in); len(got) != 1 || !strings.HasPrefix(got[0], face) {
			t.Errorf("font %d is set in %q, want %s", i, got, face)
		}
	}
}

// Korean text is set in a Korean font. This font also has some Chinese characters, but Chinese characters are set in
// the font that has all of them, even in text that is marked as Korean.
func TestEastAsianFonts(t *testing.T) {
	needsExtension(t)
	office := openOffice(t, converttest.OfficeConfig(t))
	korean, chinese := []string{"NanumGothic"}, []string{"DroidSansFallback"}
	tests := []struct {
		name, font, text string
		faces            []string
	}{
		{"Korean", "", "한국어 문서입니다", korean},
		{"Korean, in jamo", "", "\u1112\u1161\u11ab\u1100\u116e\u11a8", korean},
		{"Korean, in a font that is missing", "Malgun Gothic", "한국어", korean},
		{"Chinese", "", "这是中文文件", chinese},
		{"Chinese of Taiwan", "", "這是中文檔案。", chinese},
		{"Japanese", "MS Mincho", "これは日本語です。", chinese},
		{"the characters that Korean has, too", "", "漢字", chinese},
		{"all", "", "漢字かな한국어", []string{"DroidSansFallback", "NanumGothic"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			wantFaces(t, facesOf(t, office, filetype.Rtf, rtfOf(test.font, "", test.text)), test.faces)
		})
	}
}

// rtfOf returns an RTF document with text in a font. control contains further control words.
func rtfOf(font, control, text string) *strings.Reader {
	var unicode strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&unicode, `\u%d?`, int16(unit))
	}
	return strings.NewReader(`{\rtf1\ansi{\fonttbl{\f0 ` + font + `;}}\f0 ` + control + unicode.String() + `\par}`)
}

func TestBoldEastAsianFonts(t *testing.T) {
	needsExtension(t)
	office := openOffice(t, converttest.OfficeConfig(t))
	korean, chinese := []string{"NanumGothicBold"}, []string{"DroidSansFallback-Bold"}
	for _, test := range []struct {
		font, text string
		bold       []string
	}{
		{"Arial", "한국어 굵게", korean},
		{"Malgun Gothic", "한국어", korean},
		{"NanumGothic", "한국어", korean},
		{"Arial", "中文", chinese},
		{"SimSun", "這是中文檔案。", chinese},
		{"MS Mincho", "これは日本語です。", chinese},
		{"Droid Sans Fallback", "中文", chinese},
		{"Arial", "漢字かな 한국어", append(korean, chinese...)},
	} {
		faces := facesOf(t, office, filetype.Rtf, rtfOf(test.font, `\b `, test.text))
		for _, face := range test.bold {
			if !slices.Contains(faces, face) {
				t.Errorf("%s in bold %s is set in %q", test.text, test.font, faces)
			}
		}
		if slices.Contains(faces, "NanumGothic") || slices.Contains(faces, "DroidSansFallback") {
			t.Errorf("%s in bold %s is set in %q", test.text, test.font, faces)
		}
	}
}

// A character that no font has is drawn as a box, and is reported.
func TestMissingGlyphs(t *testing.T) {
	needsExtension(t)
	office := openOffice(t, converttest.OfficeConfig(t))
	type seen = []wire.MissingGlyphKind
	tests := []struct {
		name, font, text string
		want             seen
	}{
		{"none", "Arial", "Text, 中文, 한국어, ཀ, हिन्दी, ☃, 😀", nil},
		{"what is not shown", "Arial", "a\u200db\ufe0fc\u00add\u200be", nil},
		{"a script", "Arial", "x𒀀𒀁𒀂 y", seen{{Kind: "Cuneiform", Count: 3, Example: '𒀀'}}},
		{"beside one that a font has", "Arial", "😀🚀", seen{{Kind: wire.KindPictures, Count: 1, Example: '🚀'}}},
		{"joined ones", "Arial", "👨\u200d👩\u200d👧", seen{{Kind: wire.KindPictures, Count: 3, Example: '👨'}}},
		{"among Chinese", "SimSun", "\U00020000中文𪛖", seen{{Kind: "Han", Count: 2, Example: '\U00020000'}}},
		{"for private use", "Calibri", "a\ue123b\uf0b7", seen{{Kind: wire.KindPrivate, Count: 2, Example: '\ue123'}}},
		{"old Hangul", "Arial", "나랏말\u110a\u119e\u11b7", seen{{Kind: wire.KindOldHangul, Count: 1, Example: 'ᆞ'}}},
		{"several", "Arial", "𐌰 \u1a20 🚀🚀", seen{
			{Kind: wire.KindPictures, Count: 2, Example: '🚀'}, {Kind: "Gothic", Count: 1, Example: '𐌰'}, {Kind: "Tai Tham", Count: 1,
				Example: '\u1a20'}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			texts := textsOf(t, office, filetype.Rtf, rtfOf(test.font, "", test.text))
			if !slices.Equal(texts.MissingGlyphs, test.want) {
				t.Errorf("not seen are %+v, want %+v", texts.MissingGlyphs, test.want)
			}
			for _, u := range test.want {
				if !strings.ContainsRune(texts.Pages[0], u.Example) {
					t.Errorf("%c is not in the text %q", u.Example, texts.Pages[0])
				}
			}
		})
	}
}

// Mathematical signs that the requested font lacks are found in a fallback font, even after text in Greek and Cyrillic.
func TestSignsOfMathematics(t *testing.T) {
	needsExtension(t)
	office := openOffice(t, converttest.OfficeConfig(t))
	const formula = "x ≤ y ∧ ∀ε>0 ∃δ: |f(x)−L|<ε"
	var body strings.Builder
	for _, text := range []string{"Ξεσκεπάζω την ψυχοφθόρα ἀρχὴ", "Съешь же", formula} {
		body.WriteString(`<w:p><w:r><w:rPr><w:rFonts w:ascii="Cambria" w:hAnsi="Cambria" w:cs="Cambria"/></w:rPr><w:t>` + strings.ReplaceAll(text,
			"<", "&lt;") + `</w:t></w:r></w:p>`)
	}
	texts := textsOf(t, office, filetype.Docx, textDocx(body.String(), nil))
	if !strings.Contains(texts.Pages[0], formula) || len(texts.MissingGlyphs) > 0 {
		t.Errorf("%s is not in %q; not seen are %+v", formula, texts.Pages[0], texts.MissingGlyphs)
	}
}

// Characters of Wingdings are shown with that font, because they have no meaning in other fonts, even if the text
// declares another character set.
func TestWingdings(t *testing.T) {
	needsExtension(t)
	office := openOffice(t, converttest.OfficeConfig(t))
	for _, font := range []string{"Wingdings", "Webdings", "Wingdings 2"} {
		texts := textsOf(t, office, filetype.Rtf, rtfOf(font, "", "\uf0fc\uf04a"))
		if len(texts.MissingGlyphs) > 0 {
			t.Errorf("of %s are not seen %+v", font, texts.MissingGlyphs)
		}
	}
}

// textsOf converts a document and reads its text.
func textsOf(t *testing.T, office *Converter, kind filetype.Type, in io.ReadSeeker) (texts wire.Texts) {
	t.Helper()
	readPDF(t, office, kind, in, func(pdf *pdf.Reader, src pdf.Source) (err error) {
		texts, err = pdf.Texts(t.Context(), src, 1, 1, time.Minute)
		return err
	})
	return texts
}

// wantFaces checks the names of a PDF's fonts. The argument want contains the beginnings of the names, in any order.
// Spaces may be in another font.
func wantFaces(t *testing.T, got, want []string) {
	t.Helper()
	for _, face := range want {
		if !slices.ContainsFunc(got, func(name string) bool { return strings.HasPrefix(name, face) }) {
			t.Errorf("set in %q, want %q", got, want)
		}
	}
	for _, face := range []string{"DroidSansFallback", "NanumGothic"} {
		if !slices.Contains(want, face) && slices.ContainsFunc(got, func(name string) bool { return strings.HasPrefix(name, face) }) {
			t.Errorf("set in %q, want %q only", got, want)
		}
	}
}

// facesOf converts a document and returns the names of the PDF's fonts.
func facesOf(t *testing.T, office *Converter, kind filetype.Type, in io.ReadSeeker) (faces []string) {
	t.Helper()
	readPDF(t, office, kind, in, func(pdf *pdf.Reader, src pdf.Source) error {
		details, err := pdf.Details(t.Context(), src)
		for _, font := range details.Fonts {
			faces = append(faces, font.Name)
		}
		return err
	})
	return faces
}

// readPDF converts a document and calls read with its PDF.
func readPDF(t *testing.T, office *Converter, kind filetype.Type, in io.ReadSeeker, read func(*pdf.Reader, pdf.Source) error) {
	t.Helper()
	reader := pdf.New(office.cfg, slog.New(slog.NewTextHandler(t.Output(), nil)))
	defer reader.Close()
	_, err := office.Convert(t.Context(), Order{In: in, Kind: kind}, ReceiverFunc(func(stage Completeness, file *os.File) error {
		if stage != WholeDocument {
			return nil
		}
		return read(reader, pdf.Source{Key: "whole", Open: func(context.Context) (*os.File, error) { return os.Open(file.Name()) }})
	}))
	if err != nil {
		t.Fatalf("Convert: %v", err)
	}
}

package pdf

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/converters/pdf/pdftest"
)

func TestSplitStyle(t *testing.T) {
	tests := map[string]struct {
		family       string
		bold, italic bool
	}{
		"Arial":                           {"arial", false, false},
		"ArialMT":                         {"arial", false, false},
		"Arial,Bold":                      {"arial", true, false},
		"Arial-BoldItalicMT":              {"arial", true, true},
		"TimesNewRomanPSMT":               {"timesnewroman", false, false},
		"TimesNewRomanPS-BoldItalicMT":    {"timesnewroman", true, true},
		"Times New Roman,Italic":          {"timesnewroman", false, true},
		"CourierNewPS-BoldMT":             {"couriernew", true, false},
		"Calibri-Light":                   {"calibrilight", false, false},
		"LiberationSansNarrow-BoldItalic": {"liberationsansnarrow", true, true},
		"Helvetica-BoldOblique":           {"helvetica", true, true},
		"Carlito-Regular":                 {"carlito", false, false},
		"ArialNarrow-Bold":                {"arialnarrow", true, false},
		"-Bold":                           {"bold", false, false},
		"":                                {"", false, false},
	}
	for name, want := range tests {
		if family, s := splitStyle(name); family != want.family || s != (style{want.bold, want.italic}) {
			t.Errorf("%s: got %s %+v, want %+v", name, family, s, want)
		}
	}
}

func TestWithoutTag(t *testing.T) {
	for name, want := range map[string]string{
		"ABCDEF+Arial": "Arial", "Arial": "Arial", "ABCDE+Arial": "ABCDE+Arial", "abcdef+Arial": "abcdef+Arial", "ABCDEF+": "",
	} {
		if got := withoutTag(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// bundle is the folder of free fonts, or the test is skipped.
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

func TestFreeFontsForCommonOnes(t *testing.T) {
	index := &fontIndex{Fonts: Fonts{Bundle: bundle(t)}}
	tests := []struct {
		name         string
		bold, italic bool
		want         string
	}{
		{"Arial", false, false, "LiberationSans-Regular"},
		{"ABCDEF+ArialMT", false, false, "LiberationSans-Regular"},
		{"Arial", true, true, "LiberationSans-BoldItalic"},
		{"Arial-BoldMT", false, false, "LiberationSans-Bold"},
		{"ArialNarrow", false, false, "LiberationSansNarrow-Regular"},
		{"TimesNewRomanPS-ItalicMT", false, false, "LiberationSerif-Italic"},
		{"Courier New,Bold", false, false, "LiberationMono-Bold"},
		{"Calibri", false, false, "Carlito-Regular"},
		{"Cambria-Bold", false, false, "Caladea-Bold"},
		{"Verdana", false, true, "DejaVuSans-Oblique"},
		{"SegoeUI", false, false, "NotoSans-Regular"},
		{"DejaVuSerif", true, false, "DejaVuSerif-Bold"},
		{"NotoSansThai", false, true, "NotoSansThai-Regular"},
		{"Helvetica", false, false, ""},
		{"Frutiger", false, false, ""},
		{"../../../etc/passwd", false, false, ""},
		{"", false, false, ""},
	}
	for _, test := range tests {
		if f, _ := index.find(test.name, test.bold, test.italic); f.postScript != test.want {
			t.Errorf("%s %t %t: got %q, want %q", test.name, test.bold, test.italic, f.postScript, test.want)
		}
	}
}

// nameTable is an OpenType font with names and a style, and nothing else.
func nameTable(names map[uint16]string, macStyle byte) []byte {
	var records, texts []byte
	for _, id := range slices.Sorted(func(yield func(uint16) bool) {
		for id := range names {
			if !yield(id) {
				return
			}
		}
	}) {
		var text []byte
		for _, r := range names[id] {
			text = binary.BigEndian.AppendUint16(text, uint16(r))
		}
		for _, v := range []uint16{3, 1, 0x409, id, uint16(len(text)), uint16(len(texts))} {
			records = binary.BigEndian.AppendUint16(records, v)
		}
		texts = append(texts, text...)
	}
	table := binary.BigEndian.AppendUint16([]byte{0, 0}, uint16(len(names)))
	table = binary.BigEndian.AppendUint16(table, uint16(6+len(records)))
	table = append(append(table, records...), texts...)
	head := make([]byte, 54)
	head[45] = macStyle
	font := []byte{0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0}
	at := uint32(12 + 2*16)
	for _, part := range []struct {
		tag  string
		data []byte
	}{{"head", head}, {"name", table}} {
		font = append(font, part.tag+"\x00\x00\x00\x00"...)
		font = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(font, at), uint32(len(part.data)))
		at += uint32(len(part.data))
	}
	return append(append(font, head...), table...)
}

// A company's fonts are known by the names in them, whatever their files are called, and come first.
func TestOwnFonts(t *testing.T) {
	own := t.TempDir()
	write := func(name string, data []byte) {
		path := filepath.Join(own, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("f1.ttf", nameTable(map[uint16]string{familyName: "Acme Sans", fullName: "Acme Sans Bold", postScriptName: "AcmeSans-Bold"}, 1))
	write("deep/er/f2.OTF", nameTable(map[uint16]string{familyName: "Acme Sans", fullName: "Acme Sans", postScriptName: "AcmeSans"}, 0))
	write("f3.ttf", nameTable(map[uint16]string{familyName: "Arial", fullName: "Arial", postScriptName: "ArialMT"}, 0))
	write("f4.ttf", nameTable(map[uint16]string{familyName: "Helvetica", fullName: "Helvetica", postScriptName: "Helvetica"}, 0))
	write("broken.ttf", []byte("\x00\x01\x00\x00\xff\xff"))
	write("LiberationSans-Regular.txt", []byte("not a font"))
	index := &fontIndex{Fonts: Fonts{Own: own}}
	for name, want := range map[string]string{
		"AcmeSans-Bold": "f1.ttf", "ABCDEF+AcmeSans": "f2.OTF", "Acme Sans,Bold": "f1.ttf", "AcmeSans-BoldItalic": "f1.ttf",
		"ArialMT": "f3.ttf", "Helvetica": "f4.ttf", "Helvetica-Bold": "", "Broken": "",
	} {
		f, _ := index.find(name, false, false)
		if got := filepath.Base(f.path); got != want && (want != "" || f.path != "") {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// drawnWith is the SVG of the first page of data with those fonts.
func drawnWith(t *testing.T, data []byte, fonts Fonts) (svg []byte, substitute string) {
	t.Helper()
	doc, _, err := openWith(t, data, "", func(doc *Document) { doc.UseFonts(fonts) })
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

// A font that is not embedded is drawn with a face of the bundle, or of the company
// where that has the font itself, and the details say with which.
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
	fonts := Fonts{Bundle: free, Own: own}
	plain, substitute := drawnWith(t, pdftest.Foreign("Arial"), Fonts{})
	if substitute != "NimbusSans-Regular" {
		t.Errorf("without fonts Arial is drawn as %s", substitute)
	}
	for name, want := range map[string]string{"Arial": "LiberationSans-Regular", "Cambria": "Caladea-Regular",
		"DejaVuSerif-Bold": "DejaVuSerif-Bold"} {
		svg, substitute := drawnWith(t, pdftest.Foreign(name), fonts)
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

func FuzzReadFaces(f *testing.F) {
	f.Add(nameTable(map[uint16]string{familyName: "Acme", postScriptName: "Acme-Bold"}, 1))
	f.Add([]byte("ttcf\x00\x01\x00\x00\x00\x00\x00\x02\x00\x00\x00\x14\x00\x00\x00\x14\x00\x01\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		faces, err := readFaces(bytes.NewReader(data))
		if len(faces) > maxFaces {
			t.Errorf("%d faces, %v", len(faces), err)
		}
	})
}

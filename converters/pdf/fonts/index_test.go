package fonts

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"testing"
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

func TestWithoutSubsetTag(t *testing.T) {
	for name, want := range map[string]string{
		"ABCDEF+Arial": "Arial", "Arial": "Arial", "ABCDE+Arial": "ABCDE+Arial", "abcdef+Arial": "abcdef+Arial", "ABCDEF+": "",
	} {
		if got := WithoutSubsetTag(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// bundle returns the folder of free fonts. It skips the test if they are not installed.
func bundle(t *testing.T) string {
	t.Helper()
	folder, err := filepath.Abs("../../../build/libreoffice/fonts")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(folder, "LiberationSans-Regular.ttf")); err != nil {
		t.Skip("no bundle of fonts")
	}
	return folder
}

func TestFreeFontsForCommonOnes(t *testing.T) {
	index := NewIndex(Sources{Bundle: bundle(t)})
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

// nameTable returns an OpenType font that has only names and a style.
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

// A company's fonts are found by the names in the files, regardless of the file names, and take precedence.
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
	index := NewIndex(Sources{Company: own})
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

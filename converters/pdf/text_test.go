package pdf

import (
	"reflect"
	"testing"

	"lectern/converters/pdf/pdftest"
	"lectern/converters/wire"
)

// typed is text on one line, each character one point wide and high.
func typed(block, line int, text string) []char {
	var chars []char
	x := 0.0
	for _, r := range text {
		y := float64(line)
		chars = append(chars, char{rune: r, block: block, line: line, box: wire.Box{x, y, x + 1, y + 1}})
		x++
	}
	return chars
}

func TestLines(t *testing.T) {
	chars := append(typed(0, 0, "  to\u00a0be "), append(typed(0, 1, "   "), typed(1, 2, "or\x01")...)...)
	want := []wire.Line{
		{Box: wire.Box{2, 0, 7, 1}, Words: []wire.Word{
			{Text: "to", Box: wire.Box{2, 0, 4, 1}},
			{Text: "be", Box: wire.Box{5, 0, 7, 1}},
		}},
		{Box: wire.Box{0, 2, 3, 3}, Words: []wire.Word{{Text: "or\uFFFD", Box: wire.Box{0, 2, 3, 3}}}},
	}
	page := pageText{chars: chars}
	if got, _ := page.blocks(nil); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if lines, blocks := (&pageText{}).blocks(nil); lines == nil || blocks == nil || len(lines)+len(blocks) > 0 {
		t.Errorf("without text: %#v, %#v, want empty lists, so that JSON has some, too", lines, blocks)
	}
}

// Fonts say by their names whether they are bold, each in its own way.
func TestBoldByName(t *testing.T) {
	for name, want := range map[string]bool{
		"ABCDEF+Frutiger-Black": true, "Frutiger-DemiItalic": true, "CMBX10": true,
		"NimbusRomNo9L-Medi": true, "NimbusRomNo9L-MediItal": true,
		"Frutiger-Roman": false, "CMR10": false, "Roboto-Medium": false, "ABCDEF+Roboto-MediumItalic": false,
	} {
		doc, _ := open(t, pdftest.Foreign(name))
		read, err := doc.read(1, nil)
		if err != nil || len(read.chars) == 0 || read.chars[0].bold != want {
			t.Errorf("%s: %+v, %v, want bold: %t", name, read.chars, err, want)
		}
	}
}

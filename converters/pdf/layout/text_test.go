package layout

import (
	"reflect"
	"testing"

	"lectern/converters/wire"
)

// typed returns the characters of a text on one line, each one point wide and high.
func typed(block, line int, text string) []Char {
	var chars []Char
	x := 0.0
	for _, r := range text {
		y := float64(line)
		chars = append(chars, Char{Rune: r, Block: block, Line: line, Box: wire.Box{x, y, x + 1, y + 1}})
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
	page := Page{Chars: chars}
	if got, _ := page.Blocks(nil); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if lines, blocks := (&Page{}).Blocks(nil); lines == nil || blocks == nil || len(lines)+len(blocks) > 0 {
		t.Errorf("without text: %#v, %#v, want empty lists, so that JSON has some, too", lines, blocks)
	}
}

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

// TestFixedPitch checks which words are divided evenly by their characters. The edges of characters are given along the
// line.
func TestFixedPitch(t *testing.T) {
	for name, test := range map[string]struct {
		edges [][2]float64
		want  bool
	}{
		"one character":        {[][2]float64{{0, 6}}, false},
		"equal characters":     {[][2]float64{{0, 6}, {6, 12}, {12, 18}}, true},
		"rounded positions":    {[][2]float64{{0, 6.1}, {5.9, 12}, {12.1, 18}}, true},
		"from right to left":   {[][2]float64{{12, 18}, {6, 12}, {0, 6}}, true},
		"a narrow character":   {[][2]float64{{0, 6}, {6, 8}, {8, 14}}, false},
		"wide letter spacing":  {[][2]float64{{0, 2}, {6, 8}, {12, 14}}, false},
		"a combining mark":     {[][2]float64{{0, 6}, {6, 6}, {6, 12}}, false},
		"letters in any order": {[][2]float64{{0, 6}, {12, 18}, {6, 12}}, false},
	} {
		for _, vertical := range []bool{false, true} {
			var chars []Char
			for _, edge := range test.edges {
				c := Char{Rune: 'x', Box: wire.Box{edge[0], 0, edge[1], 5}}
				if vertical {
					c.Box = wire.Box{0, edge[0], 5, edge[1]}
				}
				chars = append(chars, c)
			}
			if word := newWord(chars); word.Fixed != test.want {
				t.Errorf("%s, vertical: %t: %+v", name, vertical, word)
			}
		}
	}
}

func TestLines(t *testing.T) {
	chars := append(typed(0, 0, "  to\u00a0be "), append(typed(0, 1, "   "), typed(1, 2, "or\x01")...)...)
	want := []wire.Line{
		{Box: wire.Box{2, 0, 7, 1}, Words: []wire.Word{
			{Text: "to", Box: wire.Box{2, 0, 4, 1}, Fixed: true},
			{Text: "be", Box: wire.Box{5, 0, 7, 1}, Fixed: true},
		}},
		{Box: wire.Box{0, 2, 3, 3}, Words: []wire.Word{{Text: "or\uFFFD", Box: wire.Box{0, 2, 3, 3}, Fixed: true}}},
	}
	page := Page{Chars: chars}
	if got, _ := page.Blocks(nil); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if lines, blocks := (&Page{}).Blocks(nil); lines == nil || blocks == nil || len(lines)+len(blocks) > 0 {
		t.Errorf("without text: %#v, %#v, want empty lists, so that JSON has some, too", lines, blocks)
	}
}

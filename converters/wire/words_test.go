package wire_test

import (
	"slices"
	"testing"

	"lectern/converters/wire"
)

func TestTextOfWords(t *testing.T) {
	line := func(words ...string) (l wire.Line) {
		for _, word := range words {
			l.Words = append(l.Words, wire.Word{Text: word})
		}
		return l
	}
	words := wire.Words{
		Lines:  []wire.Line{line("to", "bé"), line("or"), line("not", "to", "be")},
		Blocks: []wire.Block{{First: 0, Count: 2}, {First: 2, Count: 1}},
	}
	text, starts := words.Text()
	if text != "to bé\nor\n\nnot to be\n" || !slices.Equal(starts, []int{0, 3, 7, 11, 15, 18}) {
		t.Errorf("%q, %v", text, starts)
	}
	if text, starts := new(wire.Words).Text(); text != "" || len(starts) > 0 {
		t.Errorf("without words: %q, %v", text, starts)
	}
}

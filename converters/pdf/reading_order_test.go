package pdf

import (
	"fmt"
	"strings"
	"testing"
)

// drawn returns operators that draw pieces of text within one text object. The arguments are pairs of a position along
// the line and the codes of the piece. Each letter is 10 wide.
func drawn(pieces ...any) string {
	var content strings.Builder
	for i := 0; i < len(pieces); i += 2 {
		fmt.Fprintf(&content, "1 0 0 1 %v 100 Tm <%v>Tj ", pieces[i], pieces[i+1])
	}
	return "BT /L 20 Tf " + content.String() + "ET "
}

// Text that is drawn in pieces is returned in the order that it has on the page. This includes text that runs from
// right to left.
func TestOrderOfText(t *testing.T) {
	tests := []struct{ name, content, want string }{
		{"in order", drawn(20, "0102", 40, "0403"), "ab c\n"},
		{"spaces first", drawn(40, "04", 90, "04", 20, "0102", 50, "03030201", 100, "0201"), "ab ccba ba\n"},
		{"a space at the end", drawn(60, "04", 20, "03020103", 70, "0101"), "cbac aa\n"},
		{"a sign first", drawn(60, "05", 20, "03020103"), "cbac-\n"},
		{"letters around others", drawn(20, "01", 80, "03", 30, "0202020202"), "abbbbbc\n"},
		{"behind a text", drawn(20, "0102", 80, "04", 40, "01010101", 90, "0203"), "abaaaa bc\n"},
		{"columns", drawn(20, "0102", 300, "03", 150, "0102"), "ab\nc\n\nab\n"},
		{"a word before another", drawn(100, "0102", 60, "03030303"), "ab\ncccc\n"},
		{"two lines", "BT /L 20 Tf 1 0 0 1 60 100 Tm <04>Tj 1 0 0 1 20 120 Tm <01020301>Tj ET", "abca\n"},
		{"turned by a right angle", "BT /L 20 Tf 0 1 -1 0 100 40 Tm <04>Tj 0 1 -1 0 100 20 Tm <0102>Tj 0 1 -1 0 100 50 Tm <0301>Tj ET",
			"ab ca\n"},

		{"Hebrew, spaces first", drawn(40, "04", 90, "04", 20, "1211", 50, "14131211", 100, "1413"), "ום שלום של\n"},
		{"Hebrew, a sign at its end", drawn(20, "05", 60, "04", 30, "141312", 70, "1413"), "ום לום-\n"},
		{"vowels, spaces first", drawn(40, "04", 20, "1615", 50, "1415"), "שָׁם שָׁלֹ\n"},
		{"Hebrew between spaces", drawn(20, "0412131404"), "םול\n"},
		{"far apart", drawn(20, "1413", 44, "1211", 70, "1413"), "ום של ום\n"},
		{"portions", drawn(60, "0414131211") + drawn(40, "0708") + drawn(20, "1413"), "שלום 12ום\n"},
		{"a number within", drawn(20, "14130407090804131211"), "שלו 1.2 ום\n"},
		{"a number at the end", drawn(20, "0708041413"), "ום 12\n"},
		{"Arabic numbers, spaces first", drawn(40, "04", 20, "3132", 50, "2221"), "سم ١٢\n"},
		{"a ligature, spaces first", drawn(40, "04", 20, "2321", 50, "2223"), "لام سلا\n"},
		{"Hebrew portions in Latin", drawn(20, "010204") + drawn(80, "1413") + drawn(60, "1211") + drawn(100, "0403"), "ab וםשל c\n"},
		{"Latin in Hebrew", drawn(120, "041413") + drawn(80, "01020301") + drawn(20, "141312110404"), "ום abca שלום\n"},
		{"Hebrew letter by letter", drawn(50, "11", 40, "12", 30, "13", 20, "14"), "שלום\n"},
		{"vowels letter by letter", drawn(50, "11", 55, "41", 40, "12", 30, "13", 35, "41", 20, "14"), "שָלוָם\n"},
		{"Hebrew word by word", drawn(80, "1413", 40, "141312"), "ום\nלום\n"},
		{"columns of Hebrew", drawn(300, "1413", 20, "1211"), "ום\nשל\n"},
	}
	for _, test := range tests {
		doc, _ := open(t, written(test.content))
		if got, err := doc.Text(1); err != nil || got != test.want {
			t.Errorf("%s: %q, want %q; %v", test.name, got, test.want, err)
		}
	}
}

// Thousands of pieces in random order are read in bounded time, and no character is lost.
func TestOrderOfManyPieces(t *testing.T) {
	var pieces []any
	for i := range 20_000 {
		pieces = append(pieces, i*7919%480, []string{"01", "11", "04", "07", "23"}[i%5])
	}
	doc, _ := open(t, written(drawn(pieces...)))
	got, err := doc.Text(1)
	if err != nil || strings.Count(got, "a") != 4000 || strings.Count(got, "ש") != 4000 || strings.Count(got, "1") != 4000 ||
		strings.Count(got, "لا")+strings.Count(got, "ال") < 3999 {
		t.Errorf("%d letters, %v", len(got), err)
	}
}

package richtext

import (
	"strconv"
	"strings"
)

// Flatten returns the text of blocks as one paragraph. Each block starts on a new line, list items start with their
// bullets or numbers, and table cells are separated by tabs.
func Flatten(blocks []Block) (spans []Span) {
	for _, block := range blocks {
		switch block := block.(type) {
		case *Paragraph:
			if block.Rule {
				continue
			}
			spans = append(onNewLine(spans), block.Line()...)
		case *Table:
			for _, row := range block.Rows {
				spans = append(onNewLine(spans), row.line()...)
			}
		}
	}
	return spans
}

func onNewLine(spans []Span) []Span {
	if len(spans) > 0 {
		return append(spans, Span{Break: true})
	}
	return spans
}

// Line returns the text of a paragraph. If the paragraph starts a list item, the text begins with the bullet or number.
// A heading is bold.
func (p *Paragraph) Line() []Span {
	if p.Heading == 0 && (p.Item == nil || p.Item.Continues || p.Item.List.Kind == Plain) {
		return p.Spans
	}
	var spans []Span
	if p.Item != nil && !p.Item.Continues {
		spans = append(spans, Span{Text: strings.Repeat("\t", p.Item.Level) + p.Item.Mark() + " "})
	}
	for _, one := range p.Spans {
		if p.Heading > 0 && one.Format.Bold == Unset {
			one.Format.Bold = On
		}
		spans = append(spans, one)
	}
	return spans
}

// Lines returns the text of a table, one line for each row.
func (t *Table) Lines() (lines [][]Span) {
	for _, row := range t.Rows {
		lines = append(lines, row.line())
	}
	return lines
}

func (r *Row) line() (spans []Span) {
	for i, cell := range r.Cells {
		if i > 0 {
			spans = append(spans, Span{Text: "\t"})
		}
		for _, one := range Flatten(cell.Blocks) {
			if one.Break { // each row must be a single line
				one = Span{Text: " ", Format: one.Format}
			}
			spans = append(spans, one)
		}
	}
	return spans
}

// Mark returns the bullet or number of a list item.
func (i *Item) Mark() string {
	switch i.List.Kind {
	case Disc:
		return "•"
	case Circle:
		return "◦"
	case Square:
		return "▪"
	case Plain:
		return ""
	case LowerAlpha:
		return strings.ToLower(letters(i.Number)) + "."
	case UpperAlpha:
		return letters(i.Number) + "."
	case LowerRoman:
		return strings.ToLower(roman(i.Number)) + "."
	case UpperRoman:
		return roman(i.Number) + "."
	}
	return strconv.Itoa(i.Number) + "."
}

// letters converts a number into letters: A to Z, AA, AB and so on.
func letters(number int) (text string) {
	if number < 1 {
		return strconv.Itoa(number)
	}
	for ; number > 0; number = (number - 1) / 26 {
		text = string(rune('A'+(number-1)%26)) + text
	}
	return text
}

func roman(number int) string {
	if number < 1 || number > 3999 {
		return strconv.Itoa(number)
	}
	var text strings.Builder
	values := []int{1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1}
	for i, sign := range []string{"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"} {
		for ; number >= values[i]; number -= values[i] {
			text.WriteString(sign)
		}
	}
	return text.String()
}

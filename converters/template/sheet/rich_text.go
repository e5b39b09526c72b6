package sheet

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/core"
	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
	"lectern/converters/template/objects"
	"lectern/converters/template/richtext"
)

// isRich reports whether the value of a tag is HTML.
func isRich(t *core.Tag) bool {
	return t.Kind == core.CommandTag && (t.Command == "html" || t.Command == "htmlblock")
}

// writeRichText writes a cell whose tag contains HTML as formatted text (ECMA-376, part 1, 18.4.4). A cell can only
// contain lines of text: list items start with bullets, cells of HTML tables are separated by tabs, and links and
// pictures are replaced by their texts.
func (n *cellNode) writeRichText(r *core.Renderer, s *core.Scope) {
	spans := richtext.Flatten(objects.ReadBlocks(r, n.tag, s))
	style := n.cell.attributes
	if slices.ContainsFunc(spans, func(one richtext.Span) bool { return one.Break }) {
		style = sheetOf(r).book.styles.wrapStyle(n.cell)
	}
	r.Out = append(r.Out, style...)
	var runs []byte
	total := 0
	for i := range spans {
		total += expression.UTF16Len(spanText(&spans[i]))
	}
	short := newShortener(total)
	font := sheetOf(r).book.styles.fontOf(n.cell.style)
	for i := range spans {
		if text := short.next(spanText(&spans[i])); text != "" {
			runs = markup.AppendEscaped(fmt.Appendf(runs, `<r>%s<t xml:space="preserve">`, runProperties(&spans[i].Format, font)), escapeCell(text))
			runs = append(runs, "</t></r>"...)
		}
	}
	if len(runs) == 0 {
		r.Out = append(r.Out, "/>"...)
		return
	}
	r.Out = append(append(append(r.Out, ` t="inlineStr"><is>`...), runs...), "</is></c>"...)
}

func spanText(s *richtext.Span) string {
	switch {
	case s.Break:
		return "\n"
	case s.Image != nil:
		return s.Image.Alt
	case s.Format.Capitals == richtext.On:
		return strings.ToUpper(s.Text)
	}
	return s.Text
}

// runProperties returns the properties of a run with the format l in a cell with the given font. It returns nil if the
// run has the format of the cell.
func runProperties(l *richtext.Format, font markup.Properties) []byte {
	all := font.Clone()
	for _, one := range []struct {
		name string
		is   richtext.Switch
	}{{"b", l.Bold}, {"i", l.Italic}, {"u", l.Underline}, {"strike", l.Strike}} {
		switch one.is {
		case richtext.On:
			all.Set(one.name, "<"+one.name+"/>")
		case richtext.Off:
			all.Remove(one.name)
		}
	}
	switch l.Shift {
	case richtext.Superscript:
		all.Set("vertAlign", `<vertAlign val="superscript"/>`)
	case richtext.Subscript:
		all.Set("vertAlign", `<vertAlign val="subscript"/>`)
	}
	if l.Color != "" {
		all.Set("color", `<color rgb="FF`+l.Color+`"/>`)
	}
	if l.Font != "" {
		all.Remove("family", "scheme")
		all.Set("rFont", `<rFont val="`+markup.Escape(l.Font)+`"/>`)
	}
	if size := sizeInCell(l, font); size > 0 {
		all.Set("sz", `<sz val="`+strconv.FormatFloat(size, 'f', -1, 64)+`"/>`)
	}
	if *l == (richtext.Format{Capitals: l.Capitals, Background: l.Background}) {
		return nil
	}
	return all.Marshal(runOrder)
}

// sizeInCell returns the font size of a run in points, rounded to half points. It returns 0 if the format does not
// change the size.
func sizeInCell(l *richtext.Format, font markup.Properties) float64 {
	const usual, least, most = 11, 1, 409
	size := l.Points
	if size == 0 && l.Scale > 0 {
		before, err := strconv.ParseFloat(font.Attribute("sz", "val"), 64)
		if err != nil {
			before = usual
		}
		size = before * l.Scale
	}
	if size <= 0 {
		return 0
	}
	return float64(int(min(max(size, least), most)*2+0.5)) / 2
}

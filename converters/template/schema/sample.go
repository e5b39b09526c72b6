package schema

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
)

// The number of items of a list in a sample. Lists with more than maxSampleDepth lists around them have only one item,
// so that the sample stays small.
const (
	sampleItems    = 3
	maxSampleDepth = 2
)

// sampleImage is a picture of one grey pixel.
const sampleImage = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="

// sampleShape is the markup of a shape with an id and a text. The ids of sample shapes begin after sampleShapeBase.
// They are larger than the ids on most slides.
const (
	sampleShape = `<p:sp><p:nvSpPr><p:cNvPr id="%d" name="Markup"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r>` +
		`<a:t>%s</a:t></a:r></a:p></p:txBody></p:sp>`
	sampleShapeBase = 9000
)

// Sample returns an example value for the parameter with this name. number is the position in the innermost list,
// counted from 1, or 0 outside of lists. depth is the number of enclosing lists.
func (g *Parameter) Sample(name string, number, depth int) any {
	switch g.kind {
	case core.ListKind:
		item := g.item
		if item == nil {
			item = &Parameter{kind: core.TextKind}
		}
		count := sampleItems
		if depth >= maxSampleDepth {
			count = 1
		}
		items := make([]any, count)
		for i := range items {
			items[i] = item.Sample(strings.TrimSuffix(name, "s"), i+1, depth+1)
		}
		return items
	case core.ObjectKind:
		object := orderedObject{names: g.order, values: map[string]any{}}
		for member, guessed := range g.members {
			object.values[member] = guessed.Sample(member, number, depth)
		}
		return object
	case core.NumberKind:
		return float64(10 * max(1, number))
	case core.BooleanKind:
		return true
	case core.DateKind:
		return "2026-01-15"
	case core.ParagraphKind:
		return fmt.Sprintf(`<w:p><w:r><w:t>%s</w:t></w:r></w:p>`, markup.AppendEscaped(nil, sampleText(name, number)))
	case core.ShapeKind:
		return fmt.Sprintf(sampleShape, sampleShapeBase+number, markup.AppendEscaped(nil, sampleText(name, number)))
	case core.LinkKind:
		return "https://example.com/"
	case core.TableKind:
		return []any{[]any{"Name", "Number"}, []any{"First", 10.0}, []any{"Second", 20.0}}
	case core.ChartKind:
		return map[string]any{"categories": []any{"North", "South", "West"},
			"series": []any{map[string]any{"name": "First", "values": []any{3.0, 5.0, 4.0}}, map[string]any{"name": "Second",
				"values": []any{2.0, 4.0, 6.0}}}}
	case core.ImageKind:
		return map[string]any{"src": sampleImage, "width": "4cm", "height": "3cm"}
	}
	switch {
	case strings.Contains(strings.ToLower(name), "currency"):
		return "EUR"
	case g.kind == core.UnknownKind && number > 0 && isAmount(name):
		return float64(10 * number)
	}
	return sampleText(name, number)
}

// sampleText returns the words of a name, followed by the number of the item in its list.
func sampleText(name string, number int) string {
	text := sentenceOf(name)
	if number > 0 {
		text += " " + string(rune('0'+number))
	}
	return text
}

// isAmount reports whether the name of a parameter suggests a number.
func isAmount(name string) bool {
	return slices.Contains([]string{"price", "amount", "total", "sum", "net", "gross", "tax", "vat", "rate", "quantity", "qty", "count"},
		strings.ToLower(name))
}

// sentenceOf splits a name into words, such as "First name" for firstName or first_name.
func sentenceOf(name string) string {
	var words strings.Builder
	last := ' '
	for _, r := range name {
		switch {
		case r == '_' || r == '-' || r == '.':
			r = ' '
		case unicode.IsUpper(r) && unicode.IsLower(last):
			words.WriteByte(' ')
			r = unicode.ToLower(r)
		}
		words.WriteRune(r)
		last = r
	}
	text := words.String()
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

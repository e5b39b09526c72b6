package template

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/converters/template/markup"
)

// ordered is an object whose members are written in their order: forms follow that of the template.
type ordered struct {
	names  []string
	values map[string]any
}

// MarshalJSON implements [json.Marshaler].
func (o ordered) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, name := range o.names {
		if i > 0 {
			out.WriteByte(',')
		}
		key, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(o.values[name])
		if err != nil {
			return nil, err
		}
		out.Write(key)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// jsonSchema gives the JSON Schema (2020-12) of what was guessed.
func (g *guess) jsonSchema() map[string]any {
	switch g.kind {
	case listKind:
		item := g.item
		if item == nil {
			item = &guess{}
		}
		return map[string]any{"type": "array", "items": item.jsonSchema()}
	case objectKind:
		members := ordered{names: g.order, values: map[string]any{}}
		for name, member := range g.members {
			members.values[name] = member.jsonSchema()
		}
		return map[string]any{"type": "object", "properties": members}
	case dateKind:
		return map[string]any{"type": "string", "format": "date"}
	case imageKind:
		return map[string]any{"type": "string", "contentEncoding": "base64", "description": "A picture: bytes in Base64, or an address."}
	case paragraphKind, shapeKind:
		return map[string]any{"type": "string", "contentMediaType": "application/xml", "description": "Markup of Office: one element or several."}
	case linkKind:
		return map[string]any{"type": "string", "format": "uri"}
	case tableKind:
		return map[string]any{"type": "array", "items": map[string]any{"type": "array"}}
	case chartKind:
		series := map[string]any{"type": "object", "properties": map[string]any{"name": map[string]any{"type": "string"},
			"values": map[string]any{"type": "array"}}}
		return map[string]any{"type": "object", "properties": map[string]any{"categories": map[string]any{"type": "array"},
			"series": map[string]any{"type": "array", "items": series}}}
	case askedKind:
		return map[string]any{"type": []string{"string", "boolean"}}
	case unknownKind:
		return map[string]any{}
	}
	return map[string]any{"type": string(g.kind)}
}

// How many items a list of a sample has; one, where it lies deeper in others, which would make it many.
const (
	sampleItems = 3
	sampleDeep  = 2
)

// sampleImage is a grey square.
const sampleImage = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="

// sampleShape is a shape of an id with a text. Ids of samples are greater than those of most slides.
const (
	sampleShape = `<p:sp><p:nvSpPr><p:cNvPr id="%d" name="Markup"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r>` +
		`<a:t>%s</a:t></a:r></a:p></p:txBody></p:sp>`
	sampleShapes = 9000
)

// sample gives a value that fits what was guessed; name is that of the parameter, which lies so deep in
// lists.
func (g *guess) sample(name string, number, deep int) any {
	switch g.kind {
	case listKind:
		item := g.item
		if item == nil {
			item = &guess{kind: textKind}
		}
		count := sampleItems
		if deep >= sampleDeep {
			count = 1
		}
		items := make([]any, count)
		for i := range items {
			items[i] = item.sample(strings.TrimSuffix(name, "s"), i+1, deep+1)
		}
		return items
	case objectKind:
		object := ordered{names: g.order, values: map[string]any{}}
		for member, guessed := range g.members {
			object.values[member] = guessed.sample(member, number, deep)
		}
		return object
	case numberKind:
		return float64(10 * max(1, number))
	case truthKind:
		return true
	case dateKind:
		return "2026-01-15"
	case paragraphKind:
		return fmt.Sprintf(`<w:p><w:r><w:t>%s</w:t></w:r></w:p>`, markup.AppendEscaped(nil, sampleText(name, number)))
	case shapeKind:
		return fmt.Sprintf(sampleShape, sampleShapes+number, markup.AppendEscaped(nil, sampleText(name, number)))
	case linkKind:
		return "https://example.com/"
	case tableKind:
		return []any{[]any{"Name", "Number"}, []any{"First", 10.0}, []any{"Second", 20.0}}
	case chartKind:
		return map[string]any{"categories": []any{"North", "South", "West"},
			"series": []any{map[string]any{"name": "First", "values": []any{3.0, 5.0, 4.0}}, map[string]any{"name": "Second",
				"values": []any{2.0, 4.0, 6.0}}}}
	case imageKind:
		return map[string]any{"src": sampleImage, "width": "4cm", "height": "3cm"}
	}
	switch {
	case strings.Contains(strings.ToLower(name), "currency"):
		return "EUR"
	case g.kind == unknownKind && number > 0 && isAmount(name):
		return float64(10 * number)
	}
	return sampleText(name, number)
}

// sampleText gives a text of the words of a name, with a number where it is one of several.
func sampleText(name string, number int) string {
	text := sentenceOf(name)
	if number > 0 {
		text += " " + string(rune('0'+number))
	}
	return text
}

// isAmount says whether a name is one that numbers have.
func isAmount(name string) bool {
	return slices.Contains([]string{"price", "amount", "total", "sum", "net", "gross", "tax", "vat", "rate", "quantity", "qty", "count"},
		strings.ToLower(name))
}

// sentenceOf gives the words of a name, such as "First name" of firstName or first_name.
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

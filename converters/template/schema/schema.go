package schema

import (
	"bytes"
	"encoding/json"

	"lectern/converters/template/core"
)

// orderedObject is a JSON object that keeps the order of its members, so that forms show them in the order of the
// template.
type orderedObject struct {
	names  []string
	values map[string]any
}

// MarshalJSON implements [json.Marshaler].
func (o orderedObject) MarshalJSON() ([]byte, error) {
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

// JSONSchema returns the JSON Schema (2020-12) of the parameter.
func (g *Parameter) JSONSchema() map[string]any {
	switch g.kind {
	case core.ListKind:
		item := g.item
		if item == nil {
			item = &Parameter{}
		}
		return map[string]any{"type": "array", "items": item.JSONSchema()}
	case core.ObjectKind:
		members := orderedObject{names: g.order, values: map[string]any{}}
		for name, member := range g.members {
			members.values[name] = member.JSONSchema()
		}
		return map[string]any{"type": "object", "properties": members}
	case core.DateKind:
		return map[string]any{"type": "string", "format": "date"}
	case core.ImageKind:
		return map[string]any{"type": "string", "contentEncoding": "base64", "description": "A picture: bytes in Base64, or an address."}
	case core.ParagraphKind, core.ShapeKind:
		return map[string]any{"type": "string", "contentMediaType": "application/xml", "description": "Markup of Office: one element or several."}
	case core.LinkKind:
		return map[string]any{"type": "string", "format": "uri"}
	case core.TableKind:
		return map[string]any{"type": "array", "items": map[string]any{"type": "array"}}
	case core.ChartKind:
		series := map[string]any{"type": "object", "properties": map[string]any{"name": map[string]any{"type": "string"},
			"values": map[string]any{"type": "array"}}}
		return map[string]any{"type": "object", "properties": map[string]any{"categories": map[string]any{"type": "array"},
			"series": map[string]any{"type": "array", "items": series}}}
	case core.TextOrBooleanKind:
		return map[string]any{"type": []string{"string", "boolean"}}
	case core.UnknownKind:
		return map[string]any{}
	}
	return map[string]any{"type": string(g.kind)}
}

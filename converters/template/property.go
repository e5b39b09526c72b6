package template

import (
	"bytes"
	"slices"

	"lectern/converters/template/markup"
)

// withProperty gives properties with one that takes the place of that of its name; later are those
// that the schema has behind it (ECMA-376, part 1, A.1).
func withProperty(properties, property []byte, name string, later ...string) []byte {
	tokens, err := markup.Scan(properties)
	if err != nil || len(tokens) == 0 {
		return properties
	}
	if t := &tokens[0]; t.Kind == markup.Empty {
		return slices.Concat(t.Raw[:len(t.Raw)-2], []byte(">"), property, []byte("</"+t.Name+">"))
	}
	all, _ := children(tokens, 0)
	out := slices.Clone(tokens[0].Raw)
	placed := false
	for _, c := range all {
		if !placed && slices.Contains(later, c.name) {
			out, placed = append(out, property...), true
		}
		if c.name != name {
			out = append(out, c.raw...)
		}
	}
	if !placed {
		out = append(out, property...)
	}
	return append(out, tokens[len(tokens)-1].Raw...)
}

// withoutOnce gives properties without what may only be there once: the end of a section, and how they
// were before a revision.
func withoutOnce(name string, raw []byte) []byte {
	if !bytes.Contains(raw, []byte("<w:sectPr")) && !bytes.Contains(raw, []byte(name+"Change")) {
		return raw
	}
	p := readProperties(name, raw)
	p.remove("w:sectPr")
	return p.write(nil)
}

package template

import (
	"bytes"
	"fmt"
	"slices"
)

// inlineLink returns the node of a link in a text document.
func inlineLink(t *tag, around *run) node {
	return &linkNode{t, func(r *renderer, id, text string) { writeLink(r, around, id, text) }}
}

// writeLink writes a link between two runs, and out of what a link cannot be in.
func writeLink(r *renderer, around *run, id, text string) {
	r.out = around.end(r.out)
	for _, one := range around.outer {
		r.out = append(r.out, "</"+one.Name+">"...)
	}
	r.out = fmt.Appendf(r.out, `<w:hyperlink xmlns:r="%s" r:id="%s">`, relationSpace, id)
	linked := *around
	linked.properties = linkLook(around.properties)
	r.out = append(linked.append(r.out, text), "</w:hyperlink>"...)
	for _, one := range slices.Backward(around.outer) {
		r.out = append(r.out, r.again(one)...)
	}
	r.out = around.begin(r.out)
}

// linkLook gives the properties of a run in the look of links, where it has no colour of its own
// (ECMA-376, part 1, 17.3.2).
func linkLook(properties []byte) []byte {
	if bytes.Contains(properties, []byte("<w:color")) || bytes.Contains(properties, []byte("<w:rStyle")) ||
		bytes.Contains(properties, []byte("<w:u ")) {
		return properties
	}
	if len(properties) == 0 {
		properties = []byte("<w:rPr></w:rPr>")
	}
	behind := []string{"w:effect", "w:bdr", "w:shd", "w:fitText", "w:vertAlign", "w:rtl", "w:cs", "w:em", "w:lang", "w:eastAsianLayout",
		"w:specVanish", "w:oMath"}
	properties = withProperty(properties, []byte(`<w:u w:val="single"/>`), "w:u", behind...)
	between := []string{"w:spacing", "w:w", "w:kern", "w:position", "w:sz", "w:szCs", "w:highlight", "w:u"}
	return withProperty(properties, []byte(`<w:color w:val="0563C1"/>`), "w:color", append(between, behind...)...)
}

package word

import (
	"bytes"
	"fmt"
	"slices"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/template/objects"
)

// InlineLink returns the node of the tag {:link address} in a text document.
func InlineLink(t *core.Tag, run *core.Run) core.Node {
	return &objects.LinkNode{Tag: t, Write: func(r *core.Renderer, id, text string) { writeLink(r, run, id, text) }}
}

// writeLink ends the current run, writes a link, and starts the run again. Enclosing elements that must not contain a
// link also end before it and start again after it.
func writeLink(r *core.Renderer, run *core.Run, id, text string) {
	r.Out = run.End(r.Out)
	for _, one := range run.Linkless {
		r.Out = append(r.Out, "</"+one.Name+">"...)
	}
	r.Out = fmt.Appendf(r.Out, `<w:hyperlink xmlns:r="%s" r:id="%s">`, objects.RelationNS, id)
	linked := *run
	linked.Properties = linkProperties(run.Properties)
	r.Out = append(linked.Append(r.Out, text), "</w:hyperlink>"...)
	for _, one := range slices.Backward(run.Linkless) {
		r.Out = append(r.Out, r.RepeatTag(one)...)
	}
	r.Out = run.Begin(r.Out)
}

// linkProperties returns the run properties of a link: blue and underlined, unless the run has a color, an underline
// or a style (ECMA-376, part 1, 17.3.2).
func linkProperties(properties []byte) []byte {
	if bytes.Contains(properties, []byte("<w:color")) || bytes.Contains(properties, []byte("<w:rStyle")) ||
		bytes.Contains(properties, []byte("<w:u ")) {
		return properties
	}
	if len(properties) == 0 {
		properties = []byte("<w:rPr></w:rPr>")
	}
	following := []string{"w:effect", "w:bdr", "w:shd", "w:fitText", "w:vertAlign", "w:rtl", "w:cs", "w:em", "w:lang", "w:eastAsianLayout",
		"w:specVanish", "w:oMath"}
	properties = markup.WithProperty(properties, []byte(`<w:u w:val="single"/>`), "w:u", following...)
	between := []string{"w:spacing", "w:w", "w:kern", "w:position", "w:sz", "w:szCs", "w:highlight", "w:u"}
	return markup.WithProperty(properties, []byte(`<w:color w:val="0563C1"/>`), "w:color", append(between, following...)...)
}

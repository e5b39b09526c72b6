package slide

import (
	"fmt"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/template/objects"
)

// InlineLink returns the node of the tag {:link address} on a slide.
func InlineLink(t *core.Tag, tagRun *core.Run) core.Node {
	return &objects.LinkNode{Tag: t, Write: func(r *core.Renderer, id, text string) { writeLink(r, tagRun, id, text) }}
}

// writeLink ends the current run, writes a run with a link, and starts the run again.
func writeLink(r *core.Renderer, tagRun *core.Run, id, text string) {
	run := r.WithLink(tagRun)
	properties := markup.ReadProperties("a:rPr", run.Properties)
	properties.Set("a:hlinkClick", fmt.Sprintf(`<a:hlinkClick xmlns:r="%s" r:id="%s"/>`, objects.RelationNS, id))
	linked := *run
	linked.Open, linked.Properties = []byte("<a:r>"), properties.Marshal(characterOrder)
	r.Out = run.Begin(linked.Append(run.End(r.Out), text))
}

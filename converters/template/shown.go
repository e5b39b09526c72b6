package template

import (
	"bytes"
	"slices"

	"lectern/converters/template/markup"
	"lectern/converters/wire"
)

// mostCharts is how many copies of charts a document may get: beyond, it were no template any more.
const mostCharts = 5000

// shownNode is a tag of a text document's markup that shows a chart. Each time that it is written it
// shows one of its own, with the values of its place.
type shownNode struct {
	document      *document
	part          string // that it is in
	id            string // of the relationship
	chart         string // the part
	before, after []byte // of the tag of the markup, around the id
}

// chartReferences are the references of a document to charts.
type chartReferences struct {
	shown  map[string][]*shownNode // where charts are shown, by their parts
	copies int                     // of charts that were made
}

// isShown reports whether a part is a chart that a node shows.
func (d *document) isShown(part string) bool {
	return len(extension[chartReferences](d).shown[part]) > 0
}

// addCharts adds the charts that a part shows to the targets of its tags.
func (d *document) addCharts(part string, targets map[string]target) {
	relations, err := d.Relations(part)
	if err != nil {
		return // the error is reported when the part is read
	}
	for _, one := range relations.All {
		if one.Is("chart") && !one.External() {
			targets[targetKey("c:chart", one.ID)] = &chartTarget{d, part, one.ID, relations.Part(&one)}
		}
	}
}

// chartTarget is a chart that a part shows.
type chartTarget struct {
	document *document
	part     string // that shows the chart
	id       string // of the relationship
	chart    string // the part with the chart
}

// reference implements [target].
func (c *chartTarget) reference(t *markup.Token) node {
	n := &shownNode{document: c.document, part: c.part, id: c.id, chart: c.chart}
	n.before, n.after = around(t, "r:id")
	charts := extension[chartReferences](c.document)
	if charts.shown == nil {
		charts.shown = make(map[string][]*shownNode)
	}
	charts.shown[c.chart] = append(charts.shown[c.chart], n)
	return n
}

// wrapped implements [wrapper]: what the chart does is done where it is shown.
func (n *shownNode) wrapped() []node {
	if p := n.document.programs[n.chart]; p != nil {
		return p.nodes
	}
	return nil
}

func (n *shownNode) render(r *renderer, s *scope) {
	if r.stopped {
		return
	}
	id, err := r.show(n, s)
	if err != nil {
		r.fail(err)
	}
	r.out = append(append(append(r.out, n.before...), id...), n.after...)
}

// show renders the chart of a tag, the first time in its own place, and then a copy of it. It gives
// the id of the relationship.
func (r *renderer) show(n *shownNode, s *scope) (id string, err error) {
	relations, err := r.document.Relations(n.part)
	if err != nil {
		return "", err
	}
	parts, err := r.document.withOwned(n.chart, owned)
	if err != nil {
		return "", err
	}
	charts := extension[chartReferences](r.document)
	if !r.rendered[n.chart] {
		r.rendered[n.chart] = true
		r.renderShown(parts, nil, s)
		return n.id, nil
	}
	if charts.copies++; charts.copies > mostCharts {
		r.stopped = true
		r.found.add(wire.TemplateProblem{Code: "too-large", Part: n.part})
		return n.id, nil
	}
	copier := partCopier{from: r.document.Package, to: r.document, owned: owned, made: make(map[string]string)}
	name, err := copier.copy(n.chart)
	if err != nil {
		return "", err
	}
	r.renderShown(parts, copier.made, s)
	return relations.Add(relations.Find(n.id).Type, name, false), nil
}

// renderShown renders a chart and the parts that belong to it, of which names has those of the copies;
// it is nil for the chart itself.
func (r *renderer) renderShown(parts []string, names map[string]string, s *scope) {
	for _, part := range slices.Backward(parts) {
		p := r.document.programs[part]
		if p == nil {
			continue
		}
		name := part
		if names != nil {
			name = names[part]
		}
		r.within(func() { r.renderPart(p, name, s) })
	}
}

// within renders into another part while the present one is rendered.
func (r *renderer) within(render func()) (made []byte) {
	out, part, atEnd := r.out, r.part, r.atEnd
	r.out = nil
	render()
	made = r.out
	r.out, r.part, r.atEnd = out, part, atEnd
	return made
}

// dropUnshown removes the charts that are shown nowhere, for nothing is repeated where they were.
func (r *renderer) dropUnshown() error {
	gone := map[string]bool{}
	for chart, places := range extension[chartReferences](r.document).shown {
		if r.rendered[chart] {
			continue
		}
		for _, n := range places {
			relations, err := r.document.Relations(n.part)
			if err != nil {
				return err
			}
			relations.Remove(n.id)
		}
		parts, err := r.document.withOwned(chart, owned)
		if err != nil {
			return err
		}
		for _, part := range parts {
			gone[part] = true
		}
	}
	return r.document.remove(gone, owned)
}

// around gives a tag of the markup before and after the value of an attribute, which is there.
func around(t *markup.Token, attribute string) (before, after []byte) {
	before, after, _ = bytes.Cut(t.With(attribute, idMark), []byte(idMark))
	return before, after
}

// idMark is no id.
const idMark = "lectern-id"

package objects

import (
	"slices"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/wire"
)

// ReferencesOf returns the links of a part whose addresses contain tags. If the part belongs to a text document, the
// charts of the part are included.
func ReferencesOf(d *core.Document, part string, f *core.Format) core.References {
	found := core.References{Document: d, Part: part, Addresses: d.Addresses(part), Targets: map[string]core.Target{}}
	if f.IsWord() {
		addCharts(d, part, found.Targets)
	}
	return found
}

// maxCharts is the maximal number of copies of charts in a document.
const maxCharts = 5000

// chartReferenceNode is an element of a text document that shows a chart. The first rendering that shows the chart uses
// the chart of the template. Each further rendering creates a copy of the chart.
type chartReferenceNode struct {
	document      *core.Document
	part          string // the part that shows the chart
	id            string // the id of the relationship to the chart
	chart         string // the part that contains the chart
	before, after []byte // the markup around the id
}

// chartReferences records which charts the nodes of a document show.
type chartReferences struct {
	shown  map[string][]*chartReferenceNode // the nodes that show a chart, by the part of the chart
	copies int                              // the number of copies that were added
}

// IsShown reports whether a node of the document shows the chart in the given part.
func IsShown(d *core.Document, part string) bool {
	return len(core.Extension[chartReferences](d).shown[part]) > 0
}

// addCharts adds to the map targets all charts to which a part refers.
func addCharts(d *core.Document, part string, targets map[string]core.Target) {
	relations, err := d.Relations(part)
	if err != nil {
		return // the error is reported when the part is read for rendering
	}
	for _, one := range relations.All {
		if one.Is("chart") && !one.External() {
			targets[core.TargetKey("c:chart", one.ID)] = &chartTarget{d, part, one.ID, relations.Part(&one)}
		}
	}
}

// chartTarget is a chart that a part refers to.
type chartTarget struct {
	document *core.Document
	part     string // the part that shows the chart
	id       string // the id of the relationship to the chart
	chart    string // the part that contains the chart
}

// Reference implements [core.Target].
func (c *chartTarget) Reference(t *markup.Token) core.Node {
	n := &chartReferenceNode{document: c.document, part: c.part, id: c.id, chart: c.chart}
	n.before, n.after = markup.SplitAttribute(t, "r:id")
	charts := core.Extension[chartReferences](c.document)
	if charts.shown == nil {
		charts.shown = make(map[string][]*chartReferenceNode)
	}
	charts.shown[c.chart] = append(charts.shown[c.chart], n)
	return n
}

// Wrapped implements [core.Wrapper]. The tags in the chart have the scope of the place at which the chart is shown.
func (n *chartReferenceNode) Wrapped() []core.Node {
	if p := n.document.Programs[n.chart]; p != nil {
		return p.Nodes
	}
	return nil
}

// Render implements [core.Node].
func (n *chartReferenceNode) Render(r *core.Renderer, s *core.Scope) {
	if r.Stopped {
		return
	}
	id, err := showChart(r, n, s)
	if err != nil {
		r.Fail(err)
	}
	r.Out = append(append(append(r.Out, n.before...), id...), n.after...)
}

// showChart renders a chart and returns the id of the relationship to it. The first time, it renders the template's
// chart itself; after that, it renders copies of the chart.
func showChart(r *core.Renderer, n *chartReferenceNode, s *core.Scope) (id string, err error) {
	relations, err := r.Document.Relations(n.part)
	if err != nil {
		return "", err
	}
	parts, err := r.Document.OwnedParts(n.chart, IsOwned)
	if err != nil {
		return "", err
	}
	charts := core.Extension[chartReferences](r.Document)
	if !r.Rendered[n.chart] {
		r.Rendered[n.chart] = true
		renderShown(r, parts, nil, s)
		return n.id, nil
	}
	if charts.copies++; charts.copies > maxCharts {
		r.Stopped = true
		r.Problems.Add(wire.TemplateProblem{Code: "too-large", Part: n.part})
		return n.id, nil
	}
	copier := core.PartCopier{From: r.Document.Package, To: r.Document, IsOwned: IsOwned, Copies: make(map[string]string)}
	name, err := copier.Copy(n.chart)
	if err != nil {
		return "", err
	}
	renderShown(r, parts, copier.Copies, s)
	return relations.Add(relations.Find(n.id).Type, name, false), nil
}

// renderShown renders a chart and the parts that it owns. names maps the parts to their copies. If names is nil, the
// parts themselves are rendered.
func renderShown(r *core.Renderer, parts []string, names map[string]string, s *core.Scope) {
	for _, part := range slices.Backward(parts) {
		p := r.Document.Programs[part]
		if p == nil {
			continue
		}
		name := part
		if names != nil {
			name = names[part]
		}
		r.RenderSeparately(func() { r.RenderPart(p, name, s) })
	}
}

// RemoveUnshownCharts removes the charts that were not rendered, for example because a loop had no items.
func RemoveUnshownCharts(r *core.Renderer) error {
	gone := map[string]bool{}
	for chart, places := range core.Extension[chartReferences](r.Document).shown {
		if r.Rendered[chart] {
			continue
		}
		for _, n := range places {
			relations, err := r.Document.Relations(n.part)
			if err != nil {
				return err
			}
			relations.Remove(n.id)
		}
		parts, err := r.Document.OwnedParts(chart, IsOwned)
		if err != nil {
			return err
		}
		for _, part := range parts {
			gone[part] = true
		}
	}
	return r.Document.RemoveParts(gone, IsOwned)
}

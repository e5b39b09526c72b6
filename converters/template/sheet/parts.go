package sheet

import (
	"slices"

	"lectern/converters/template/core"
	"lectern/converters/template/opc"
	"lectern/converters/wire"
)

// relatedPart is the rendered content of a part that belongs to a sheet.
type relatedPart struct {
	part    string // the name of the part in the template
	content relatedContent
}

// relatedContent is the content of a part, which is written when the positions of all cells are known.
type relatedContent interface {
	finish(c *renderedSheet, part string) error
}

// compileRelated compiles the parts that belong to a sheet.
func (c *workbookCompiler) compileRelated(n *sheetNode) {
	for i := range n.relations.All {
		one := &n.relations.All[i]
		if one.External() {
			continue
		}
		part := n.relations.Part(one)
		var err error
		switch {
		case one.Is("drawing"):
			err = c.drawing(n, part)
		case one.Is("comments"):
			err = c.readComments(n, part)
		case one.Is("vmlDrawing"), one.Is("threadedComment"):
			err = c.readUntaggedComments(n, part)
		case one.Is("table"):
			err = c.table(n, part)
		}
		if err != nil {
			c.document.Problems.Add(wire.TemplateProblem{Code: "broken-part", Part: part, Values: map[string]string{"reason": err.Error()}})
		}
	}
}

// renderRelated renders the parts that belong to the sheet.
func (c *renderedSheet) renderRelated(r *core.Renderer, s *core.Scope) {
	for i, d := range c.source.drawings {
		r.Part = d.part
		made := d.render(r, s, c)
		if i == 0 {
			made.pictures = c.pictures
		}
		c.related = append(c.related, relatedPart{d.part, made})
	}
	for _, d := range c.source.comments {
		r.Part = d.part
		c.related = append(c.related, relatedPart{d.part, d.render(r, s, c)})
	}
	for _, t := range c.source.tables {
		c.related = append(c.related, relatedPart{t.part, c.book.copyTable(t, c)})
	}
}

// finishRelated writes the parts that belong to the sheet. Each copy of a sheet gets its own parts.
func (c *renderedSheet) finishRelated() error {
	d := c.book.document
	relations := c.source.relations
	if relations == nil {
		return nil
	}
	var own *opc.Relations
	if c.number > 0 {
		var err error
		if own, err = d.Relations(c.part); err != nil {
			return err
		}
	}
	for i := range relations.All {
		one := relations.All[i]
		if one.External() {
			if own != nil {
				own.AddWithID(one)
			}
			continue
		}
		target := relations.Part(&one)
		part := target
		at := slices.IndexFunc(c.related, func(r relatedPart) bool { return r.part == target })
		if at >= 0 {
			if own != nil {
				part = d.AddPart(target, d.Type(target))
			}
			if err := c.related[at].content.finish(c, part); err != nil {
				return err
			}
		}
		if own != nil && !one.Is("pivotTable") && !one.Is("threadedComment") {
			one.Target = "/" + part
			own.AddWithID(one)
		}
	}
	return nil
}

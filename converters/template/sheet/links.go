package sheet

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"lectern/converters/template/cells"
	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/template/objects"
)

// maxLinks is the maximal number of links of a sheet in Excel.
const maxLinks = 65_530

// sheetLink is a link from cells to an address with tags.
type sheetLink struct {
	id   string
	area cells.Range
	node *objects.AddressNode
}

// linkKey identifies a copy of a link by its relationship id in the template and its new cell.
type linkKey struct {
	id       string
	position cells.Cell
}

// compileLinks compiles the link addresses with tags. addresses maps the ids of relationships to these addresses.
func (c *compiler) compileLinks(addresses map[string]string) {
	for i := range c.source.tail {
		t := &c.source.tail[i]
		if t.Name != "hyperlink" || t.Kind == markup.End {
			continue
		}
		id, _ := t.Attribute("r:id")
		ref, _ := t.Attribute("ref")
		address, ok := addresses[id]
		area, isRange := cells.ParseRange(ref)
		if !ok || !isRange {
			continue
		}
		n := &objects.AddressNode{Address: c.ParseTaggedText(address)}
		for _, part := range n.Address {
			if part.Tag != nil {
				part.Tag.Cell = area.First().String()
				n.Tag = part.Tag
			}
		}
		if n.Tag != nil {
			c.sheet.links = append(c.sheet.links, sheetLink{id, area, n})
		}
	}
}

// renderLinks evaluates the addresses of the links, for each copy of their cells.
func (c *renderedSheet) renderLinks(r *core.Renderer, s *core.Scope) {
	c.links = map[linkKey]string{}
	for _, link := range c.source.links {
		for _, moved := range c.Ranges(link.area, false) {
			inner := s
			if moved.Row != nil {
				inner = moved.Row.Scope.(*core.Scope)
			}
			given := link.node.Address.RenderAddress(r, inner)
			address := objects.ShortAddress(given)
			if given != "" && address == "" {
				r.Problems.Add(link.node.Tag.Problem("link-unsafe", "address", given))
				continue
			}
			c.links[linkKey{link.id, moved.First()}] = address
		}
	}
}

// relateLinks adds relationships to the evaluated addresses.
func (c *renderedSheet) relateLinks() error {
	if len(c.links) == 0 {
		return nil
	}
	relations, err := c.book.document.Relations(c.part)
	if err != nil {
		return err
	}
	made := map[string]string{}
	places := slices.SortedFunc(maps.Keys(c.links), func(a, b linkKey) int {
		return cmp.Or(a.position.Row-b.position.Row, a.position.Column-b.position.Column, strings.Compare(a.id, b.id))
	})
	for _, at := range places {
		address := c.links[at]
		if made[address] == "" {
			made[address] = relations.AddLink(objects.LinkRelation, address)
		}
		c.links[at] = made[address]
	}
	return nil
}

// address returns the id of the relationship for a copy of a link at a position. It returns "" if the address of the
// link has no tags.
func (c *renderedSheet) address(link *markup.Token, at cells.MovedRange) string {
	id, _ := link.Attribute("r:id")
	return c.links[linkKey{id, at.First()}]
}

package sheet

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/cells"
	"lectern/converters/template/core"
	"lectern/converters/template/markup"
)

// drawingPart is the drawing of a sheet (ECMA-376, part 1, 20.5).
type drawingPart struct {
	part       string
	head, tail []markup.Token
	anchors    []*anchor
	charts     []chartPart
}

// anchor is a picture, shape or chart with its position.
type anchor struct {
	raw            []byte
	nodes          []core.Node // nil if it has no tags
	area           cells.Range
	movesWithCells bool // the position moves with the cells
	growsWithCells bool // the size grows with the cells that the anchor covers
	repeated       bool // the anchor is repeated with its row
}

// chartPart is a chart of a drawing.
type chartPart struct {
	part  string
	raw   []byte
	nodes []core.Node // nil if it has no tags
}

func localName(name string) string { return name[strings.IndexByte(name, ':')+1:] }

func (c *workbookCompiler) drawing(n *sheetNode, part string) error {
	source, err := c.document.Read(part)
	if err != nil {
		return err
	}
	tokens, err := markup.Scan(source)
	if err != nil {
		return err
	}
	d := &drawingPart{part: part}
	for i := 0; i < len(tokens); i++ {
		if name := localName(tokens[i].Name); strings.HasSuffix(name, "Anchor") && tokens[i].Kind == markup.Start {
			end := markup.EndOf(tokens, i)
			d.anchors = append(d.anchors, c.anchor(part, tokens[i:end+1]))
			i = end
			continue
		}
		if len(d.anchors) == 0 {
			d.head = append(d.head, tokens[i])
		} else {
			d.tail = append(d.tail, tokens[i])
		}
	}
	n.drawings = append(n.drawings, d)
	return c.charts(d)
}

func (c *workbookCompiler) anchor(part string, tokens []markup.Token) *anchor {
	a := &anchor{raw: markup.Raw(tokens), movesWithCells: localName(tokens[0].Name) != "absoluteAnchor"}
	a.nodes = c.fragment(part, a.raw, core.DrawingFormat())
	edit, _ := tokens[0].Attribute("editAs")
	a.growsWithCells = edit == "twoCell"
	a.movesWithCells = a.movesWithCells && edit != "absolute"
	a.repeated = !bytes.Contains(a.raw, []byte("graphicFrame"))
	from, to := a.corner(tokens, "from"), a.corner(tokens, "to")
	a.area = cells.Range{Rows: cells.Extent{From: from.Row, To: max(from.Row, to.Row)}, Columns: cells.Extent{From: from.Column,
		To: max(from.Column, to.Column)}}
	return a
}

// corner returns the cell that contains a corner of the anchor: "from" or "to".
func (a *anchor) corner(tokens []markup.Token, name string) cells.Cell {
	at := slices.IndexFunc(tokens, func(t markup.Token) bool { return localName(t.Name) == name })
	if at < 0 {
		return cells.Cell{}
	}
	element := tokens[at : markup.EndOf(tokens, at)+1]
	value := func(name string) int {
		for i, t := range element {
			if localName(t.Name) == name && t.Kind == markup.Start {
				number, err := strconv.Atoi(markup.TextOf(element[i+1 : markup.EndOf(element, i)]))
				if err == nil {
					return number
				}
			}
		}
		return 0
	}
	cell := cells.Cell{Row: value("row") + 1, Column: value("col") + 1}
	if name == "to" && value("rowOff") == 0 && cell.Row > 1 { // the anchor ends at the border above the row
		cell.Row--
	}
	return cell
}

// charts moves the compiled programs of the drawing's charts from the workbook to d, because they are rendered with the
// drawing.
func (c *workbookCompiler) charts(d *drawingPart) error {
	relations, err := c.document.Relations(d.part)
	if err != nil {
		return err
	}
	for i := range relations.All {
		one := &relations.All[i]
		if !one.Is("chart") || one.External() {
			continue
		}
		chart := chartPart{part: relations.Part(one)}
		if chart.raw, err = c.document.Read(chart.part); err != nil {
			return err
		}
		c.programs = slices.DeleteFunc(slices.Clone(c.programs), func(p *core.Program) bool {
			if p.Part == chart.part {
				chart.nodes = p.Nodes
			}
			return p.Part == chart.part
		})
		c.tagged = c.tagged || chart.nodes != nil
		d.charts = append(d.charts, chart)
	}
	return nil
}

// drawingCopy is a rendered copy of a drawing.
type drawingCopy struct {
	*drawingPart
	content  []byte
	charts   [][]byte
	lastID   int
	pictures []cellPicture
}

func (d *drawingPart) render(r *core.Renderer, s *core.Scope, c *renderedSheet) *drawingCopy {
	made := &drawingCopy{drawingPart: d, content: markup.Raw(d.head)}
	made.lastID = core.FirstID
	for _, a := range d.anchors {
		for i, place := range a.places(c) {
			inner := s
			if own, ok := place.scope.(*core.Scope); ok {
				inner = own
			}
			raw := a.raw
			if a.nodes != nil {
				raw = renderFragment(r, a.nodes, inner, nil, "")
			}
			made.content = append(made.content, place.move(raw, a, i > 0, &made.lastID)...)
		}
	}
	made.content = markup.AppendTokens(made.content, d.tail)
	for _, chart := range d.charts {
		raw := chart.raw
		if chart.nodes != nil {
			raw = renderChart(r, &chart, s)
		}
		made.charts = append(made.charts, raw)
	}
	return made
}

// renderChart returns the rendered markup of a chart.
func renderChart(r *core.Renderer, chart *chartPart, s *core.Scope) []byte {
	r.Out, r.Part, r.AtEnd = nil, chart.part, nil
	r.RenderAll(chart.nodes, s)
	if r.AtEnd != nil {
		r.AtEnd()
	}
	made := r.Out
	r.Out, r.AtEnd = nil, nil
	return made
}

// anchorPlace is the position of a copy of an anchor.
type anchorPlace struct {
	area                  cells.Range
	rowShift, columnShift int // the numbers of rows and columns by which it has moved
	scope                 any // the scope of its row; nil if the row is not repeated
}

// places returns the positions of the copies of an anchor. If the anchor is repeated with its row, there is a position
// for each copy of the row. Otherwise there is at most one position.
func (a *anchor) places(c *renderedSheet) (all []anchorPlace) {
	if !a.movesWithCells {
		return []anchorPlace{{}}
	}
	first := cells.Range{Rows: a.area.Rows, Columns: cells.Extent{From: a.area.Columns.From, To: a.area.Columns.From}}
	copies := c.Ranges(first, false)
	if len(copies) == 0 || copies[0].Row == nil { // the anchor covers rows that are not repeated together
		first.Rows.To = first.Rows.From
		copies = c.Ranges(first, false)
		copies = copies[:min(1, len(copies))]
	}
	if !a.repeated {
		copies = copies[:min(1, len(copies))]
	}
	for _, one := range copies {
		place := anchorPlace{area: one.Range, rowShift: one.Rows.From - a.area.Rows.From, columnShift: one.Columns.From - a.area.Columns.From}
		if one.Row != nil {
			place.scope = one.Row.Scope
		}
		if moved, ok := c.Area(a.area, cells.Position{}); ok && a.growsWithCells {
			place.area = moved
		}
		all = append(all, place)
	}
	return all
}

// move returns the markup of an anchor at its new position. If the anchor is a copy, it gets new ids.
func (p *anchorPlace) move(raw []byte, a *anchor, isCopy bool, lastID *int) []byte {
	var moved []byte
	corner := ""
	tokens := markup.ScanOrNil(raw)
	for i := range tokens {
		t := tokens[i]
		switch name := localName(t.Name); {
		case name == "from" || name == "to":
			corner = map[bool]string{true: name}[t.Kind == markup.Start]
		case t.Kind == markup.Text && corner != "" && a.movesWithCells:
			if number, err := strconv.Atoi(string(t.Raw)); err == nil {
				switch localName(tokens[i-1].Name) {
				case "row":
					t.Raw = strconv.AppendInt(nil, int64(shiftAnchor(number, corner, p.rowShift, p.area.Rows, a.area.Rows, a.growsWithCells)), 10)
				case "col":
					t.Raw = strconv.AppendInt(nil, int64(shiftAnchor(number, corner, p.columnShift, p.area.Columns, a.area.Columns, a.growsWithCells)), 10)
				}
			}
		case name == "cNvPr" && isCopy && t.Kind != markup.End:
			*lastID++
			t.Raw = t.With("id", strconv.Itoa(*lastID))
		}
		moved = append(moved, t.Raw...)
	}
	return moved
}

// shiftAnchor returns the new number of a row or column of an anchor's corner, counted from 0. If the anchor grows with
// its cells, its end keeps its distance from the last cell that the anchor covers.
func shiftAnchor(number int, corner string, shift int, to, from cells.Extent, grows bool) int {
	if corner == "to" && grows {
		return number + to.To - from.To
	}
	return number + shift
}

func (d *drawingCopy) finish(c *renderedSheet, part string) error {
	doc := c.book.document
	doc.Write(part, d.content)
	copier := core.PartCopier{From: doc.Package, To: doc, Copies: map[string]string{}}
	for i, chart := range d.drawingPart.charts {
		name := chart.part
		if part != d.part {
			var err error
			if name, err = copier.Copy(name); err != nil {
				return err
			}
		}
		doc.Write(name, c.chart(d.charts[i]))
	}
	if part != d.part {
		if err := copier.CopyRelations(d.part, part); err != nil {
			return err
		}
	}
	if len(d.pictures) == 0 {
		return nil
	}
	return addPictures(doc, part, d.content, d.pictures, d.lastID)
}

// chart returns the markup of a chart with its references adjusted to the new positions of the cells.
func (c *renderedSheet) chart(raw []byte) []byte {
	tokens := markup.ScanOrNil(raw)
	var moved []byte
	for i := range tokens {
		if t := &tokens[i]; t.Kind == markup.Text && i > 0 && tokens[i-1].Name == "c:f" {
			formula := cells.Parse(markup.Unescape(t.Raw)).WithGrowingReferences().Append(nil, cells.Position{Sheet: &c.Sheet}, c.book)
			moved = markup.AppendEscaped(moved, string(formula))
		} else {
			moved = append(moved, t.Raw...)
		}
	}
	return moved
}

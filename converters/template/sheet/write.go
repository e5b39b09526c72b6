package sheet

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/cells"
	"lectern/converters/template/markup"
)

// write writes the part of the sheet, with the formulas inserted into the rows.
func (c *renderedSheet) write(to io.Writer) error {
	w := bufio.NewWriterSize(to, 1<<16)
	w.Write(c.head())
	w.WriteString("<sheetData>")
	from := 0
	var buffer []byte
	for i := range c.patches {
		p := &c.patches[i]
		w.Write(c.data[from:p.at])
		buffer = p.formula.append(buffer[:0], p, c)
		w.Write(buffer)
		from = p.at
	}
	w.Write(c.data[from:])
	w.WriteString("</sheetData>")
	w.Write(c.tail())
	return w.Flush() // returns the first error of all writes
}

// head returns the markup before the rows.
func (c *renderedSheet) head() (raw []byte) {
	tokens := c.source.source.head
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		switch {
		case t.Name == "dimension" && t.Kind != markup.End:
			if c.used.Rows.To > 0 {
				raw = append(raw, t.With("ref", c.used.String())...)
				continue
			}
		case t.Name == "cols" && t.Kind == markup.Start:
			end := markup.EndOf(tokens, i)
			raw = append(raw, c.columnsElement(tokens[i+1:end])...)
			i = end
			continue
		case c.number > 0 && t.Kind != markup.End && t.Kind != markup.Text: // only one sheet can have these attributes
			for _, name := range []string{"codeName", "tabSelected", "xr:uid"} {
				t.Raw = t.Without(name)
			}
		}
		raw = append(raw, t.Raw...)
	}
	return raw
}

// columnsElement returns the cols element with the widths of the columns at their new positions.
func (c *renderedSheet) columnsElement(tokens []markup.Token) []byte {
	type column struct {
		cells.Extent
		raw markup.Token
	}
	var all []column
	for _, t := range tokens {
		if t.Name != "col" || t.Kind == markup.End {
			continue
		}
		from, to := intOf(&t, "min"), min(intOf(&t, "max"), cells.Columns)
		for _, part := range c.parts(c.source.columnPlan.Segments, from, to) {
			for _, moved := range c.Columns.Copies(part.From, part.To) {
				all = append(all, column{moved.Extent, t})
			}
		}
	}
	slices.SortFunc(all, func(a, b column) int { return a.From - b.From })
	if len(all) == 0 {
		return nil
	}
	raw := []byte("<cols>")
	for _, one := range all {
		one.raw.Raw = one.raw.With("min", strconv.Itoa(one.From))
		raw = append(raw, one.raw.With("max", strconv.Itoa(one.To))...)
		if one.raw.Kind == markup.Start {
			raw = append(raw, "</col>"...)
		}
	}
	return append(raw, "</cols>"...)
}

// parts returns the pieces into which the boundaries of segments divide a range.
func (c *renderedSheet) parts(segments []cells.Extent, from, to int) (parts []cells.Extent) {
	for _, s := range segments {
		if s.From <= to && s.To >= from {
			parts = append(parts, cells.Extent{From: max(s.From, from), To: min(s.To, to)})
		}
	}
	return parts
}

// tail returns the markup after the rows.
func (c *renderedSheet) tail() (raw []byte) {
	tokens := c.source.source.tail
	drawn := c.drawing == ""
	for i := 0; i < len(tokens); i++ {
		end := markup.EndOf(tokens, i)
		element := tokens[i : end+1]
		if !drawn && slices.Contains(elementsAfterDrawing(), tokens[i].Name) {
			raw, drawn = append(raw, c.drawingElement()...), true
		}
		switch tokens[i].Name {
		case "mergeCells", "hyperlinks":
			raw = append(raw, c.moveList(element, c.moveElement)...)
		case "dataValidations", "protectedRanges", "ignoredErrors":
			raw = append(raw, c.moveList(element, c.moveRanged)...)
		case "conditionalFormatting":
			raw = append(raw, c.moveRanged(element)...)
		case "rowBreaks":
			raw = append(raw, c.moveList(element, func(one []markup.Token) []byte { return c.pageBreaks(one, c.Rows) })...)
		case "colBreaks":
			raw = append(raw, c.moveList(element, func(one []markup.Token) []byte { return c.pageBreaks(one, c.Columns) })...)
		case "autoFilter", "sortState":
			raw = append(raw, c.moveArea(element)...)
		case "headerFooter":
			if c.header != nil {
				raw = append(raw, c.header...)
			} else {
				raw = markup.AppendTokens(raw, element)
			}
		case "extLst":
			raw = append(raw, c.extensions(element)...)
		default:
			raw = markup.AppendTokens(raw, element)
		}
		i = end
	}
	return raw
}

// moveList returns a list element in which each child is replaced with the result of the function move. It returns nil
// if no children are left.
func (c *renderedSheet) moveList(element []markup.Token, move func([]markup.Token) []byte) []byte {
	var raw []byte
	for i := 1; i < len(element)-1; i++ {
		end := markup.EndOf(element, i)
		raw = append(raw, move(element[i:end+1])...)
		i = end
	}
	if len(raw) == 0 {
		return nil
	}
	start := element[0]
	for _, name := range []string{"count", "manualBreakCount"} { // optional attributes that are no longer correct
		start.Raw = start.Without(name)
	}
	if start.Name == "rowBreaks" || start.Name == "colBreaks" {
		count := strconv.Itoa(bytes.Count(raw, []byte("<brk")))
		start.Raw = start.With("count", count)
		start.Raw = start.With("manualBreakCount", count)
	}
	return slices.Concat(start.Raw, raw, element[len(element)-1].Raw)
}

// moveElement repeats an element for each copy of the cells in its ref attribute.
func (c *renderedSheet) moveElement(element []markup.Token) (raw []byte) {
	t := element[0]
	text, _ := t.Attribute("ref")
	area, ok := cells.ParseRange(text)
	if !ok {
		return markup.Raw(element)
	}
	for _, moved := range c.Ranges(area, false) {
		if t.Name == "mergeCell" && moved.Single() {
			continue
		}
		if t.Name == "hyperlink" {
			if c.linkCount++; c.linkCount > maxLinks {
				break
			}
		}
		one := t
		one.Raw = t.With("ref", moved.String())
		if address := c.address(&t, moved); address != "" {
			one.Raw = one.With("r:id", address)
		}
		if location, ok := t.Attribute("location"); ok {
			place := cells.Parse(location).Append(nil, cells.PositionOf(&c.Sheet, area.First(), moved.Row, moved.Column), c.book)
			one.Raw = one.With("location", string(place))
		}
		raw = markup.AppendTokens(append(raw, one.Raw...), element[1:])
	}
	return raw
}

// moveRanged returns an element with the new ranges in its sqref attribute. The formulas in the element are adjusted
// relative to the first cell of these ranges. It returns nil if no ranges are left.
func (c *renderedSheet) moveRanged(element []markup.Token) []byte {
	text, ok := element[0].Attribute("sqref")
	if !ok {
		return markup.Raw(element)
	}
	moved, at, ok := c.moveRanges(text)
	if !ok {
		return nil
	}
	return append(element[0].With("sqref", moved), c.formulas(element[1:], at)...)
}

// moveRanges returns the new positions of a list of ranges. at is the position to which the formulas of the ranges are
// relative. ok is false if no ranges are left.
func (c *renderedSheet) moveRanges(list string) (moved string, at cells.Position, ok bool) {
	var all []string
	for _, text := range strings.Fields(list) {
		area, isRange := cells.ParseRange(text)
		if !isRange {
			continue
		}
		for _, one := range c.Ranges(area, true) {
			if len(all) == 0 {
				at = cells.PositionOf(&c.Sheet, area.First(), one.Row, one.Column)
			}
			all = append(all, one.String())
		}
	}
	return strings.Join(all, " "), at, len(all) > 0
}

// formulas returns markup in which the formulas are adjusted to a position.
func (c *renderedSheet) formulas(tokens []markup.Token, at cells.Position) (raw []byte) {
	for i := range tokens {
		if t := &tokens[i]; t.Kind == markup.Text && i > 0 && isFormula(tokens[i-1].Name) {
			raw = markup.AppendEscaped(raw, string(cells.Parse(markup.Unescape(t.Raw)).Append(nil, at, c.book)))
		} else {
			raw = append(raw, t.Raw...)
		}
	}
	return raw
}

func isFormula(element string) bool {
	return slices.Contains([]string{"formula", "formula1", "formula2", "xm:f", "calculatedColumnFormula", "totalsRowFormula"}, element)
}

// moveArea returns an element with the new ranges in its ref attribute and in the ref attributes of its children. It
// returns nil if the range of the element itself was not written.
func (c *renderedSheet) moveArea(element []markup.Token) (raw []byte) {
	for i := range element {
		t := element[i]
		if text, ok := t.Attribute("ref"); ok && t.Kind != markup.End && t.Kind != markup.Text {
			area, isRange := cells.ParseRange(text)
			moved, isThere := c.Area(area, cells.Position{})
			switch {
			case isRange && isThere:
				t.Raw = t.With("ref", moved.String())
			case isRange && i == 0:
				return nil
			}
		}
		raw = append(raw, t.Raw...)
	}
	return raw
}

// pageBreaks returns a page break element for each copy of the row or column before the break.
func (c *renderedSheet) pageBreaks(element []markup.Token, axis *cells.Axis) (raw []byte) {
	t := element[0]
	id := intOf(&t, "id")
	for _, moved := range axis.Copies(id, id) {
		raw = markup.AppendTokens(append(raw, t.With("id", strconv.Itoa(moved.From))...), element[1:])
	}
	return raw
}

// extensions returns the markup of extensions (elements that later editions of Excel have added) with their ranges
// adjusted.
func (c *renderedSheet) extensions(tokens []markup.Token) (raw []byte) {
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		switch t.Name {
		case "x14:conditionalFormatting", "x14:dataValidation", "x14:sparkline":
			if t.Kind != markup.Start {
				break
			}
			end := markup.EndOf(tokens, i)
			raw = append(raw, c.extension(tokens[i:end+1])...)
			i = end
			continue
		case "x14:dataValidations":
			if t.Kind == markup.Start {
				t.Raw = t.Without("count")
			}
		}
		raw = append(raw, t.Raw...)
	}
	return raw
}

func (c *renderedSheet) extension(element []markup.Token) []byte {
	moved, at, ok := c.moveRanges(markup.TextOf(markup.ContentOf(element, "xm:sqref")))
	if !ok {
		return nil
	}
	element = slices.Clone(element)
	for i := 1; i < len(element); i++ {
		if element[i].Kind == markup.Text && element[i-1].Name == "xm:sqref" {
			element[i].Raw = []byte(moved)
		}
	}
	return c.formulas(element, at)
}

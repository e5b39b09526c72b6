package sheet

import (
	"math"
	"strconv"

	"lectern/converters/template/cells"
	"lectern/converters/template/core"
	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

// cellNode is the compiled form of a cell of the template.
type cellNode struct {
	cell *sheetCell
	// One of the fields raw, formula, tag and nodes is the content of the cell. If all of them are zero, the cell is
	// empty.
	raw       []byte // unchanged markup: the rest of the start tag and the content
	formula   *cellFormula
	tag       *core.Tag   // the only tag of the cell; its value becomes the value of the cell
	isPicture bool        // whether the value of the tag is a picture
	nodes     []core.Node // the nodes of a text with tags

	open, close []byte             // the markup around the text of the tag
	kind        core.ParameterKind // the kind of value that the tag expects
	showsDates  bool               // whether the number format shows dates
	hasNoFormat bool               // whether the cell has no number format

	// spannedWidth is the width of the columns that a cell with a picture spans, in EMU. maxWidth is the maximum width
	// of the picture, in EMU; 0 means no limit. setsRowHeight states that the height of the row is adapted to the
	// picture.
	spannedWidth, maxWidth int64
	setsRowHeight          bool
}

// Inner implements [core.Container]. It returns the cell's only tag, or the nodes of the cell's text.
func (n *cellNode) Inner() []core.Node {
	if n.tag == nil {
		return n.nodes
	}
	return append([]core.Node{&cellValue{n.tag, n.kind}}, n.nodes...)
}

// cellValue represents the only tag of a cell for the inference of parameters. Rendering it does nothing, because the
// cell renders the tag.
type cellValue struct {
	tag  *core.Tag
	kind core.ParameterKind
}

// Reads implements [core.OneTagNode].
func (n *cellValue) Reads() (*core.Tag, core.ParameterKind) { return n.tag, n.kind }

// Render implements [core.Node].
func (n *cellValue) Render(*core.Renderer, *core.Scope) {}

// sheetOf returns the sheet that is being rendered.
func sheetOf(r *core.Renderer) *renderedSheet {
	c, _ := r.Current.(*renderedSheet)
	return c
}

// Render implements [core.Node].
func (n *cellNode) Render(r *core.Renderer, s *core.Scope) {
	c := sheetOf(r)
	c.extendUsed()
	r.Out = append(r.Out, `<c r="`...)
	r.Out = cells.Cell{Row: c.row, Column: c.column}.Append(r.Out)
	r.Out = append(r.Out, '"')
	switch {
	case c.writeBlank:
		r.Out = append(append(r.Out, n.cell.attributes...), "/>"...)
	case n.isPicture && !r.KeepsTag(n.tag, s):
		r.Out = append(append(r.Out, n.cell.attributes...), "/>"...)
		n.addPicture(r, s)
	case n.tag != nil && isRich(n.tag) && !r.KeepsTag(n.tag, s):
		n.writeRichText(r, s)
	case n.tag != nil:
		n.writeValue(r, s)
	case n.formula != nil:
		r.Out = append(append(r.Out, n.cell.attributes...), '>')
		c.patches = append(c.patches, formulaPatch{len(r.Out), n.formula, c.rowIteration, c.columnIteration})
		r.Out = append(r.Out, "</c>"...)
	case n.nodes != nil:
		r.Out = append(r.Out, n.cell.attributes...)
		n.writeText(r, s)
	default:
		r.Out = append(append(r.Out, n.cell.attributes...), n.raw...)
	}
}

// writeValue writes a cell whose only content is a tag.
func (n *cellNode) writeValue(r *core.Renderer, s *core.Scope) {
	value, ok := r.Value(n.tag, s)
	style := n.cell.attributes
	if sheetOf(r).isHeader(n.cell) { // names of table columns must be texts
		value = expression.Text(value)
	} else if serial, isDate := n.dateSerial(r, value); isDate && ok {
		if n.hasNoFormat {
			style = sheetOf(r).book.styles.dateStyle(n.cell, serial != math.Trunc(serial))
		}
		value = serial
	}
	r.Out = append(r.Out, style...)
	switch value := value.(type) {
	case float64:
		if !math.IsNaN(value) && !math.IsInf(value, 0) {
			r.Out = append(strconv.AppendFloat(append(r.Out, "><v>"...), value, 'g', -1, 64), "</v></c>"...)
			return
		}
	case bool:
		r.Out = append(strconv.AppendInt(append(r.Out, ` t="b"><v>`...), int64(boolToInt(value)), 10), "</v></c>"...)
		return
	}
	text := ""
	if ok {
		text = expression.Text(value)
	}
	if text == "" {
		r.Out = append(r.Out, "/>"...)
		return
	}
	r.Out = append(append(r.Out, ` t="inlineStr"><is>`...), n.open...)
	r.Out = markup.AppendEscaped(r.Out, escapeCell(newShortener(expression.UTF16Len(text)).next(text)))
	r.Out = append(append(r.Out, n.close...), "</is></c>"...)
}

func boolToInt(value bool) int {
	if value {
		return 1
	}
	return 0
}

// writeText writes a cell with a text that contains tags.
func (n *cellNode) writeText(r *core.Renderer, s *core.Scope) {
	begin := len(r.Out)
	r.Out = append(r.Out, ` t="inlineStr"><is>`...)
	from := len(r.Out)
	r.Escape = escapeCell
	r.RenderAll(n.nodes, s)
	r.Escape = nil
	if !hasText(r.Out[from:]) {
		r.Out = append(r.Out[:begin], "/>"...)
		return
	}
	if len(r.Out)-from > longestCell {
		r.Out = append(r.Out[:from], shortMarkup(r.Out[from:])...)
	}
	r.Out = append(r.Out, "</is></c>"...)
}

// hasText reports whether markup contains text outside of tags.
func hasText(raw []byte) bool {
	inside := false
	for _, c := range raw {
		switch {
		case c == '<':
			inside = true
		case c == '>':
			inside = false
		case !inside:
			return true
		}
	}
	return false
}

package sheet

import (
	"math"
	"strconv"

	"lectern/converters/template/cells"
	"lectern/converters/template/core"
	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

// cellNode is a cell.
type cellNode struct {
	cell *sheetCell
	// The cell has one of these; it is empty where it has none.
	raw     []byte // what comes behind its tag's other attributes, as it is
	formula *cellFormula
	tag     *core.Tag   // the only one, of which the cell becomes what its value is
	shown   bool        // the value is a picture
	nodes   []core.Node // text with tags

	open, close []byte             // the markup around the text of the tag
	kind        core.ParameterKind // what the value seems to be
	dated       bool               // it is shown as a date
	free        bool               // it is shown as what it is

	// Of a cell with a picture: how wide the columns are that it spans, how wide the picture may be by
	// itself, 0 for any, both in EMU, and whether its row becomes as high as that.
	wide, room int64
	heightens  bool
}

// Inner implements [core.Container]: the value of the cell's only tag, or the nodes of its text.
func (n *cellNode) Inner() []core.Node {
	if n.tag == nil {
		return n.nodes
	}
	return append([]core.Node{&cellValue{n.tag, n.kind}}, n.nodes...)
}

// cellValue is the only tag of a cell, for those who look at tags: the cell itself renders it.
type cellValue struct {
	tag  *core.Tag
	kind core.ParameterKind
}

// Reads implements [core.OneTagNode].
func (n *cellValue) Reads() (*core.Tag, core.ParameterKind) { return n.tag, n.kind }

func (n *cellValue) Render(*core.Renderer, *core.Scope) {}

// sheetOf returns the sheet that is rendered.
func sheetOf(r *core.Renderer) *renderedSheet {
	c, _ := r.Current.(*renderedSheet)
	return c
}

func (n *cellNode) Render(r *core.Renderer, s *core.Scope) {
	c := sheetOf(r)
	c.extendUsed()
	r.Out = append(r.Out, `<c r="`...)
	r.Out = cells.Cell{Row: c.row, Column: c.column}.Append(r.Out)
	r.Out = append(r.Out, '"')
	switch {
	case c.blank:
		r.Out = append(append(r.Out, n.cell.attributes...), "/>"...)
	case n.shown && !r.KeepsTag(n.tag, s):
		r.Out = append(append(r.Out, n.cell.attributes...), "/>"...)
		n.picture(r, s)
	case n.tag != nil && isRich(n.tag) && !r.KeepsTag(n.tag, s):
		n.rich(r, s)
	case n.tag != nil:
		n.value(r, s)
	case n.formula != nil:
		r.Out = append(append(r.Out, n.cell.attributes...), '>')
		c.patches = append(c.patches, formulaPatch{len(r.Out), n.formula, c.turn, c.across})
		r.Out = append(r.Out, "</c>"...)
	case n.nodes != nil:
		r.Out = append(r.Out, n.cell.attributes...)
		n.text(r, s)
	default:
		r.Out = append(append(r.Out, n.cell.attributes...), n.raw...)
	}
}

// value writes what the value of the cell's tag is.
func (n *cellNode) value(r *core.Renderer, s *core.Scope) {
	value, ok := r.Value(n.tag, s)
	style := n.cell.attributes
	if sheetOf(r).isHead(n.cell) { // which is a text
		value = expression.Text(value)
	} else if serial, isDate := n.serial(r, value); isDate && ok {
		if n.free {
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
		r.Out = append(strconv.AppendInt(append(r.Out, ` t="b"><v>`...), int64(truth(value)), 10), "</v></c>"...)
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
	r.Out = markup.AppendEscaped(r.Out, escapeCell(newShortener(expression.Units(text)).next(text)))
	r.Out = append(append(r.Out, n.close...), "</is></c>"...)
}

func truth(value bool) int {
	if value {
		return 1
	}
	return 0
}

// text writes a text with tags.
func (n *cellNode) text(r *core.Renderer, s *core.Scope) {
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

// hasText says whether markup has any text.
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

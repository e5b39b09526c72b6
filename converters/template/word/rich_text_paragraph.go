package word

import (
	"fmt"
	"strconv"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/template/richtext"
)

// paragraphPosition describes the position of a paragraph among the blocks around it.
type paragraphPosition struct {
	// first and last state that the paragraph is the first or the last block. In a cell, the space before the first and
	// after the last paragraph is 0. Outside of tables, the last paragraph also ends the section if the tag's paragraph
	// ended one.
	first, last bool
	afterTable  bool
	beforeItem  bool // the next paragraph belongs to the same list
}

// listContinues reports whether two consecutive items belong to the same list or to nested lists.
func listContinues(item, next *richtext.Item) bool {
	return item != nil && next != nil && (item.List == next.List || item.Level > 0 || next.Level > 0)
}

func (w *richTextWriter) writeParagraph(p *richtext.Paragraph, at paragraphPosition) {
	properties, run := w.propertiesOf(p, at), w.run
	if p.Heading > 0 {
		run = w.headingRun(p.Heading)
	}
	w.Out = append(w.Out, "<w:p>"...)
	if len(properties.Elements) > 0 {
		w.Out = append(w.Out, properties.Marshal(paragraphOrder)...)
	}
	w.spansIn(p.Spans, run, p.Heading)
	w.Out = append(w.Out, "</w:p>"...)
}

// headingRun returns the run properties of a heading. Most properties come from the style of the heading. If Lectern
// has added this style to the document, the heading also gets the font of the tag.
func (w *richTextWriter) headingRun(level int) markup.Properties {
	run := w.run.Clone()
	keep := map[string]bool{"w:lang": true, "w:rtl": true}
	if sheet := w.styleSheet(); sheet != nil {
		_, own := sheet.heading(level)
		keep["w:rFonts"] = own
	}
	for _, one := range w.run.Elements {
		if !keep[one.Name] {
			run.Remove(one.Name)
		}
	}
	return run
}

// propertiesOf returns the properties of the tag's paragraph, changed by the HTML paragraph p and by its position.
func (w *richTextWriter) propertiesOf(p *richtext.Paragraph, at paragraphPosition) markup.Properties {
	all := w.paragraph.Clone()
	if p.Heading > 0 {
		w.headingProperties(&all, p.Heading)
	}
	if w.tables > 0 {
		w.cellProperties(&all, at, p.Heading > 0)
	} else {
		if at.afterTable && p.Heading == 0 {
			all.SetAttribute("w:spacing", "w:before", "160")
		}
		if at.last && w.section != nil {
			all.Set("w:sectPr", string(w.section))
		}
	}
	w.setIndent(&all, p)
	w.setLineHeight(&all, p)
	if at.beforeItem && w.tables == 0 {
		all.Set("w:contextualSpacing", "<w:contextualSpacing/>")
	}
	if p.PageBreak {
		all.Set("w:pageBreakBefore", "<w:pageBreakBefore/>")
	}
	if p.RTL {
		all.Set("w:bidi", "<w:bidi/>")
	}
	if p.Align != "" {
		all.Set("w:jc", `<w:jc w:val="`+justification(p.Align, all.Has("w:bidi"))+`"/>`)
	}
	switch {
	case p.Background != "":
		all.Set("w:shd", shading(p.Background))
	case p.Preformatted:
		all.Set("w:shd", shading("F5F5F5"))
	}
	return all
}

func (w *richTextWriter) headingProperties(all *markup.Properties, level int) {
	for _, one := range w.paragraph.Elements {
		if one.Name != "w:jc" && one.Name != "w:bidi" {
			all.Remove(one.Name)
		}
	}
	if sheet := w.styleSheet(); sheet != nil {
		id, _ := sheet.heading(level)
		all.Set("w:pStyle", `<w:pStyle w:val="`+markup.Escape(id)+`"/>`)
	}
}

// cellProperties removes the properties of the tag's paragraph that paragraphs in cells must not have.
func (w *richTextWriter) cellProperties(all *markup.Properties, at paragraphPosition, heading bool) {
	all.Remove("w:ind", "w:numPr", "w:keepNext", "w:pageBreakBefore", "w:framePr", "w:pBdr", "w:tabs")
	if all.Attribute("w:jc", "w:val") == "both" {
		all.Remove("w:jc")
	}
	if at.first {
		all.SetAttribute("w:spacing", "w:before", "0")
	}
	if at.last || heading {
		all.SetAttribute("w:spacing", "w:after", "0")
	}
}

// setIndent sets the indent, the list and the border of a paragraph.
func (w *richTextWriter) setIndent(all *markup.Properties, p *richtext.Paragraph) {
	const quoteIndent, quoteSpace = 400, 10 // in twips, and in points
	left := p.Indent/core.Twip + int64(p.Quote*quoteIndent)
	if p.Item != nil {
		around := w.indent(all)
		all.Remove("w:ind", "w:numPr")
		beyond := int64(levelIndent * (p.Item.Level + 1))
		switch {
		case !p.Item.Continues:
			all.Set("w:numPr", fmt.Sprintf(`<w:numPr><w:ilvl w:val="%d"/><w:numId w:val="%d"/></w:numPr>`, p.Item.Level, w.list(p.Item)))
			if left+around > 0 {
				all.Set("w:ind", fmt.Sprintf(`<w:ind w:left="%d" w:hanging="%d"/>`, left+around+beyond, levelHanging))
			}
		default:
			all.Set("w:ind", fmt.Sprintf(`<w:ind w:left="%d"/>`, left+around+beyond))
		}
	} else if left > 0 {
		left += w.indent(all)
		all.SetAttribute("w:ind", "w:left", strconv.FormatInt(left, 10))
	}
	if p.FirstLine != 0 && p.Item == nil {
		first, hanging := p.FirstLine/core.Twip, int64(0)
		if first < 0 {
			first, hanging = 0, -first
		}
		all.Set("w:ind", fmt.Sprintf(`<w:ind w:left="%d" w:firstLine="%d"/>`, w.indent(all), first))
		if hanging > 0 {
			all.Set("w:ind", fmt.Sprintf(`<w:ind w:left="%d" w:hanging="%d"/>`, w.indent(all), hanging))
		}
	}
	switch {
	case p.Rule:
		all.Set("w:pBdr", `<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="A6A6A6"/></w:pBdr>`)
	case p.Quote > 0:
		all.Set("w:pBdr", fmt.Sprintf(`<w:pBdr><w:left w:val="single" w:sz="18" w:space="%d" w:color="BFBFBF"/></w:pBdr>`, quoteSpace))
	}
}

// indent returns the left indent in paragraph properties, in twips.
func (w *richTextWriter) indent(all *markup.Properties) int64 {
	text := all.Attribute("w:ind", "w:left")
	if text == "" {
		text = all.Attribute("w:ind", "w:start")
	}
	number, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return 0
	}
	return number
}

// list returns the id of the list that an item belongs to. It adds the list if it does not exist yet.
func (w *richTextWriter) list(item *richtext.Item) int {
	if id, ok := w.lists[item.List]; ok {
		return id
	}
	n, err := numberingOf(w.Renderer.Document)
	if err != nil {
		w.Fail(err)
		return 0
	}
	id := n.add(item.List, item.Level, w.tables)
	w.lists[item.List] = id
	return id
}

// setLineHeight sets the line height of a paragraph if the HTML sets one (ECMA-376, part 1, 17.3.1.33).
func (w *richTextWriter) setLineHeight(all *markup.Properties, p *richtext.Paragraph) {
	const single = 240
	switch {
	case p.LinePoints > 0:
		all.SetAttribute("w:spacing", "w:line", strconv.Itoa(int(p.LinePoints*20)))
		all.SetAttribute("w:spacing", "w:lineRule", "atLeast")
	case p.LineHeight > 0:
		all.SetAttribute("w:spacing", "w:line", strconv.Itoa(int(p.LineHeight*single)))
		all.SetAttribute("w:spacing", "w:lineRule", "auto")
	}
}

// justification returns the value of the w:jc element for an alignment. In right-to-left paragraphs, Word interprets
// "left" as the start of the line, which is on the right.
func justification(align richtext.Align, rtl bool) string {
	switch {
	case align == richtext.Justify:
		return "both"
	case rtl && align == richtext.Left:
		return "right"
	case rtl && align == richtext.Right:
		return "left"
	}
	return string(align)
}

func shading(color string) string {
	return `<w:shd w:val="clear" w:color="auto" w:fill="` + color + `"/>`
}

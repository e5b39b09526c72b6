package template

import (
	"fmt"
	"strconv"
	"strings"

	"lectern/converters/template/markup"
	"lectern/converters/template/picture"
	"lectern/converters/template/richtext"
)

// wordWriter writes rich text into a text document.
type wordWriter struct {
	*renderer
	tag       *tag
	paragraph properties // that of the tag, without what may only be there once
	run       properties // that of the tag
	section   []byte     // what ends the section with the tag's paragraph; nil for none
	room      int64      // in EMU
	tables    int        // that it is in
	lists     map[*richtext.List]int
	looks     map[lookKey][]byte
}

// lookKey is what a run's properties depend on.
type lookKey struct {
	look    richtext.Look
	link    bool
	heading int
}

// usualRoom is the width of text where nobody says, in EMU.
const usualRoom = 9000 * twip

func newWordWriter(r *renderer, t *tag, around *element) *wordWriter {
	w := &wordWriter{renderer: r, tag: t, room: around.room, paragraph: readProperties("w:pPr", around.properties),
		run:   readProperties("w:rPr", around.run.properties),
		lists: make(map[*richtext.List]int), looks: make(map[lookKey][]byte)}
	if w.room <= 0 {
		w.room = usualRoom
	}
	if at := w.paragraph.find("w:sectPr"); at >= 0 {
		w.section = w.paragraph.elements[at].raw
		w.paragraph.remove("w:sectPr")
	}
	return w
}

// document writes blocks in the place of the tag's paragraph. Something stays there always.
func (w *wordWriter) document(all []richtext.Block) {
	if len(all) == 0 {
		all = []richtext.Block{&richtext.Paragraph{}}
	}
	w.blocks(all)
	if _, isTable := all[len(all)-1].(*richtext.Table); isTable {
		w.text(&richtext.Paragraph{}, place{last: true})
	}
}

// place is where a paragraph stands.
type place struct {
	// first and last say so in a cell, where nothing is kept free above and below; last says so as
	// well where a section ends.
	first, last bool
	afterTable  bool
	beforeItem  bool // its list goes on
}

// goesOn says whether a list goes on from an item to another one.
func goesOn(item, next *richtext.Item) bool {
	return item != nil && next != nil && (item.List == next.List || item.Level > 0 || next.Level > 0)
}

func (w *wordWriter) blocks(all []richtext.Block) {
	afterTable := false
	for i, block := range all {
		switch block := block.(type) {
		case *richtext.Table:
			if afterTable { // they would become one
				w.text(&richtext.Paragraph{}, place{first: true, last: true})
			}
			w.table(block)
			afterTable = true
		case *richtext.Paragraph:
			at := place{first: i == 0, last: i == len(all)-1, afterTable: afterTable}
			if i+1 < len(all) {
				next, isParagraph := all[i+1].(*richtext.Paragraph)
				at.beforeItem = isParagraph && goesOn(block.Item, next.Item)
			}
			w.text(block, at)
			afterTable = false
		}
	}
}

// text writes a paragraph.
func (w *wordWriter) text(p *richtext.Paragraph, at place) {
	properties, run := w.propertiesOf(p, at), w.run
	if p.Heading > 0 {
		run = w.headingRun(p.Heading)
	}
	w.out = append(w.out, "<w:p>"...)
	if len(properties.elements) > 0 {
		w.out = append(w.out, properties.write(paragraphOrder)...)
	}
	w.spansIn(p.Spans, run, p.Heading)
	w.out = append(w.out, "</w:p>"...)
}

// headingRun gives the look of the text of a heading: that of its style, and in one of our own the
// tag's font.
func (w *wordWriter) headingRun(level int) properties {
	run := w.run.clone()
	keep := map[string]bool{"w:lang": true, "w:rtl": true}
	if sheet := w.sheet(); sheet != nil {
		_, own := sheet.heading(level)
		keep["w:rFonts"] = own
	}
	for _, one := range w.run.elements {
		if !keep[one.name] {
			run.remove(one.name)
		}
	}
	return run
}

func (w *wordWriter) sheet() *styleSheet {
	sheet, err := w.renderer.document.sheet()
	if err != nil {
		w.fail(err)
		return nil
	}
	return sheet
}

// propertiesOf gives the properties of a paragraph.
func (w *wordWriter) propertiesOf(p *richtext.Paragraph, at place) properties {
	all := w.paragraph.clone()
	if p.Heading > 0 {
		w.headingProperties(&all, p.Heading)
	}
	if w.tables > 0 {
		w.cellProperties(&all, at, p.Heading > 0)
	} else {
		if at.afterTable && p.Heading == 0 {
			all.setAttribute("w:spacing", "w:before", "160")
		}
		if at.last && w.section != nil {
			all.set("w:sectPr", string(w.section))
		}
	}
	w.standing(&all, p)
	w.lines(&all, p)
	if at.beforeItem && w.tables == 0 {
		all.set("w:contextualSpacing", "<w:contextualSpacing/>")
	}
	if p.PageBreak {
		all.set("w:pageBreakBefore", "<w:pageBreakBefore/>")
	}
	if p.RightLeft {
		all.set("w:bidi", "<w:bidi/>")
	}
	if p.Align != "" {
		all.set("w:jc", `<w:jc w:val="`+justification(p.Align, all.has("w:bidi"))+`"/>`)
	}
	switch {
	case p.Background != "":
		all.set("w:shd", shading(p.Background))
	case p.Preformed:
		all.set("w:shd", shading("F5F5F5"))
	}
	return all
}

func (w *wordWriter) headingProperties(all *properties, level int) {
	for _, one := range w.paragraph.elements {
		if one.name != "w:jc" && one.name != "w:bidi" {
			all.remove(one.name)
		}
	}
	if sheet := w.sheet(); sheet != nil {
		id, _ := sheet.heading(level)
		all.set("w:pStyle", `<w:pStyle w:val="`+markup.Escape(id)+`"/>`)
	}
}

// cellProperties leaves out what is for a paragraph of its own on the page.
func (w *wordWriter) cellProperties(all *properties, at place, heading bool) {
	all.remove("w:ind", "w:numPr", "w:keepNext", "w:pageBreakBefore", "w:framePr", "w:pBdr", "w:tabs")
	if all.attribute("w:jc", "w:val") == "both" {
		all.remove("w:jc")
	}
	if at.first {
		all.setAttribute("w:spacing", "w:before", "0")
	}
	if at.last || heading {
		all.setAttribute("w:spacing", "w:after", "0")
	}
}

// standing sets how far a paragraph stands in, and what stands beside it.
func (w *wordWriter) standing(all *properties, p *richtext.Paragraph) {
	const quoteIndent, quoteSpace = 400, 10 // in twips, and in points
	left := p.Indent/twip + int64(p.Quote*quoteIndent)
	if p.Item != nil {
		around := w.indent(all)
		all.remove("w:ind", "w:numPr")
		beyond := int64(levelIndent * (p.Item.Level + 1))
		switch {
		case !p.Item.Goes:
			all.set("w:numPr", fmt.Sprintf(`<w:numPr><w:ilvl w:val="%d"/><w:numId w:val="%d"/></w:numPr>`, p.Item.Level, w.list(p.Item)))
			if left+around > 0 {
				all.set("w:ind", fmt.Sprintf(`<w:ind w:left="%d" w:hanging="%d"/>`, left+around+beyond, levelHanging))
			}
		default:
			all.set("w:ind", fmt.Sprintf(`<w:ind w:left="%d"/>`, left+around+beyond))
		}
	} else if left > 0 {
		left += w.indent(all)
		all.setAttribute("w:ind", "w:left", strconv.FormatInt(left, 10))
	}
	if p.FirstLine != 0 && p.Item == nil {
		first, hanging := p.FirstLine/twip, int64(0)
		if first < 0 {
			first, hanging = 0, -first
		}
		all.set("w:ind", fmt.Sprintf(`<w:ind w:left="%d" w:firstLine="%d"/>`, w.indent(all), first))
		if hanging > 0 {
			all.set("w:ind", fmt.Sprintf(`<w:ind w:left="%d" w:hanging="%d"/>`, w.indent(all), hanging))
		}
	}
	switch {
	case p.Rule:
		all.set("w:pBdr", `<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="A6A6A6"/></w:pBdr>`)
	case p.Quote > 0:
		all.set("w:pBdr", fmt.Sprintf(`<w:pBdr><w:left w:val="single" w:sz="18" w:space="%d" w:color="BFBFBF"/></w:pBdr>`, quoteSpace))
	}
}

// indent gives how far properties have a paragraph stand in, in twips.
func (w *wordWriter) indent(all *properties) int64 {
	text := all.attribute("w:ind", "w:left")
	if text == "" {
		text = all.attribute("w:ind", "w:start")
	}
	number, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return 0
	}
	return number
}

// list gives the id of the list of an item.
func (w *wordWriter) list(of *richtext.Item) int {
	if id, ok := w.lists[of.List]; ok {
		return id
	}
	n, err := w.renderer.document.numberings()
	if err != nil {
		w.fail(err)
		return 0
	}
	id := n.add(of.List, of.Level, w.tables)
	w.lists[of.List] = id
	return id
}

// lines sets the height of lines.
func (w *wordWriter) lines(all *properties, p *richtext.Paragraph) {
	const single = 240
	switch {
	case p.LinePoints > 0:
		all.setAttribute("w:spacing", "w:line", strconv.Itoa(int(p.LinePoints*20)))
		all.setAttribute("w:spacing", "w:lineRule", "atLeast")
	case p.LineHeight > 0:
		all.setAttribute("w:spacing", "w:line", strconv.Itoa(int(p.LineHeight*single)))
		all.setAttribute("w:spacing", "w:lineRule", "auto")
	}
}

// justification gives the word for a way to align. In paragraphs from right to left, left is where
// they begin.
func justification(align richtext.Align, rightLeft bool) string {
	switch {
	case align == richtext.Justify:
		return "both"
	case rightLeft && align == richtext.Left:
		return "right"
	case rightLeft && align == richtext.Right:
		return "left"
	}
	return string(align)
}

func shading(color string) string {
	return `<w:shd w:val="clear" w:color="auto" w:fill="` + color + `"/>`
}

// spans writes runs within a paragraph.
func (w *wordWriter) spans(all []richtext.Span, run properties) { w.spansIn(all, run, 0) }

func (w *wordWriter) spansIn(all []richtext.Span, run properties, heading int) {
	link := ""
	for i := range all {
		one := &all[i]
		if i == 0 || one.Link != all[i-1].Link {
			w.endLink(link)
			link = w.beginLink(one.Link)
		}
		look := w.look(lookKey{one.Look, link != "", heading}, run)
		switch {
		case one.Break:
			w.out = fmt.Appendf(w.out, "<w:r>%s<w:br/></w:r>", look)
		case one.Image != nil:
			w.image(one.Image, look)
		default:
			w.characters(one.Text, look)
		}
	}
	w.endLink(link)
}

// beginLink begins a link, and gives its address; empty where there is none that may be opened.
func (w *wordWriter) beginLink(address string) string {
	target := shortAddress(address)
	if target == "" {
		return ""
	}
	w.out = fmt.Appendf(w.out, `<w:hyperlink xmlns:r="%s" r:id="%s">`, relationSpace, w.relate(linkRelation, target, true))
	return target
}

func (w *wordWriter) endLink(link string) {
	if link != "" {
		w.out = append(w.out, "</w:hyperlink>"...)
	}
}

// characters writes a run with a text.
func (w *wordWriter) characters(text string, look []byte) {
	w.out = append(append(w.out, "<w:r>"...), look...)
	for i, part := range strings.Split(text, "\t") {
		if i > 0 {
			w.out = append(w.out, "<w:tab/>"...)
		}
		if part != "" {
			w.out = append(markup.AppendEscaped(append(w.out, `<w:t xml:space="preserve">`...), part), "</w:t>"...)
		}
	}
	w.out = append(w.out, "</w:r>"...)
}

// look gives the properties of a run.
func (w *wordWriter) look(key lookKey, run properties) []byte {
	if made, ok := w.looks[key]; ok {
		return made
	}
	all := run.clone()
	w.apply(&all, &key.look)
	var made []byte
	if len(all.elements) > 0 {
		made = all.write(characterOrder)
	}
	if key.link {
		made = linkLook(made)
	}
	w.looks[key] = made
	return made
}

// apply changes the properties of a run as a look says.
func (w *wordWriter) apply(all *properties, l *richtext.Look) {
	for _, one := range []struct {
		names string
		is    richtext.Switch
	}{{"w:b w:bCs", l.Bold}, {"w:i w:iCs", l.Italic}, {"w:strike", l.Strike}, {"w:caps", l.Capitals}} {
		for _, name := range words(one.names) {
			switch one.is {
			case richtext.On:
				all.set(name, "<"+name+"/>")
			case richtext.Off:
				all.set(name, "<"+name+` w:val="0"/>`)
			}
		}
	}
	switch l.Underline {
	case richtext.On:
		all.set("w:u", `<w:u w:val="single"/>`)
	case richtext.Off:
		all.set("w:u", `<w:u w:val="none"/>`)
	}
	switch l.Shift {
	case richtext.Raised:
		all.set("w:vertAlign", `<w:vertAlign w:val="superscript"/>`)
	case richtext.Lowered:
		all.set("w:vertAlign", `<w:vertAlign w:val="subscript"/>`)
	}
	if l.Color != "" {
		all.set("w:color", `<w:color w:val="`+l.Color+`"/>`)
	}
	if l.Background != "" {
		all.remove("w:highlight")
		all.set("w:shd", shading(l.Background))
	}
	if l.Font != "" {
		all.set("w:rFonts", fmt.Sprintf(`<w:rFonts w:ascii="%[1]s" w:hAnsi="%[1]s" w:cs="%[1]s"/>`, markup.Escape(l.Font)))
	}
	if halves := w.size(all, l); halves > 0 {
		all.set("w:sz", fmt.Sprintf(`<w:sz w:val="%d"/>`, halves))
		all.set("w:szCs", fmt.Sprintf(`<w:szCs w:val="%d"/>`, halves))
	}
}

// size gives the size of characters in half points; 0 where it stays.
func (w *wordWriter) size(all *properties, l *richtext.Look) int {
	points := l.Points
	if points == 0 && l.Scale > 0 {
		if halves, err := strconv.ParseFloat(all.attribute("w:sz", "w:val"), 64); err == nil {
			points = halves / 2
		} else if sheet := w.sheet(); sheet != nil {
			points = sheet.points
		}
		points *= l.Scale
	}
	const largest = 1638 // as Word has it
	if points <= 0 {
		return 0
	}
	return int(min(max(points, 1), largest)*2 + 0.5)
}

// image writes a picture, as wide as there is room at most, or the words that stand for it where its
// address leads to nothing outside of the site that the HTML is of.
func (w *wordWriter) image(one *richtext.Image, look []byte) {
	if !w.isReachable(one.Source) {
		w.characters(one.Alt, look)
		return
	}
	made := w.picture(w.tag, one.Source)
	if made == nil {
		return
	}
	width, height := made.Sized(one.Width.In(w.room), one.Height.In(0))
	if width > w.room {
		width, height = w.room, max(1, height*w.room/width)
	}
	w.out = fmt.Appendf(w.out, "<w:r>%s%s</w:r>", look, w.drawing(made, one.Alt, width, height, picture.Crop{}))
}

// isReachable says whether a picture can be had: from the web, or with the text itself.
func (w *wordWriter) isReachable(source string) bool {
	if _, isData := picture.DataURL(source); isData || isWebAddress(source) {
		return true
	}
	content, err := picture.Base64(source)
	if err == nil {
		_, err = picture.Read(content)
	}
	return err == nil
}

package slide

import (
	"fmt"
	"strconv"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/template/objects"
	"lectern/converters/template/richtext"
)

// richTextWriter writes rich text into a shape. The text of a shape cannot contain tables and pictures: table rows
// become paragraphs, and pictures are replaced by their alternative texts.
type richTextWriter struct {
	*core.Renderer
	paragraph, run markup.Properties // properties of the tag's paragraph and run
	lastItem       *richtext.Item
	starts         map[*richtext.List]int // the first number of each list
}

func newRichTextWriter(r *core.Renderer, paragraph []byte, run *core.Run) *richTextWriter {
	return &richTextWriter{Renderer: r, paragraph: markup.ReadProperties("a:pPr", paragraph),
		run: markup.ReadProperties("a:rPr", run.Properties), starts: make(map[*richtext.List]int)}
}

// blocks writes blocks that replace the tag's paragraph. If there are no blocks, it writes an empty paragraph.
func (w *richTextWriter) blocks(all []richtext.Block) {
	if len(all) == 0 {
		all = []richtext.Block{&richtext.Paragraph{}}
	}
	for _, block := range all {
		switch block := block.(type) {
		case *richtext.Paragraph:
			w.writeParagraph(block)
		case *richtext.Table:
			for _, line := range block.Lines() {
				w.writeParagraph(&richtext.Paragraph{Spans: line})
			}
		}
	}
}

func (w *richTextWriter) writeParagraph(p *richtext.Paragraph) {
	properties := w.paragraph.Clone()
	w.setIndent(&properties, p)
	switch p.Align {
	case richtext.Left, richtext.Center, richtext.Right, richtext.Justify:
		properties.SetOwn("algn", map[richtext.Align]string{richtext.Left: "l", richtext.Center: "ctr", richtext.Right: "r",
			richtext.Justify: "just"}[p.Align])
	}
	if p.RTL {
		properties.SetOwn("rtl", "1")
		if p.Align == "" {
			properties.SetOwn("algn", "r")
		}
	}
	switch {
	case p.LinePoints > 0:
		properties.Set("a:lnSpc", fmt.Sprintf(`<a:lnSpc><a:spcPts val="%d"/></a:lnSpc>`, int(p.LinePoints*100)))
	case p.LineHeight > 0:
		properties.Set("a:lnSpc", fmt.Sprintf(`<a:lnSpc><a:spcPct val="%d"/></a:lnSpc>`, int(p.LineHeight*100_000)))
	}
	w.Out = append(append(w.Out, "<a:p>"...), properties.Marshal(paragraphOrder)...)
	w.spans(headingSpans(p))
	w.Out = append(w.Out, "</a:p>"...)
	w.lastItem = p.Item
}

// headingSpans returns the spans of a paragraph. If the paragraph is a heading, the text of the spans is larger and
// bold.
func headingSpans(p *richtext.Paragraph) []richtext.Span {
	if p.Heading == 0 {
		return p.Spans
	}
	spans := make([]richtext.Span, len(p.Spans))
	for i, one := range p.Spans {
		if one.Format.Bold == richtext.Unset {
			one.Format.Bold = richtext.On
		}
		if one.Format.Points == 0 && one.Format.Scale == 0 {
			one.Format.Scale = []float64{1, 1.5, 1.3, 1.15, 1, 1, 1}[p.Heading]
		}
		spans[i] = one
	}
	return spans
}

// setIndent sets the indent and the bullet or number of a paragraph (ECMA-376, part 1, 21.1.2.4).
func (w *richTextWriter) setIndent(all *markup.Properties, p *richtext.Paragraph) {
	const hanging, step, quote, most = 285_750, 342_900, 254_000, 51_206_400 // in EMU
	left := p.Indent + int64(p.Quote*quote)
	if p.Item == nil {
		if left > 0 {
			all.SetOwn("marL", strconv.FormatInt(min(left, most), 10))
			all.SetOwn("indent", "0")
		}
		return
	}
	all.Remove("a:buNone", "a:buAutoNum", "a:buChar", "a:buBlip", "a:buFont", "a:buFontTx")
	all.SetOwn("marL", strconv.FormatInt(min(left+hanging+int64(p.Item.Level*step), most), 10))
	all.SetOwn("lvl", strconv.Itoa(p.Item.Level))
	if p.Item.Continues || p.Item.List.Kind == richtext.Plain {
		all.SetOwn("indent", "0")
		all.Set("a:buNone", "<a:buNone/>")
		return
	}
	all.SetOwn("indent", strconv.Itoa(-hanging))
	if !p.Item.List.Kind.IsNumbered() {
		all.Set("a:buFont", `<a:buFont typeface="Arial"/>`)
		all.Set("a:buChar", `<a:buChar char="`+p.Item.Mark()+`"/>`)
		return
	}
	all.Set("a:buFont", `<a:buFont typeface="+mj-lt"/>`)
	kind := map[richtext.ListKind]string{richtext.Decimal: "arabicPeriod", richtext.LowerAlpha: "alphaLcPeriod",
		richtext.UpperAlpha: "alphaUcPeriod",
		richtext.LowerRoman: "romanLcPeriod", richtext.UpperRoman: "romanUcPeriod"}[p.Item.List.Kind]
	number := ""
	if begin := w.listStart(p.Item); begin > 1 {
		number = fmt.Sprintf(` startAt="%d"`, begin)
	}
	all.Set("a:buAutoNum", `<a:buAutoNum type="`+kind+`"`+number+`/>`)
}

// listStart returns the start number for the paragraph of a list item. PowerPoint counts consecutive items from the
// start number that they declare. After a paragraph without a number, the counting restarts, so the following items
// declare the number of the first of them.
func (w *richTextWriter) listStart(item *richtext.Item) int {
	begin, ok := w.starts[item.List]
	if !ok || w.lastItem == nil || w.lastItem.Continues && w.lastItem.Level <= item.Level || w.lastItem.Level < item.Level {
		begin = item.Number
		w.starts[item.List] = begin
	}
	return begin
}

// spans writes the runs and line breaks of a paragraph. A picture is replaced by its alternative text.
func (w *richTextWriter) spans(all []richtext.Span) {
	for i := range all {
		one := &all[i]
		format := w.runProperties(&one.Format, one.Link)
		text := one.Text
		if one.Image != nil {
			text = one.Image.Alt
		}
		switch {
		case one.Break:
			w.Out = fmt.Appendf(w.Out, "<a:br>%s</a:br>", format)
		case text != "":
			w.Out = markup.AppendEscaped(fmt.Appendf(w.Out, "<a:r>%s<a:t>", format), text)
			w.Out = append(w.Out, "</a:t></a:r>"...)
		}
	}
}

// runProperties returns the properties of a run (ECMA-376, part 1, 21.1.2.3.9).
func (w *richTextWriter) runProperties(l *richtext.Format, link string) []byte {
	all := w.run.Clone()
	for _, one := range []struct {
		name, on, off string
		is            richtext.Switch
	}{{"b", "1", "0", l.Bold}, {"i", "1", "0", l.Italic}, {"u", "sng", "none", l.Underline}, {"strike", "sngStrike", "noStrike", l.Strike},
		{"cap", "all", "none", l.Capitals}} {
		switch one.is {
		case richtext.On:
			all.SetOwn(one.name, one.on)
		case richtext.Off:
			all.SetOwn(one.name, one.off)
		}
	}
	switch l.Shift {
	case richtext.Superscript:
		all.SetOwn("baseline", "30000")
	case richtext.Subscript:
		all.SetOwn("baseline", "-25000")
	}
	if size := w.size(l); size > 0 {
		all.SetOwn("sz", strconv.Itoa(size))
	}
	if l.Color != "" {
		all.Remove("a:noFill", "a:gradFill", "a:blipFill", "a:pattFill", "a:grpFill")
		all.Set("a:solidFill", `<a:solidFill><a:srgbClr val="`+l.Color+`"/></a:solidFill>`)
	}
	if l.Background != "" {
		all.Set("a:highlight", `<a:highlight><a:srgbClr val="`+l.Background+`"/></a:highlight>`)
	}
	if l.Font != "" {
		all.Set("a:latin", `<a:latin typeface="`+markup.Escape(l.Font)+`"/>`)
		all.Set("a:cs", `<a:cs typeface="`+markup.Escape(l.Font)+`"/>`)
	}
	if target := objects.ShortAddress(link); target != "" {
		id := w.Relate(objects.LinkRelation, target, true)
		all.Set("a:hlinkClick", fmt.Sprintf(`<a:hlinkClick xmlns:r="%s" r:id="%s"/>`, objects.RelationNS, id))
	}
	return all.Marshal(characterOrder)
}

// size returns the font size in hundredths of a point, or 0 if the format does not change the size.
func (w *richTextWriter) size(l *richtext.Format) int {
	const usual, largest = 1800, 400_000 // the default and the maximum of PowerPoint
	size := l.Points * 100
	if size == 0 && l.Scale > 0 {
		text, _ := w.run.Start.Attribute("sz")
		before, err := strconv.ParseFloat(text, 64)
		if err != nil {
			before = usual
		}
		size = before * l.Scale
	}
	if size <= 0 {
		return 0
	}
	return int(min(max(size, 100), largest))
}

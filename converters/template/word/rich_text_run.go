package word

import (
	"fmt"
	"strconv"
	"strings"

	"lectern/converters/template/markup"
	"lectern/converters/template/objects"
	"lectern/converters/template/picture"
	"lectern/converters/template/richtext"
)

// runStyleKey contains all values that determine the properties of a run.
type runStyleKey struct {
	properties richtext.Format
	link       bool
	heading    int
}

// spans writes the runs, links and pictures of a paragraph that is not a heading.
func (w *richTextWriter) spans(all []richtext.Span, run markup.Properties) { w.spansIn(all, run, 0) }

func (w *richTextWriter) spansIn(all []richtext.Span, run markup.Properties, heading int) {
	link := ""
	for i := range all {
		one := &all[i]
		if i == 0 || one.Link != all[i-1].Link {
			w.endLink(link)
			link = w.beginLink(one.Link)
		}
		properties := w.runProperties(runStyleKey{one.Format, link != "", heading}, run)
		switch {
		case one.Break:
			w.Out = fmt.Appendf(w.Out, "<w:r>%s<w:br/></w:r>", properties)
		case one.Image != nil:
			w.image(one.Image, properties)
		default:
			w.characters(one.Text, properties)
		}
	}
	w.endLink(link)
}

// beginLink starts a link and returns its address. It returns "" and writes nothing if the address is not allowed.
func (w *richTextWriter) beginLink(address string) string {
	target := objects.ShortAddress(address)
	if target == "" {
		return ""
	}
	w.Out = fmt.Appendf(w.Out, `<w:hyperlink xmlns:r="%s" r:id="%s">`, objects.RelationNS, w.Relate(objects.LinkRelation, target, true))
	return target
}

func (w *richTextWriter) endLink(link string) {
	if link != "" {
		w.Out = append(w.Out, "</w:hyperlink>"...)
	}
}

// characters writes a run with a text, in which tabs become elements.
func (w *richTextWriter) characters(text string, properties []byte) {
	w.Out = append(append(w.Out, "<w:r>"...), properties...)
	for i, part := range strings.Split(text, "\t") {
		if i > 0 {
			w.Out = append(w.Out, "<w:tab/>"...)
		}
		if part != "" {
			w.Out = append(markup.AppendEscaped(append(w.Out, `<w:t xml:space="preserve">`...), part), "</w:t>"...)
		}
	}
	w.Out = append(w.Out, "</w:r>"...)
}

// runProperties returns the markup of a run's properties. Results are cached.
func (w *richTextWriter) runProperties(key runStyleKey, run markup.Properties) []byte {
	if made, ok := w.styles[key]; ok {
		return made
	}
	all := run.Clone()
	w.applyFormat(&all, &key.properties)
	var made []byte
	if len(all.Elements) > 0 {
		made = all.Marshal(characterOrder)
	}
	if key.link {
		made = linkProperties(made)
	}
	w.styles[key] = made
	return made
}

// applyFormat changes run properties according to a character format. Properties that the format does not set stay
// unchanged.
func (w *richTextWriter) applyFormat(all *markup.Properties, l *richtext.Format) {
	for _, one := range []struct {
		names string
		is    richtext.Switch
	}{{"w:b w:bCs", l.Bold}, {"w:i w:iCs", l.Italic}, {"w:strike", l.Strike}, {"w:caps", l.Capitals}} {
		for _, name := range strings.Fields(one.names) {
			switch one.is {
			case richtext.On:
				all.Set(name, "<"+name+"/>")
			case richtext.Off:
				all.Set(name, "<"+name+` w:val="0"/>`)
			}
		}
	}
	switch l.Underline {
	case richtext.On:
		all.Set("w:u", `<w:u w:val="single"/>`)
	case richtext.Off:
		all.Set("w:u", `<w:u w:val="none"/>`)
	}
	switch l.Shift {
	case richtext.Superscript:
		all.Set("w:vertAlign", `<w:vertAlign w:val="superscript"/>`)
	case richtext.Subscript:
		all.Set("w:vertAlign", `<w:vertAlign w:val="subscript"/>`)
	}
	if l.Color != "" {
		all.Set("w:color", `<w:color w:val="`+l.Color+`"/>`)
	}
	if l.Background != "" {
		all.Remove("w:highlight")
		all.Set("w:shd", shading(l.Background))
	}
	if l.Font != "" {
		all.Set("w:rFonts", fmt.Sprintf(`<w:rFonts w:ascii="%[1]s" w:hAnsi="%[1]s" w:cs="%[1]s"/>`, markup.Escape(l.Font)))
	}
	if halves := w.size(all, l); halves > 0 {
		all.Set("w:sz", fmt.Sprintf(`<w:sz w:val="%d"/>`, halves))
		all.Set("w:szCs", fmt.Sprintf(`<w:szCs w:val="%d"/>`, halves))
	}
}

// size returns the font size in half points, or 0 if the format does not change the size.
func (w *richTextWriter) size(all *markup.Properties, l *richtext.Format) int {
	points := l.Points
	if points == 0 && l.Scale > 0 {
		if halves, err := strconv.ParseFloat(all.Attribute("w:sz", "w:val"), 64); err == nil {
			points = halves / 2
		} else if sheet := w.styleSheet(); sheet != nil {
			points = sheet.points
		}
		points *= l.Scale
	}
	const largest = 1638 // the maximum of Word, in points
	if points <= 0 {
		return 0
	}
	return int(min(max(points, 1), largest)*2 + 0.5)
}

// image writes a picture, at most as wide as the available width. If the source of the picture cannot be loaded, it
// writes the alternative text.
func (w *richTextWriter) image(one *richtext.Image, properties []byte) {
	if !w.isReachable(one.Source) {
		w.characters(one.Alt, properties)
		return
	}
	made := objects.LoadPicture(w.Renderer, w.tag, one.Source)
	if made == nil {
		return
	}
	width, height := made.SizeFor(one.Width.Resolve(w.width), one.Height.Resolve(0))
	if width > w.width {
		width, height = w.width, max(1, height*w.width/width)
	}
	w.Out = fmt.Appendf(w.Out, "<w:r>%s%s</w:r>", properties, drawingMarkup(w.Renderer, made, one.Alt, width, height, picture.Crop{}))
}

// isReachable reports whether the source of a picture is a web address, or contains the picture as a data URL or in
// Base64.
func (w *richTextWriter) isReachable(source string) bool {
	if _, isData := picture.DecodeDataURL(source); isData || objects.IsWebAddress(source) {
		return true
	}
	content, err := picture.DecodeBase64(source)
	if err == nil {
		_, err = picture.Read(content)
	}
	return err == nil
}

package word

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
)

// Content type, relationship type and empty markup of the styles part (ECMA-376, part 1, 11.3.12 and 17.7).
const (
	stylesType     = "application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"
	stylesRelation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles"
	emptyStyles    = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:styles ` +
		`xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"></w:styles>`
)

// styleSheet is the styles part of a document together with the styles that are added to it.
type styleSheet struct {
	part         string
	tokens       []markup.Token
	ids          []string
	headings     [7]string // style ids by heading level; empty if there is no such style
	defaultStyle string    // id of the default paragraph style
	points       float64   // font size of the default paragraph style
	added        []byte
	addedIDs     map[string]bool // ids of the styles that were added
}

// styleSheetOf returns the styles part of a document. It creates the part if the document has none.
func styleSheetOf(d *core.Document) (*styleSheet, error) {
	added := addedPartsOf(d)
	if added.styles != nil {
		return added.styles, nil
	}
	name, tokens, err := d.EnsurePart("styles", "styles.xml", stylesType, stylesRelation, emptyStyles)
	if err != nil {
		return nil, err
	}
	if added.addedStyleIDs == nil {
		added.addedStyleIDs = make(map[string]bool)
	}
	added.styles = &styleSheet{part: name, tokens: tokens, points: 10, addedIDs: added.addedStyleIDs}
	added.styles.read()
	added.flushLater(d)
	return added.styles, nil
}

func (s *styleSheet) read() {
	var id, kind string
	usual := false // whether the element is in the default paragraph style or in the document defaults
	for i := range s.tokens {
		t := &s.tokens[i]
		if t.Kind == markup.End {
			continue
		}
		switch t.Name {
		case "w:rPrDefault":
			usual = true
		case "w:style":
			id, _ = t.Attribute("w:styleId")
			kind, _ = t.Attribute("w:type")
			isDefault, _ := t.Attribute("w:default")
			s.ids = append(s.ids, id)
			if usual = kind == "paragraph" && (isDefault == "1" || isDefault == "true"); usual {
				s.defaultStyle = id
			}
		case "w:name":
			name, _ := t.Attribute("w:val")
			level, isHeading := strings.CutPrefix(strings.ToLower(name), "heading ")
			if number, err := strconv.Atoi(level); isHeading && err == nil && kind == "paragraph" && number >= 1 && number <= 6 &&
				s.headings[number] == "" {
				s.headings[number] = id
			}
		case "w:sz":
			size, _ := t.Attribute("w:val")
			if halves, err := strconv.ParseFloat(size, 64); usual && err == nil && halves > 0 && halves < 1000 {
				s.points = halves / 2
			}
		}
	}
}

// heading returns the id of the style for headings of a level. If the document has no such style, heading adds it.
// added reports whether the style was added.
func (s *styleSheet) heading(level int) (id string, added bool) {
	if s.headings[level] != "" {
		return s.headings[level], s.addedIDs[s.headings[level]]
	}
	id = fmt.Sprintf("Heading%d", level)
	for slices.Contains(s.ids, id) {
		id = "Lectern" + id
	}
	s.ids = append(s.ids, id)
	s.headings[level], s.addedIDs[id] = id, true
	s.added = fmt.Appendf(s.added, `<w:style w:type="paragraph" w:styleId="%s"><w:name w:val="heading %d"/>`, id, level)
	if s.defaultStyle != "" {
		s.added = fmt.Appendf(s.added, `<w:basedOn w:val="%[1]s"/><w:next w:val="%[1]s"/>`, markup.Escape(s.defaultStyle))
	}
	scale := []float64{0, 1.8, 1.45, 1.2, 1.1, 1, 0.9}[level]
	halves := int(s.points*scale*2 + 0.5)
	s.added = fmt.Appendf(s.added,
		`<w:uiPriority w:val="9"/><w:qFormat/><w:pPr><w:keepNext/><w:keepLines/><w:spacing w:before="%d" w:after="80"/><w:outlineLvl `+
			`w:val="%d"/></w:pPr><w:rPr><w:b/><w:bCs/><w:sz w:val="%d"/><w:szCs w:val="%d"/></w:rPr></w:style>`,
		max(360-60*(level-1), 160), level-1, halves, halves)
	return id, true
}

package sheet

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/cells"
	"lectern/converters/template/core"
	"lectern/converters/template/markup"
)

// styles contains the cell formats of a workbook (ECMA-376, part 1, 18.8).
type styles struct {
	part     string
	tokens   []markup.Token
	cells    []cellStyle
	codes    map[int]string      // the number formats that the workbook defines, by their ids
	end      int                 // the index of the token that ends the list of cell formats
	fonts    []markup.Properties // the fonts as run properties
	added    [][]byte
	variants map[variant]int
}

type cellStyle struct {
	raw    []byte // the markup of the xf element
	format int    // the id of the number format
	font   int
}

// variant is a cell format that differs from a style in its number format or in wrapping lines. If the number format is
// 0, the variant keeps the number format of the style.
type variant struct {
	style, format int
	wraps         bool
}

// minimalStyles are the styles for workbooks without a styles part.
const minimalStyles = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n" +
	`<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="1"><font><sz val="11"/><name ` +
	`val="Calibri"/></font></fonts>` +
	`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
	`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" ` +
	`fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
	`<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs></styleSheet>`

func readStyles(part string, source []byte) (*styles, error) {
	s := &styles{part: part, codes: map[int]string{}, variants: map[variant]int{}}
	var err error
	if s.tokens, err = markup.Scan(unprefixed(source)); err != nil {
		return nil, err
	}
	inCells := false
	for i := 0; i < len(s.tokens); i++ {
		switch t := &s.tokens[i]; {
		case t.Name == "numFmt" && t.Kind != markup.End:
			code, _ := t.Attribute("formatCode")
			s.codes[intOf(t, "numFmtId")] = code
		case t.Name == "cellXfs":
			inCells = t.Kind == markup.Start
			s.end = i
		case t.Name == "xf" && inCells:
			end := markup.EndOf(s.tokens, i)
			s.cells = append(s.cells, cellStyle{markup.Raw(s.tokens[i : end+1]), intOf(t, "numFmtId"), intOf(t, "fontId")})
			i = end
		case t.Name == "font" && t.Kind == markup.Start && len(s.cells) == 0:
			end := markup.EndOf(s.tokens, i)
			s.fonts = append(s.fonts, fontProperties(s.tokens[i:end+1]))
			i = end
		case t.Name == "font" && t.Kind == markup.Empty && len(s.cells) == 0:
			s.fonts = append(s.fonts, markup.ReadProperties("rPr", nil))
		}
	}
	return s, nil
}

func intOf(t *markup.Token, attribute string) int {
	text, _ := t.Attribute(attribute)
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}

// kindOf returns the kind of value that cells with a style expect. showsDates is true if the number format of the cells
// shows dates, and hasNoFormat is true if the cells have no number format.
func (s *styles) kindOf(style int) (kind core.ParameterKind, showsDates, hasNoFormat bool) {
	format := 0
	if style >= 0 && style < len(s.cells) {
		format = s.cells[style].format
	}
	code, own := s.codes[format]
	switch {
	case !own && cells.IsDateFormatID(format), own && cells.IsDateFormat(code):
		return core.DateKind, true, false
	case format == 0, strings.EqualFold(code, "General"):
		return core.TextKind, false, true
	case format == 49, code == "@":
		return core.TextKind, false, false
	}
	return core.NumberKind, false, false
}

// The ids of the built-in number formats for dates and for times. Spreadsheet applications show these formats in the
// notation of the user's language.
const (
	dateFormat = 14
	timeFormat = 22
)

// dateStyle returns the attributes for a cell that shows a date, or a date with a time if withTime is true.
func (s *styles) dateStyle(cell *sheetCell, withTime bool) []byte {
	return s.withVariant(cell, variant{style: cell.style, format: map[bool]int{false: dateFormat, true: timeFormat}[withTime]})
}

// wrapStyle returns the attributes for a cell that shows line breaks.
func (s *styles) wrapStyle(cell *sheetCell) []byte {
	return s.withVariant(cell, variant{style: cell.style, wraps: true})
}

// withVariant returns the attributes for a cell whose format is a variant of its style.
func (s *styles) withVariant(cell *sheetCell, v variant) []byte {
	index, ok := s.variants[v]
	if !ok {
		index = len(s.cells) + len(s.added)
		s.variants[v] = index
		s.added = append(s.added, s.variantMarkup(v))
	}
	c := markup.Token{Raw: append(append([]byte("<c"), cell.attributes...), '>'), Name: "c"}
	c.Raw = c.With("s", strconv.Itoa(index))
	return attributesOf(&c)
}

func (s *styles) variantMarkup(v variant) []byte {
	raw := []byte(`<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>`)
	if v.style >= 0 && v.style < len(s.cells) {
		raw = s.cells[v.style].raw
	}
	xf := markup.ReadProperties("xf", raw)
	if v.format > 0 {
		xf.SetOwn("numFmtId", strconv.Itoa(v.format))
		xf.SetOwn("applyNumberFormat", "1")
	}
	if v.wraps {
		xf.SetOwn("applyAlignment", "1")
		xf.SetAttribute("alignment", "wrapText", "1")
	}
	return xf.Marshal([]string{"alignment", "protection", "extLst"})
}

// fontOf returns the font of a style as run properties.
func (s *styles) fontOf(style int) markup.Properties {
	font := 0
	if style >= 0 && style < len(s.cells) {
		font = s.cells[style].font
	}
	if font < 0 || font >= len(s.fonts) {
		return markup.ReadProperties("rPr", nil)
	}
	return s.fonts[font]
}

// fontProperties converts a font into run properties. The two have the same elements, except for the element with the
// name of the font.
func fontProperties(font []markup.Token) markup.Properties {
	p := markup.ReadProperties("rPr", nil)
	p.Elements = markup.ReadProperties("font", markup.Raw(font)).Elements
	if name := p.Attribute("name", "val"); name != "" {
		p.Set("rFont", `<rFont val="`+markup.Escape(name)+`"/>`)
	}
	p.Remove("name")
	return p
}

// marshal returns the styles part with the added formats, or nil if no formats were added.
func (s *styles) marshal() []byte {
	if len(s.added) == 0 || s.end == 0 {
		return nil
	}
	tokens := slices.Clone(s.tokens)
	at := slices.IndexFunc(tokens, func(t markup.Token) bool { return t.Name == "cellXfs" })
	tokens[at].Raw = tokens[at].With("count", fmt.Sprint(len(s.cells)+len(s.added)))
	raw := markup.Raw(tokens[:s.end])
	for _, one := range s.added {
		raw = append(raw, one...)
	}
	return markup.AppendTokens(raw, tokens[s.end:])
}

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

// styles are the formats of the cells of a workbook (ECMA-376, part 1, 18.8).
type styles struct {
	part   string
	tokens []markup.Token
	cells  []cellStyle
	codes  map[int]string      // own number formats
	end    int                 // the end of the list of the cells' formats, among all tokens
	fonts  []markup.Properties // as those of runs
	added  [][]byte
	made   map[variant]int
}

type cellStyle struct {
	raw    []byte // the element
	format int    // of numbers
	font   int
}

// variant is a style of cells with something else: another format of numbers, 0 for none, or lines that are broken.
type variant struct {
	style, format int
	wraps         bool
}

// minimalStyles are those of a workbook that has none.
const minimalStyles = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n" +
	`<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="1"><font><sz val="11"/><name ` +
	`val="Calibri"/></font></fonts>` +
	`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
	`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" ` +
	`fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
	`<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs></styleSheet>`

func readStyles(part string, source []byte) (*styles, error) {
	s := &styles{part: part, codes: map[int]string{}, made: map[variant]int{}}
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
			s.cells = append(s.cells, cellStyle{markup.AppendTokens(nil, s.tokens[i:end+1]), intOf(t, "numFmtId"), intOf(t, "fontId")})
			i = end
		case t.Name == "font" && t.Kind == markup.Start && len(s.cells) == 0:
			end := markup.EndOf(s.tokens, i)
			s.fonts = append(s.fonts, fontOfRun(s.tokens[i:end+1]))
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

// kindOf tells what cells of a style show: what it seems to be, whether it is dates, and whether it
// is whatever comes.
func (s *styles) kindOf(style int) (what core.ParameterKind, dated, free bool) {
	format := 0
	if style >= 0 && style < len(s.cells) {
		format = s.cells[style].format
	}
	code, own := s.codes[format]
	switch {
	case !own && cells.ShowsDatesAs(format), own && cells.ShowsDates(code):
		return core.DateKind, true, false
	case format == 0, strings.EqualFold(code, "General"):
		return core.TextKind, false, true
	case format == 49, code == "@":
		return core.TextKind, false, false
	}
	return core.NumberKind, false, false
}

// The formats of numbers that show dates in the way of the reader's language.
const (
	dateFormat = 14
	timeFormat = 22
)

// dateStyle gives the attributes of a cell that is to show a date, which looks as it does else.
func (s *styles) dateStyle(cell *sheetCell, times bool) []byte {
	return s.vary(cell, variant{style: cell.style, format: map[bool]int{false: dateFormat, true: timeFormat}[times]})
}

// wrapping gives the attributes of a cell whose text has several lines, which looks as it does else.
func (s *styles) wrapping(cell *sheetCell) []byte {
	return s.vary(cell, variant{style: cell.style, wraps: true})
}

// vary gives the attributes of a cell in another style.
func (s *styles) vary(cell *sheetCell, as variant) []byte {
	index, ok := s.made[as]
	if !ok {
		index = len(s.cells) + len(s.added)
		s.made[as] = index
		s.added = append(s.added, s.varied(as))
	}
	c := markup.Token{Raw: append(append([]byte("<c"), cell.attributes...), '>'), Name: "c"}
	c.Raw = c.With("s", strconv.Itoa(index))
	return attributesOf(&c)
}

func (s *styles) varied(as variant) []byte {
	raw := []byte(`<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>`)
	if as.style >= 0 && as.style < len(s.cells) {
		raw = s.cells[as.style].raw
	}
	xf := markup.ReadProperties("xf", raw)
	if as.format > 0 {
		xf.SetOwn("numFmtId", strconv.Itoa(as.format))
		xf.SetOwn("applyNumberFormat", "1")
	}
	if as.wraps {
		xf.SetOwn("applyAlignment", "1")
		xf.SetAttribute("alignment", "wrapText", "1")
	}
	return xf.Write([]string{"alignment", "protection", "extLst"})
}

// fontOf gives the font of cells of a style, as the properties of a run.
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

// fontOfRun gives a font as the properties of a run, which call its name otherwise.
func fontOfRun(font []markup.Token) markup.Properties {
	p := markup.ReadProperties("rPr", nil)
	p.Elements = markup.ReadProperties("font", markup.AppendTokens(nil, font)).Elements
	if name := p.Attribute("name", "val"); name != "" {
		p.Set("rFont", `<rFont val="`+markup.Escape(name)+`"/>`)
	}
	p.Remove("name")
	return p
}

// save gives the part with the formats that were added; nil where none were.
func (s *styles) save() []byte {
	if len(s.added) == 0 || s.end == 0 {
		return nil
	}
	tokens := slices.Clone(s.tokens)
	at := slices.IndexFunc(tokens, func(t markup.Token) bool { return t.Name == "cellXfs" })
	tokens[at].Raw = tokens[at].With("count", fmt.Sprint(len(s.cells)+len(s.added)))
	raw := markup.AppendTokens(nil, tokens[:s.end])
	for _, one := range s.added {
		raw = append(raw, one...)
	}
	return markup.AppendTokens(raw, tokens[s.end:])
}

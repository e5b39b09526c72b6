package sheet

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"lectern/converters/template/cells"
	"lectern/converters/template/markup"
)

// sheetSource is a sheet of the template (ECMA-376, part 1, 18.3).
type sheetSource struct {
	part string
	// head is the markup before the rows, and tail is the markup after them.
	head, tail []markup.Token
	rows       []*sheetRow
}

// sheetRow is a row of the template.
type sheetRow struct {
	number      int
	attributes  []byte // the attributes of the start tag except the row number and spans
	fixedHeight bool   // the height is fixed and does not depend on the content
	cells       []*sheetCell
	tagged      bool
}

// sheetCell is a cell of the template.
type sheetCell struct {
	column     int
	attributes []byte // the attributes of the start tag except the address and type
	kind       string // the type of the content
	style      int
	content    []markup.Token
	// text is the markup of the cell's text if the text may contain template tags. Otherwise it is nil.
	text []markup.Token
}

// mainNamespaces are the namespaces of workbooks according to the transitional and the strict edition of the standard.
var mainNamespaces = []string{"http://schemas.openxmlformats.org/spreadsheetml/2006/main", "http://purl.oclc.org/ooxml/spreadsheetml/main"}

// unprefixed removes the namespace prefixes that some programs write from the elements of workbooks.
func unprefixed(source []byte) []byte {
	for _, space := range mainNamespaces {
		at := bytes.Index(source, []byte(`="`+space+`"`))
		if at < 0 {
			continue
		}
		start := bytes.LastIndexAny(source[:at], " \t\r\n") + 1
		prefix, ok := bytes.CutPrefix(source[start:at], []byte("xmlns:"))
		if !ok {
			return source
		}
		name := string(prefix)
		plain := bytes.ReplaceAll(source, []byte("xmlns:"+name+"="), []byte("xmlns="))
		plain = bytes.ReplaceAll(plain, []byte("<"+name+":"), []byte("<"))
		return bytes.ReplaceAll(plain, []byte("</"+name+":"), []byte("</"))
	}
	return source
}

// readSheet parses a sheet. strings are the shared strings of the workbook.
func readSheet(part string, source []byte, strings *sharedStrings) (*sheetSource, error) {
	tokens, err := markup.Scan(unprefixed(source))
	if err != nil {
		return nil, err
	}
	s := &sheetSource{part: part}
	at := slices.IndexFunc(tokens, func(t markup.Token) bool { return t.Name == "sheetData" })
	if at < 0 {
		return nil, fmt.Errorf("it has no sheetData")
	}
	s.head, s.tail = tokens[:at], tokens[at+1:]
	if tokens[at].Kind == markup.Empty {
		return s, nil
	}
	end := slices.IndexFunc(tokens, func(t markup.Token) bool { return t.Name == "sheetData" && t.Kind == markup.End })
	s.tail = tokens[end+1:]
	r := sheetReader{sheet: s, strings: strings}
	for i := at + 1; i < end; i++ {
		i = r.token(tokens, i)
	}
	slices.SortStableFunc(s.rows, func(a, b *sheetRow) int { return a.number - b.number })
	for _, row := range s.rows {
		slices.SortStableFunc(row.cells, func(a, b *sheetCell) int { return a.column - b.column })
	}
	return s, nil
}

// sheetReader collects the rows and cells of a sheet.
type sheetReader struct {
	sheet   *sheetSource
	strings *sharedStrings
	row     *sheetRow
}

// token processes the token at i. If a row or cell starts at i, token reads the whole element. It returns the index of
// the last token that it has read.
func (r *sheetReader) token(tokens []markup.Token, i int) int {
	t := &tokens[i]
	if t.Kind != markup.Start && t.Kind != markup.Empty {
		return i
	}
	switch t.Name {
	case "row":
		r.startRow(t)
	case "c":
		end := markup.EndOf(tokens, i)
		if r.row != nil {
			r.cell(t, tokens[min(i+1, end):end])
		}
		return end
	}
	return i
}

func (r *sheetReader) startRow(t *markup.Token) {
	number := 1
	if rows := r.sheet.rows; len(rows) > 0 {
		number = rows[len(rows)-1].number + 1
	}
	if text, ok := t.Attribute("r"); ok {
		if given, err := strconv.Atoi(text); err == nil {
			number = given
		}
	}
	row := &sheetRow{number: min(max(number, 1), cells.Rows), attributes: attributesOf(t, "r", "spans")}
	row.fixedHeight = bytes.Contains(row.attributes, []byte("customHeight"))
	r.row = row
	r.sheet.rows = append(r.sheet.rows, row)
}

// attributesOf returns the attributes of an XML tag, each preceded by a space. The parameter except lists the names of
// the attributes that are left out.
func attributesOf(t *markup.Token, except ...string) []byte {
	left := *t
	for _, name := range except {
		left.Raw = left.Without(name)
	}
	raw := bytes.TrimRight(left.Raw[1+len(t.Name):len(left.Raw)-1], "/ \t\r\n")
	return raw[:len(raw):len(raw)]
}

func (r *sheetReader) cell(t *markup.Token, content []markup.Token) {
	c := &sheetCell{column: 1, attributes: attributesOf(t, "r", "t"), content: content}
	if before := r.row.cells; len(before) > 0 {
		c.column = before[len(before)-1].column + 1
	}
	if text, ok := t.Attribute("r"); ok {
		if address, ok := cells.ParseCell(text); ok {
			c.column = address.Column
		}
	}
	c.kind, _ = t.Attribute("t")
	if text, ok := t.Attribute("s"); ok {
		c.style, _ = strconv.Atoi(text)
	}
	switch c.kind {
	case "s":
		if text := r.strings.at(c.value()); text != nil && text.tagged {
			c.text, r.row.tagged = text.tokens, true
		}
	case "inlineStr":
		if text := cellText(markup.ContentOf(content, "is")); slices.ContainsFunc(text, mayHaveTags) {
			c.text, r.row.tagged = text, true
		}
	}
	r.row.cells = append(r.row.cells, c)
}

// value returns the text of the cell's value element.
func (c *sheetCell) value() string { return markup.TextOf(markup.ContentOf(c.content, "v")) }

// formula returns the start tag and the text of the cell's formula. start is nil if the cell has no formula.
func (c *sheetCell) formula() (start *markup.Token, text string) {
	for i := range c.content {
		if t := &c.content[i]; t.Name == "f" && t.Kind != markup.End {
			return t, markup.TextOf(markup.ContentOf(c.content[i:], "f"))
		}
	}
	return nil, ""
}

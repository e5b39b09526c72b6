package template

import (
	"bytes"
	"slices"
)

// format says how a kind of document has its text.
type format struct {
	// texts are the elements whose text may have tags; nil for those of all kinds of documents.
	texts map[string]bool
	// separate says that a tag does not go on in the next paragraph.
	separate bool
	// filled names elements that are no text, but fill the element that they are in.
	filled string
	// text names the elements that have text, and run, properties and paragraph those around it.
	text, run, properties, paragraph string
	// cell and row name those of a table: a loop from one cell to another one repeats rows.
	cell, row string
	// raw names the element whose place raw markup takes.
	raw string
	// lineBreak is a line break between two runs; its %s has place for the run's properties.
	lineBreak string
	// tab is a tab within a run; empty where a run has it as a character.
	tab string
	// dropped are elements that do not stay where a tag lies over them.
	dropped []string
	// full are elements that must not be empty.
	full []fullness
}

// fullness says that an element is only valid with one of others in it.
type fullness struct {
	element string
	has     []string
	// by is put into one that has none; where it is empty, the element is left out.
	by string
	// last says that it is to end with one of them.
	last bool
}

// textElements are the elements, of any kind of document, whose text may have tags.
func textElements() map[string]bool {
	all := map[string]bool{}
	for _, name := range []string{"w:t", "a:t", "m:t", "vt:lpstr", "vt:lpwstr", "c:v",
		"Company", "HyperlinkBase", "Manager", "cp:category", "cp:keywords", "cp:contentStatus",
		"dc:creator", "dc:description", "dc:subject", "dc:title",
		"PublishDate", "Abstract", "CompanyAddress", "CompanyPhone", "CompanyFax", "CompanyEmail"} {
		all[name] = true
	}
	return all
}

// wordFormat is that of WordprocessingML (ECMA-376, part 1, 17).
func wordFormat() *format {
	blocks := []string{"w:p", "w:tbl", "w:sdt"}
	return &format{
		text: "w:t", run: "w:r", properties: "w:rPr", paragraph: "w:p", cell: "w:tc", row: "w:tr", raw: "w:p",
		lineBreak: "<w:r>%s<w:br/></w:r>", tab: "<w:tab/>",
		dropped: []string{"w:p", "w:pPr", "w:br", "w:bookmarkStart", "w:bookmarkEnd"},
		full: []fullness{
			{"w:sdtContent", []string{"w:p", "w:r", "w:commentRangeStart", "w:sdt", "w:tc", "w:tr", "w:tbl"}, "<w:p/>", false},
			{"w:tc", []string{"w:p", "w:sdt"}, "<w:p/>", true},
			{"w:tr", []string{"w:tc"}, "", false},
			{"w:tbl", []string{"w:tr"}, "", false},
			{"w:txbxContent", blocks, "<w:p/>", false},
			{"w:hdr", blocks, "<w:p/>", false},
			{"w:ftr", blocks, "<w:p/>", false},
			{"w:footnote", blocks, "<w:p/>", false},
			{"w:endnote", blocks, "<w:p/>", false},
			{"w:comment", blocks, "<w:p/>", false},
		},
	}
}

// drawingFormat is that of the text of DrawingML (ECMA-376, part 1, 21), which presentations,
// charts and diagrams have.
func drawingFormat() *format {
	return &format{
		text: "a:t", run: "a:r", properties: "a:rPr", paragraph: "a:p", cell: "a:tc", row: "a:tr", raw: "p:sp",
		lineBreak: "<a:br>%s</a:br>",
		dropped:   []string{"a:p", "a:pPr", "a:br", "a:endParaRPr"},
		full: []fullness{
			{"p:graphicFrame", []string{"a:tr", "c:chart", "dgm:relIds", "p:oleObj"}, "", false},
			{"p:txBody", []string{"a:p"}, "<a:p/>", false},
			{"a:txBody", []string{"a:p"}, "<a:p/>", false},
		},
	}
}

// textsOf gives the elements whose text may have tags.
func (f *format) textsOf() map[string]bool {
	if f.texts != nil {
		return f.texts
	}
	return textElements()
}

// element gives the element that the name in a tag means: row and col are those of any table.
func (f *format) element(name string) string {
	switch name {
	case "row":
		return f.row
	case "col":
		return f.cell
	}
	return name
}

func (f *format) fullnessOf(name string) *fullness {
	i := slices.IndexFunc(f.full, func(one fullness) bool { return one.element == name })
	if i < 0 {
		return nil
	}
	return &f.full[i]
}

// isMet says whether rendered markup, which stands in the element, has what the element needs.
func (f *fullness) isMet(rendered []byte) bool {
	if f.last {
		return f.endsIt(bytes.TrimRight(rendered, " \t\r\n"))
	}
	return slices.ContainsFunc(f.has, func(name string) bool { return hasElement(rendered, name) })
}

func (f *fullness) endsIt(rendered []byte) bool {
	return slices.ContainsFunc(f.has, func(name string) bool {
		return bytes.HasSuffix(rendered, []byte("</"+name+">")) || bytes.HasSuffix(rendered, []byte("<"+name+"/>"))
	})
}

// hasElement says whether markup has an element of a name.
func hasElement(rendered []byte, name string) bool {
	for start := []byte("<" + name); ; {
		at := bytes.Index(rendered, start)
		if at < 0 {
			return false
		}
		rendered = rendered[at+len(start):]
		if len(rendered) > 0 && bytes.IndexByte([]byte(" />\n\r\t"), rendered[0]) >= 0 {
			return true
		}
	}
}

// isWord reports whether a format is that of text documents.
func (f *format) isWord() bool { return f.text == "w:t" }

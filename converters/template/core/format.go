package core

import (
	"bytes"
	"slices"
)

// Format says how a kind of document has its text.
type Format struct {
	// Texts are the elements whose text may have tags; nil for those of all kinds of documents.
	Texts map[string]bool
	// Separate says that a tag does not go on in the next paragraph.
	Separate bool
	// Filled names elements that are no text, but fill the element that they are in.
	Filled string
	// Text names the elements that have text, and run, properties and paragraph those around it.
	Text, run, properties, Paragraph string
	// Cell and row name those of a table: a loop from one cell to another one repeats rows.
	Cell, Row string
	// Replaced names the element whose place raw markup takes.
	Replaced string
	// lineBreak is a line break between two runs; its %s has place for the run's properties.
	lineBreak string
	// tab is a tab within a run; empty where a run has it as a character.
	tab string
	// dropped are elements that do not stay where a tag lies over them.
	dropped []string
	// contentRules are elements that must not be empty.
	contentRules []contentRule
}

// contentRule says that an element is only valid with one of others in it.
type contentRule struct {
	element  string
	accepted []string
	// filler is put into one that has none; where it is empty, the element is left out.
	filler string
	// last says that it is to end with one of them.
	last bool
}

// TextElements are the elements, of any kind of document, whose text may have tags.
func TextElements() map[string]bool {
	all := map[string]bool{}
	for _, name := range []string{"w:t", "a:t", "m:t", "vt:lpstr", "vt:lpwstr", "c:v",
		"Company", "HyperlinkBase", "Manager", "cp:category", "cp:keywords", "cp:contentStatus",
		"dc:creator", "dc:description", "dc:subject", "dc:title",
		"PublishDate", "Abstract", "CompanyAddress", "CompanyPhone", "CompanyFax", "CompanyEmail"} {
		all[name] = true
	}
	return all
}

// WordFormat is that of WordprocessingML (ECMA-376, part 1, 17).
func WordFormat() *Format {
	blocks := []string{"w:p", "w:tbl", "w:sdt"}
	return &Format{
		Text: "w:t", run: "w:r", properties: "w:rPr", Paragraph: "w:p", Cell: "w:tc", Row: "w:tr", Replaced: "w:p",
		lineBreak: "<w:r>%s<w:br/></w:r>", tab: "<w:tab/>",
		dropped: []string{"w:p", "w:pPr", "w:br", "w:bookmarkStart", "w:bookmarkEnd"},
		contentRules: []contentRule{
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

// DrawingFormat is that of the text of DrawingML (ECMA-376, part 1, 21), which presentations,
// charts and diagrams have.
func DrawingFormat() *Format {
	return &Format{
		Text: "a:t", run: "a:r", properties: "a:rPr", Paragraph: "a:p", Cell: "a:tc", Row: "a:tr", Replaced: "p:sp",
		lineBreak: "<a:br>%s</a:br>",
		dropped:   []string{"a:p", "a:pPr", "a:br", "a:endParaRPr"},
		contentRules: []contentRule{
			{"p:graphicFrame", []string{"a:tr", "c:chart", "dgm:relIds", "p:oleObj"}, "", false},
			{"p:txBody", []string{"a:p"}, "<a:p/>", false},
			{"a:txBody", []string{"a:p"}, "<a:p/>", false},
		},
	}
}

// taggedElements gives the elements whose text may have tags.
func (f *Format) taggedElements() map[string]bool {
	if f.Texts != nil {
		return f.Texts
	}
	return TextElements()
}

// elementNamed gives the element that the name in a tag means: row and col are those of any table.
func (f *Format) elementNamed(name string) string {
	switch name {
	case "row":
		return f.Row
	case "col":
		return f.Cell
	}
	return name
}

func (f *Format) ruleFor(name string) *contentRule {
	i := slices.IndexFunc(f.contentRules, func(one contentRule) bool { return one.element == name })
	if i < 0 {
		return nil
	}
	return &f.contentRules[i]
}

// isMet says whether rendered markup, which stands in the element, has what the element needs.
func (f *contentRule) isMet(rendered []byte) bool {
	if f.last {
		return f.endsWith(bytes.TrimRight(rendered, " \t\r\n"))
	}
	return slices.ContainsFunc(f.accepted, func(name string) bool { return hasElement(rendered, name) })
}

func (f *contentRule) endsWith(rendered []byte) bool {
	return slices.ContainsFunc(f.accepted, func(name string) bool {
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

// IsWord reports whether a format is that of text documents.
func (f *Format) IsWord() bool { return f.Text == "w:t" }

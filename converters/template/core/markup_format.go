package core

import (
	"bytes"
	"slices"
)

// Format describes the markup of text in one kind of document.
type Format struct {
	// Texts are the elements whose text can contain tags; nil means TextElements.
	Texts map[string]bool
	// OneParagraph states that a tag must end in the paragraph where it begins.
	OneParagraph bool
	// Content is an element that contains no text but still counts as content of its parent element.
	Content string
	// Text is the element that contains text; run and Paragraph are the elements around it, and properties is the
	// element with the formatting of a run.
	Text, run, properties, Paragraph string
	// Cell and Row are the elements of a table. A loop that starts in one cell and ends in another repeats rows.
	Cell, Row string
	// RawTarget is the element that raw markup replaces: a paragraph, or a shape of a slide.
	RawTarget string
	// lineBreak is the markup of a line break between two runs. %s is replaced with the properties of the run.
	lineBreak string
	// tab is the markup of a tab within a run. If it is empty, the tab character is written.
	tab string
	// dropped are the elements that are dropped when they occur within a template tag.
	dropped []string
	// contentRules describe the elements that must not be empty.
	contentRules []contentRule
}

// contentRule requires that an element contains at least one of the accepted elements.
type contentRule struct {
	element  string
	accepted []string
	// filler is the content that an otherwise empty element gets. If filler is "", the element is left out.
	filler string
	// requireLast requires that the last child of the element is an accepted element.
	requireLast bool
}

// TextElements returns the elements, in all kinds of documents, whose text can contain tags.
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

// WordFormat returns the format of WordprocessingML (ECMA-376, part 1, 17).
func WordFormat() *Format {
	blocks := []string{"w:p", "w:tbl", "w:sdt"}
	return &Format{
		Text: "w:t", run: "w:r", properties: "w:rPr", Paragraph: "w:p", Cell: "w:tc", Row: "w:tr", RawTarget: "w:p",
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

// DrawingFormat returns the format of DrawingML (ECMA-376, part 1, 21), which presentations, charts and diagrams use.
func DrawingFormat() *Format {
	return &Format{
		Text: "a:t", run: "a:r", properties: "a:rPr", Paragraph: "a:p", Cell: "a:tc", Row: "a:tr", RawTarget: "p:sp",
		lineBreak: "<a:br>%s</a:br>",
		dropped:   []string{"a:p", "a:pPr", "a:br", "a:endParaRPr"},
		contentRules: []contentRule{
			{"p:graphicFrame", []string{"a:tr", "c:chart", "dgm:relIds", "p:oleObj"}, "", false},
			{"p:txBody", []string{"a:p"}, "<a:p/>", false},
			{"a:txBody", []string{"a:p"}, "<a:p/>", false},
		},
	}
}

// taggedElements returns the elements whose text can contain tags.
func (f *Format) taggedElements() map[string]bool {
	if f.Texts != nil {
		return f.Texts
	}
	return TextElements()
}

// elementNamed returns the element that a name in a loop tag stands for. The names "row" and "col" work in every
// format.
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

// isMet reports whether the rendered content of the element complies with the rule.
func (f *contentRule) isMet(rendered []byte) bool {
	if f.requireLast {
		return f.endsWith(bytes.TrimRight(rendered, " \t\r\n"))
	}
	return slices.ContainsFunc(f.accepted, func(name string) bool { return hasElement(rendered, name) })
}

func (f *contentRule) endsWith(rendered []byte) bool {
	return slices.ContainsFunc(f.accepted, func(name string) bool {
		return bytes.HasSuffix(rendered, []byte("</"+name+">")) || bytes.HasSuffix(rendered, []byte("<"+name+"/>"))
	})
}

// hasElement reports whether markup contains an element with this name.
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

// IsWord reports whether this is the format of text documents.
func (f *Format) IsWord() bool { return f.Text == "w:t" }

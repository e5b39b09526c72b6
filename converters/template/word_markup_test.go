package template_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"lectern/converters/template/templatetest"
)

// For every command, line breaks and tabs in a value become the line break and tab elements of the document.
func TestBreaks(t *testing.T) {
	p := templatetest.P
	for name, test := range map[string]struct{ body, params, part, want string }{
		"a table":    {p("{:table x}"), `{"x":[["a\nb","c\td"]]}`, "word/document.xml", "a↵b|c⇥d|||"},
		"a footnote": {p("x{:footnote x}"), `{"x":"a\r\nb\tc"}`, "word/footnotes.xml", "a↵b⇥c"},
		"a link":     {p("{:link x}"), `{"x":{"url":"https://a.b","text":"a\nb\tc"}}`, "word/document.xml", "a↵b⇥c"},
	} {
		document, problems := render(t, "x.docx", templatetest.Docx(test.body), test.params)
		if got := templatetest.Text(t, document, test.part); got != test.want || problems != nil {
			t.Errorf("in %s it is %q, want %q; %v", name, got, test.want, problems)
		}
	}
	document, _ := render(t, "x.pptx", templatetest.Pptx(templatetest.Shape("{:link x}")), `{"x":{"url":"https://a.b","text":"a\nb"}}`)
	if got := templatetest.Text(t, document, "ppt/slides/slide1.xml"); got != "a↵b" {
		t.Errorf("on a slide a link is %q", got)
	}
}

// If the paragraph that a table replaces ends a section, the section break is written once, after the table.
func TestTableEndsSection(t *testing.T) {
	body := strings.Replace(templatetest.P("{:table x}"), "<w:p>", `<w:p><w:pPr><w:jc w:val="right"/>`+templatetest.Section+`</w:pPr>`, 1)
	document, _ := render(t, "x.docx", templatetest.Docx(body), `{"x":[["a","b"],["c","d"]]}`)
	got := templatetest.Part(t, document, "word/document.xml")
	if strings.Count(got, "<w:sectPr>") != 2 || strings.Count(got, `<w:jc w:val="right"/>`) != 5 ||
		strings.Index(got, "<w:sectPr>") < strings.Index(got, "</w:tbl>") {
		t.Errorf("the body is %s", got)
	}
}

// If a false condition removes all content of an element that must contain a paragraph, such as a header, the element
// gets an empty paragraph.
func TestEmptyElementGetsAParagraph(t *testing.T) {
	nothing := templatetest.P("{#no}") + templatetest.P("x") + templatetest.P("{/no}")
	document, _ := render(t, "x.docx", templatetest.Docx(`<w:p><w:r><w:pict><w:txbxContent>`+nothing+`</w:txbxContent></w:pict></w:r></w:p>`,
		"word/header1.xml", `<w:hdr `+templatetest.WordNS+`>`+nothing+`</w:hdr>`, "word/footer1.xml", `<w:ftr `+templatetest.WordNS+`>`+nothing+
			`</w:ftr>`), `{}`)
	for part, want := range map[string]string{"word/document.xml": "<w:txbxContent><w:p/></w:txbxContent>",
		"word/header1.xml": "><w:p/></w:hdr>", "word/footer1.xml": "><w:p/></w:ftr>"} {
		if got := templatetest.Part(t, document, part); !strings.Contains(got, want) {
			t.Errorf("%s is %s", part, got)
		}
	}
}

// The schema does not allow a link within another link, or within text that a tracked change has inserted. Therefore
// the surrounding element ends before the new link, and starts again after it.
func TestLinkSplitsSurroundingElements(t *testing.T) {
	const revision = `<w:ins w:id="7" w:author="A">`
	run := strings.TrimSuffix(strings.TrimPrefix(templatetest.P("a{:link x}b"), "<w:p>"), "</w:p>")
	for name, body := range map[string]string{
		"inserted text":                "<w:p>" + revision + run + "</w:ins></w:p>",
		"a link":                       `<w:p><w:hyperlink w:anchor="top">` + run + "</w:hyperlink></w:p>",
		"a smart tag in inserted text": "<w:p>" + revision + `<w:smartTag w:element="x">` + run + "</w:smartTag></w:ins></w:p>",
	} {
		document, problems := render(t, "x.docx", templatetest.Docx(body), `{"x":"https://a.b"}`)
		if got := templatetest.Text(t, document, "word/document.xml"); got != "ahttps://a.bb" || problems != nil {
			t.Errorf("within %s it is %q, %v", name, got, problems)
		}
	}
	look := `<a:rPr lang="fi"><a:hlinkClick r:id="rId1"/><a:extLst/></a:rPr>`
	document, _ := render(t, "x.pptx", templatetest.Pptx(strings.Replace(templatetest.Shape("{:link x}"), "<a:t>",
		strings.Replace(look, ` r:id="rId1"`, "", 1)+"<a:t>", 1)), `{"x":"https://a.b"}`)
	got := templatetest.Part(t, document, "ppt/slides/slide1.xml")
	_, linked, _ := strings.Cut(got, `<a:hlinkClick xmlns:r=`)
	if linked, _, _ := strings.Cut(linked, "</a:r>"); strings.Contains(linked, "hlinkClick") ||
		!strings.Contains(linked, "/><a:extLst/></a:rPr><a:t>https") {
		t.Errorf("the slide has %s", got)
	}
}

// An inserted link splits a link whose address has tags. Both halves keep the evaluated address.
func TestLinkWithinAddress(t *testing.T) {
	run := strings.TrimSuffix(strings.TrimPrefix(templatetest.P("a{:link x}b"), "<w:p>"), "</w:p>")
	addressed := templatetest.P("{#l}") + `<w:p><w:hyperlink r:id="rId9">` + run + run + "</w:hyperlink></w:p>" + templatetest.P("{/l}")
	relations :=
		`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" ` +
			`Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://x.de/%7Bid%7D" ` +
			`TargetMode="External"/></Relationships>`
	header, problems := render(t, "x.docx", templatetest.Docx("", "word/header1.xml", `<w:hdr `+templatetest.WordNS+`>`+addressed+`</w:hdr>`,
		"word/_rels/header1.xml.rels", relations), `{"l":[{"id":1,"x":"https://a.b"},{"id":2,"x":"https://a.b"}]}`)
	var targets []string
	for _, link := range regexp.MustCompile(`<w:hyperlink [^>]*r:id="([^"]*)"`).FindAllStringSubmatch(templatetest.Part(t, header,
		"word/header1.xml"), -1) {
		target := regexp.MustCompile(`Id="` + link[1] + `"[^>]* Target="([^"]*)"`).FindStringSubmatch(templatetest.Part(t, header,
			"word/_rels/header1.xml.rels"))
		targets = append(targets, strings.Join(target[1:], ""))
	}
	const first, second, other = "https://x.de/1", "https://x.de/2", "https://a.b"
	if want := []string{first, other, first, other, first, second, other, second, other, second}; !slices.Equal(targets, want) ||
		problems != nil {
		t.Errorf("the links lead to %v, want %v; %v", targets, want, problems)
	}
}

// An inserted link splits a HYPERLINK field in inserted text. Both halves keep the evaluated address.
func TestLinkWithinField(t *testing.T) {
	run := strings.TrimSuffix(strings.TrimPrefix(templatetest.P("a{:link x}b"), "<w:p>"), "</w:p>")
	body := `<w:p><w:ins w:id="7" w:author="A"><w:fldSimple w:instr='HYPERLINK "https://x.de/{id}"'>` + run + "</w:fldSimple></w:ins></w:p>"
	document, problems := render(t, "x.docx", templatetest.Docx(body), `{"id":1,"x":"https://a.b"}`)
	if got := templatetest.Part(t, document, "word/document.xml"); strings.Count(got, `w:instr="HYPERLINK &quot;https://x.de/1&quot;"`) != 2 ||
		problems != nil {
		t.Errorf("it is %s, %v", got, problems)
	}
}

// On a slide, the text of a link remains part of the link after a line break, an inserted link or rich text.
func TestBreakWithinAddress(t *testing.T) {
	relations :=
		`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" ` +
			`Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://x.de/%7Bid%7D" ` +
			`TargetMode="External"/></Relationships>`
	for _, tag := range []string{"{x}", "{:link 'https://a.b'}", "{~h}"} {
		shape := strings.Replace(templatetest.Shape("a"+tag+"b"), "<a:t>", `<a:rPr><a:hlinkClick r:id="rId9"/></a:rPr><a:t>`, 1)
		document, problems := render(t, "x.pptx", templatetest.With(t, templatetest.Pptx(shape), "ppt/slides/_rels/slide1.xml.rels", relations),
			`{"id":1,"x":"1\n2","h":"<b>c</b>"}`)
		got := templatetest.Part(t, document, "ppt/slides/slide1.xml")
		if strings.Contains(got, `"rId9"`) || strings.Count(got, "<a:hlinkClick") < 3 || problems != nil {
			t.Errorf("with %s it is %s, %v", tag, got, problems)
		}
	}
}

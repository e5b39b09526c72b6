package template_test

import (
	"fmt"
	"strings"
	"testing"

	"lectern/converters/template/templatetest"
)

// An inserted document brings its notes, its charts, and its link addresses that contain tags. All tags are replaced
// with the values that apply at the place of insertion.
func TestIncludeBringsAlong(t *testing.T) {
	const link = `<w:p><w:hyperlink r:id="rId9"><w:r><w:t>link</w:t></w:r></w:hyperlink></w:p>`
	relations := func(more string) string {
		return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" ` +
			`Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes" Target="footnotes.xml"/><Relationship Id="rId9" ` +
			`Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://a.b/%7Bname%7D" ` +
			`TargetMode="External"/>` + more + `</Relationships>`
	}
	notes := strings.Replace(templatetest.Notes("footnote", "of {name} "), "</w:t></w:r></w:p></w:footnote>", "</w:t></w:r></w:p>"+link+
		"</w:footnote>", 1)
	endnotes :=
		`<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/endnotes" Target="endnotes.xml"/>`
	terms := templatetest.Docx(noted("{name}", "footnote", 1)+noted("{name}", "endnote", 1)+noted("lost", "footnote", 8)+link,
		"word/footnotes.xml", notes, "word/endnotes.xml", templatetest.Notes("endnote", "end of {name}"),
		"word/_rels/footnotes.xml.rels", relations(""))
	terms = withPart(t, terms, "word/_rels/document.xml.rels", relations(endnotes))
	body := noted("own", "footnote", 1) + templatetest.P("{#items}") + templatetest.P("{:include terms}") + templatetest.P("{/items}")
	host := templatetest.Docx(body, "word/footnotes.xml", templatetest.Notes("footnote", "own note"))
	document, problems := render(t, "x.docx", host, `{"terms":"`+encoded(terms)+`","items":[{"name":"A"},{"name":"B"}]}`)
	if problems != nil {
		t.Fatal(problems)
	}
	if got := strings.Join(notesOf(t, document, "footnote"), ", "); got != "own note, of A \nlink, of B \nlink" {
		t.Errorf("the footnotes are %q", got)
	}
	if got := strings.Join(notesOf(t, document, "endnote"), ", "); got != "end of A, end of B" {
		t.Errorf("the endnotes are %q", got)
	}
	for _, part := range []string{"document", "footnotes"} {
		got := templatetest.Part(t, document, "word/_rels/"+part+".xml.rels")
		if !strings.Contains(got, `"https://a.b/A"`) || !strings.Contains(got, `"https://a.b/B"`) {
			t.Errorf("links of the %s lead to %s", part, got)
		}
	}
}

func TestIncludeChart(t *testing.T) {
	host := templatetest.Docx(templatetest.P("{#items}") + templatetest.P("{:include terms}") + templatetest.P("{/items}"))
	document, problems := render(t, "x.docx", host, `{"terms":"`+encoded(chartIn(chartShown, "of {name}"))+
		`","items":[{"name":"A"},{"name":"B"}]}`)
	for number, name := range map[string]string{"1": "A", "2": "B"} {
		if chart := templatetest.Part(t, document, "word/charts/chart"+number+".xml"); !strings.Contains(chart, "of "+name+"<") ||
			problems != nil {
			t.Errorf("chart %s is %s, %v", number, chart, problems)
		}
	}
}

// A rendered document that contains inserted documents can be a template that inserts further documents.
func TestIncludeAgain(t *testing.T) {
	terms := `{"terms":"` + encoded(clause()) + `"}`
	first, _ := render(t, "x.docx", templatetest.Docx(templatetest.P("{:include terms}")+templatetest.P("[[:include terms]]")), terms)
	body := templatetest.Part(t, first, "word/document.xml")
	again := withPart(t, first, "word/document.xml", strings.NewReplacer("[[", "{", "]]", "}").Replace(body))
	if _, problems := render(t, "x.docx", again, terms); problems != nil { // render fails if ids are not unique
		t.Error(problems)
	}
}

// An inserted document brings the namespaces of its text, notes, lists and styles. Word processors declare namespaces
// at the root of each part, so the root of the host's part may lack some of them.
func TestIncludeDeclares(t *testing.T) {
	const declared = ` xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" ` +
		`xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml" ` +
		`xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" mc:Ignorable="w14 w15"`
	const look = `<w:rPr><w14:ligatures w14:val="all"/></w:rPr>`
	declare := func(part string) string { return strings.Replace(part, " xmlns:w=", declared+" xmlns:w=", 1) }
	root := func(name, content string) string {
		return declare(`<w:` + name + ` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">` + content + `</w:` + name + `>`)
	}
	var relations strings.Builder
	for _, kind := range []string{"numbering", "styles", "footnotes"} {
		fmt.Fprintf(&relations,
			`<Relationship Id="%[1]s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/%[1]s" Target="%[1]s.xml"/>`, kind)
	}
	body := `<w:p w14:paraId="1A2B3C4D"><w:pPr><w:pStyle w:val="Lively"/><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr><w:r>` + look +
		`<w:t>{name}</w:t></w:r><w:r><w:footnoteReference w:id="1"/></w:r></w:p>` +
		`<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"/><mc:Fallback/></mc:AlternateContent></w:r></w:p>`
	terms := templatetest.Docx(body,
		"word/numbering.xml", root("numbering",
			`<w:abstractNum w:abstractNumId="0" w15:restartNumberingAfterBreak="0"/><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`),
		"word/styles.xml", root("styles", `<w:style w:type="paragraph" w:styleId="Lively"><w:name w:val="Lively"/>`+look+`</w:style>`),
		"word/footnotes.xml", declare(strings.Replace(templatetest.Notes("footnote", "a note"), "<w:t", look+"<w:t", 1)))
	terms = withPart(t, terms, "word/document.xml", declare(templatetest.Part(t, terms, "word/document.xml")))
	terms = withPart(t, terms, "word/_rels/document.xml.rels",
		`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`+relations.String()+`</Relationships>`)
	host := templatetest.Docx(templatetest.P("{:include terms}"), "word/styles.xml",
		`<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"></w:styles>`)
	document, problems := render(t, "x.docx", host, `{"terms":"`+encoded(terms)+`","name":"A"}`) // render validates it
	if problems != nil {
		t.Fatal(problems)
	}
	for part, want := range map[string][]string{
		"document":  {`<mc:Choice Requires="wps"`, `<w14:ligatures`},
		"numbering": {`w15:restartNumberingAfterBreak="0"`},
		"styles":    {`<w14:ligatures`},
		"footnotes": {`<w14:ligatures`},
	} {
		got := templatetest.Part(t, document, "word/"+part+".xml")
		for _, text := range want {
			if !strings.Contains(got, text) {
				t.Errorf("the %s lacks %s: %s", part, text, got)
			}
		}
	}
}

package template_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"lectern/converters/growthtest"
	"lectern/converters/template"
	"lectern/converters/template/templatetest"
	"lectern/converters/wire"
)

func encoded(document []byte) string { return base64.StdEncoding.EncodeToString(document) }

// clause returns a document with a list, a style, a picture and tags.
func clause() []byte {
	const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	const types = "application/vnd.openxmlformats-officedocument.wordprocessingml."
	return templatetest.Zip(
		"[Content_Types].xml",
		`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" `+
			`ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`+
			`<Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="`+types+
			`document.main+xml"/><Override PartName="/word/numbering.xml" ContentType="`+types+
			`numbering+xml"/><Override PartName="/word/styles.xml" ContentType="`+types+`styles+xml"/></Types>`,
		"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="`+
			office+`/officeDocument" Target="word/document.xml"/></Relationships>`,
		"word/_rels/document.xml.rels",
		`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="`+office+
			`/numbering" Target="numbering.xml"/><Relationship Id="rId2" Type="`+office+
			`/styles" Target="styles.xml"/><Relationship Id="rId3" Type="`+office+`/image" Target="media/image1.png"/></Relationships>`,
		"word/numbering.xml", `<w:numbering `+templatetest.WordNS+
			`><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"/></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`+
			`</w:numbering>`,
		"word/styles.xml", `<w:styles `+templatetest.WordNS+
			`><w:style w:type="paragraph" w:styleId="Base"/><w:style w:type="paragraph" w:default="1" w:styleId="Clause"><w:basedOn `+
			`w:val="Base"/></w:style><w:style w:styleId="Unused"/></w:styles>`,
		"word/media/image1.png", "png",
		"word/document.xml", `<w:document `+templatetest.WordNS+
			`><w:body><w:p><w:pPr><w:pStyle w:val="Clause"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>{#l}`+
			`{name}: {.}; {/l}.</w:t></w:r></w:p><w:p><w:r><w:drawing><wp:docPr `+
			`xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" id="1" name="x"/><a:blip xmlns:a="a" `+
			`r:embed="rId3"/></w:drawing></w:r></w:p>`+templatetest.Section+`</w:body></w:document>`)
}

func TestInclude(t *testing.T) {
	host := templatetest.Docx(templatetest.P("before")+templatetest.P("{#twice}")+templatetest.P("{:include terms}")+
		templatetest.P("{/twice}")+templatetest.P("after"),
		"word/styles.xml", `<w:styles `+templatetest.WordNS+`></w:styles>`,
		"word/numbering.xml", `<w:numbering `+templatetest.WordNS+
			`><w:abstractNum w:abstractNumId="4"/><w:num w:numId="7"><w:abstractNumId w:val="4"/></w:num></w:numbering>`)
	document, problems := render(t, "x.docx", host, `{"twice":[1,2],"terms":"`+encoded(clause())+`","name":"n","l":[1,2]}`)
	if problems != nil {
		t.Fatal(problems)
	}
	if got := templatetest.Text(t, document, "word/document.xml"); got != "before\nn: 1; n: 2; .\n▣\nn: 1; n: 2; .\n▣\nafter" {
		t.Errorf("the text is %q", got)
	}
	body := templatetest.Part(t, document, "word/document.xml")
	if strings.Count(body, `<w:numId w:val="8"/>`) != 2 || strings.Count(body, "<w:sectPr>") != 1 {
		t.Errorf("the body is %s", body)
	}
	if got := templatetest.Part(t, document, "word/numbering.xml"); !strings.Contains(got,
		`<w:abstractNum w:abstractNumId="4"/><w:abstractNum w:abstractNumId="5">`) ||
		!strings.Contains(got, `<w:num w:numId="8"><w:abstractNumId w:val="5"/></w:num></w:numbering>`) {
		t.Errorf("the lists are %s", got)
	}
	if got := templatetest.Part(t, document, "word/styles.xml"); !strings.Contains(got, `w:styleId="Clause"`) ||
		!strings.Contains(got, `w:styleId="Base"`) || strings.Contains(got, "Unused") || strings.Contains(got, "w:default") {
		t.Errorf("the styles are %s", got)
	}
}

// TestIncludeErrors checks the problems of documents that cannot be inserted.
//
// SECURITY.md, promise 43 (templates only compute)
func TestIncludeErrors(t *testing.T) {
	host := templatetest.Docx(templatetest.P("{:include x}"))
	for params, want := range map[string]string{
		`{"x":"` + encoded(host) + `"}`:                                        "include-cycle {:include x}",
		`{"x":"` + encoded(templatetest.Pptx(templatetest.Shape("a"))) + `"}`:  "include-broken {:include x}",
		`{"x":"` + encoded(templatetest.Docx(templatetest.P("{wrong"))) + `"}`: "unclosed-tag {wrong",
	} {
		if _, got := render(t, "x.docx", host, params); strings.Join(got, " / ") != want {
			t.Errorf("%.60s: %v, want %s", params, got, want)
		}
	}
	_, err := template.Render(t.Context(), template.Request{Name: "x.docx", Template: host, Params: map[string]any{"x": "Terms"}})
	var need *template.NeedError
	if !errors.As(err, &need) || strings.Join(need.Addresses, " ") != "template:Terms" {
		t.Errorf("a name: the message is %v", err)
	}
	_, got := render(t, "x.docx", host, `{"x":"Terms"}`, func(r *template.Request) { r.Fetched = map[string][]byte{"template:Terms": nil} })
	if strings.Join(got, " ") != "include-not-found {:include x}" {
		t.Errorf("a missing one: the message is %v", got)
	}
}

// Documents can be inserted into each other up to the maximal depth. Deeper nesting is reported.
func TestIncludeDepth(t *testing.T) {
	for _, deep := range []int{wire.MaxTemplateIncludes, wire.MaxTemplateIncludes + 1} {
		parts := []string{"application.json", `{"templates":[{"file":"0.docx"}]}`}
		for i := range deep {
			parts = append(parts, fmt.Sprintf("%d.docx", i), document(fmt.Sprintf(`{:include "%d.docx"}`, i+1)))
		}
		got := made(t, `{}`, nil, append(parts, fmt.Sprintf("%d.docx", deep), document("end"))...)
		if deep == wire.MaxTemplateIncludes && got != "0.docx: end" || deep > wire.MaxTemplateIncludes &&
			!strings.HasPrefix(got, "include-too-deep 10.docx") {
			t.Errorf("%d: %s", deep, got)
		}
	}
}

// Too many addresses to fetch are reported as a problem, for a single template and for a whole package of templates.
func TestTooManyAddresses(t *testing.T) {
	photos := "{#l}{%'https://example.com/' + . + suffix}{/l}"
	const application = `{"templates":[{"file":"a.docx","when":"a"},{"file":"b.docx"}]}`
	for params, want := range map[string]string{
		`{"suffix":"","l":[` + numbers(500) + `]}`:          "needs ",
		`{"suffix":"","l":[` + numbers(501) + `]}`:          "addresses-too-many",
		`{"suffix":"","a":true,"l":[` + numbers(300) + `]}`: "addresses-too-many",
	} {
		if got := made(t, params, nil, "application.json", application, "a.docx", document("{suffix = 'a'}"+photos), "b.docx",
			document(photos)); !strings.HasPrefix(got, want) {
			t.Errorf("%.100s, want %s", got, want)
		}
	}
}

// A document that is inserted in each iteration of a loop is read once, even if it is broken or empty.
//
// SECURITY.md, promise 43 (templates only compute)
func TestIncludeReadOnce(t *testing.T) {
	host := templatetest.Docx(templatetest.P("{#l}") + templatetest.P("{:include x}") + templatetest.P("{/l}"))
	broken := templatetest.Replaced(t, clause(), map[string]func(string) string{"word/document.xml": func(text string) string {
		return strings.Replace(text, "<w:body>", "<w:body>"+strings.Repeat(templatetest.P("much"), 100_000), 1) + "<"
	}})
	allocated := func(times int) uint64 {
		params := `{"l":[` + numbers(times) + `],"x":"` + encoded(broken) + `"}`
		return growthtest.Allocated(func() {
			if _, problems := render(t, "x.docx", host, params); strings.Join(problems, " ") != "include-broken {:include x}" {
				t.Errorf("a broken one: got %q", problems)
			}
		})
	}
	if one, many := allocated(1), allocated(200); many > 3*one {
		t.Errorf("a broken one takes %d bytes of memory, 200 take %d", one, many)
	}
	empty := templatetest.Replaced(t, clause(), map[string]func(string) string{"word/document.xml": func(string) string {
		return `<w:document ` + templatetest.WordNS + `><w:body></w:body></w:document>`
	}})
	document, problems := render(t, "x.docx", host, `{"l":[`+numbers(20)+`],"x":"`+encoded(empty)+`"}`)
	if problems != nil {
		t.Fatal(problems)
	}
	if got := strings.Count(templatetest.Part(t, document, "word/_rels/document.xml.rels"), "/image"); got > 2 {
		t.Errorf("an empty one has %d relations to its picture", got)
	}
}

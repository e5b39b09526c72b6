package template_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"image"
	"image/png"
	"strings"
	"testing"

	"lectern/converters/template"
	"lectern/converters/template/templatetest"
)

func TestMarkdown(t *testing.T) {
	text := "# Title\n\nSome **bold**, *slanted*, ~~struck~~ and `code`, <u>under</u>.\nhttps://example.com\n\n- a\n  1. b\n- [x] c\n\n| h " +
		"| i |\n|---|--:|\n| 1 | 2 |\n\n> quoted\n\n```go\nx := 1\n```\n"
	document := rich(t, templatetest.Docx(templatetest.P("{~~x | markdown}")), text)
	want := "Title\nSome bold, slanted, struck and code, under. https://example.com\na\nb\n☒ c\nh|i|||\n1|2|||\nquoted\nx := 1"
	if got := templatetest.Text(t, document, "word/document.xml"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	content := templatetest.Part(t, document, "word/document.xml")
	for _, wanted := range []string{`<w:pStyle w:val="Heading1"/>`, "<w:strike/>", `<w:u w:val="single"/>`, "<w:hyperlink", "<w:tblHeader/>",
		`<w:jc w:val="right"/>`} {
		if !strings.Contains(content, wanted) {
			t.Errorf("no %s: %s", wanted, content)
		}
	}
	if got := templatetest.Text(t, rich(t, templatetest.Docx(templatetest.P("[{~none | markdown}]")), ""), "word/document.xml"); got != "[]" {
		t.Errorf("nothing became %q", got)
	}
}

func TestHTMLInSlides(t *testing.T) {
	for name, test := range map[string]struct {
		shape, html, want string
		markup            []string
	}{
		"in a line": {"Dear {~x}!", "<b>a</b><p>b <a href='https://a.b'>c</a></p><ul><li>d</ul>", "Dear a↵b c↵• d!",
			[]string{`b="1"`, "<a:hlinkClick"}},
		"paragraphs": {"{~x}", "<h1>a</h1><p align=right style='line-height: 1.5'>b</p>", "a\nb", []string{`b="1" sz="2700"`, `algn="r"`,
			`<a:lnSpc><a:spcPct val="150000"/></a:lnSpc>`}},
		"as a block": {"{~~x}", "<p>a</p><p>b</p>", "a\nb", nil},
		"lists": {"{~x}", "<ul><li>a<ol type=i start=3><li>b<li>c</ol><li>d<p>e</p></ul>", "a\nb\nc\nd\ne",
			[]string{`<a:buChar char="•"/>`, `lvl="1"`, `<a:buAutoNum type="romanLcPeriod" startAt="3"/>`, "<a:buNone/>"}},
		"a list goes on": {"{~x}", "<ol><li>a<p>b</p><li>c</ol>", "a\nb\nc", []string{`<a:buAutoNum type="arabicPeriod"/>`,
			`<a:buAutoNum type="arabicPeriod" startAt="2"/>`}},
		"looks": {"{~x}", "<span style='color: red; background: yellow; font-family: Arial'><s>a</s><sup>b</sup><u>&lt;</u></span>",
			"ab<",
			[]string{`<a:solidFill><a:srgbClr val="FF0000"/></a:solidFill><a:highlight><a:srgbClr val="FFFF00"/></a:highlight><a:latin ` +
				`typeface="Arial"/>`, `strike="sngStrike"`, `baseline="30000"`, `u="sng"`}},
		"right to left": {"{~x}", "<p dir=rtl>a</p>", "a", []string{`<a:pPr rtl="1" algn="r">`}},
		"a table":       {"{~x}", "<table><tr><td>a<td>b<tr><td>c</table><img alt=d src=x>", "a\tb\nc\t\nd", nil},
		"nothing":       {"{~x}", "", "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			document := rich(t, templatetest.Pptx(templatetest.Shape(test.shape)), test.html)
			if got := templatetest.Text(t, document, "ppt/slides/slide1.xml"); got != strings.TrimSpace(test.want) {
				t.Errorf("%q, want %q", got, test.want)
			}
			content := templatetest.Part(t, document, "ppt/slides/slide1.xml")
			for _, wanted := range test.markup {
				if !strings.Contains(content, wanted) {
					t.Errorf("no %s: %s", wanted, content)
				}
			}
		})
	}
}

// wide returns a data URL of a picture that is wider than allowed.
func wide(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, 20_000, 1))); err != nil {
		t.Fatal(err)
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(out.Bytes())
}

// TestHTMLProblems checks the problems that are reported for HTML that cannot be shown.
//
// SECURITY.md, promise 45 (all template errors at once)
func TestHTMLProblems(t *testing.T) {
	unclosed := ""
	for i := range 400 {
		unclosed += `<font color=` + strings.Repeat("1", i+1) + `>`
	}
	for name, test := range map[string]struct{ body, value, want string }{
		"too large":         {"{~~x}", strings.Repeat("a", 10<<20+1), "html-too-large {~~x}"},
		"too many elements": {"{~~x}", strings.Repeat("<b>a</b>", 200_001), "html-too-large {~~x}"},
		"too deep":          {"{~x}", strings.Repeat("<div>", 201), "html-too-deep {~x}"},
		"far too deep":      {"{~~x}", strings.Repeat("<div>", 100_000), "html-too-deep {~~x}"},
		"opened anew":       {"{~~x}", unclosed + strings.Repeat("<p>a", 50_000), "html-too-large {~~x}"},
		"too many cells": {"{~~x}", "<table><tr>" + strings.Repeat("<td rowspan=1000>", 60) + strings.Repeat("<tr><td>", 9_000) +
			"</table>", ""},
		"deep Markdown":   {"{~~x | markdown}", strings.Repeat("> ", 10_000), "html-too-deep {~~x | markdown}"},
		"deep numbers":    {"{~~x | markdown}", strings.Repeat("1. ", 10_000), "html-too-deep {~~x | markdown}"},
		"large Markdown":  {"{~~x | markdown}", strings.Repeat("a", 1<<20+1), "html-too-large {~~x | markdown}"},
		"addresses":       {"{~~x | markdown}", strings.Repeat("[a](", 100_000), "html-too-large {~~x | markdown}"},
		"beside text":     {"a {~~x}", "b", "misplaced-tag {~~x}"},
		"a picture":       {"{~~x}", "<img src='data:image/png;base64,AAAA'>", "image-unreadable {~~x}"},
		"a large picture": {"{~~x}", "<img src='" + wide(t) + "'>", "image-too-large {~~x}"},
	} {
		_, got := render(t, "x.docx", templatetest.Docx(templatetest.P(test.body)), toJSON(t, map[string]any{"x": test.value}))
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %v, want %s", name, got, test.want)
		}
	}
	if _, got := render(t, "x.docx", templatetest.Docx(templatetest.P("{~x}")), `{"x":["a"]}`); strings.Join(got,
		" ") != "html-not-text {~x}" {
		t.Errorf("a list: %v", got)
	}
}

// A picture on the web is requested once, even if the HTML contains it twice. If it cannot be fetched, a problem is
// reported.
func TestHTMLNeeds(t *testing.T) {
	request := template.Request{Name: "x.docx", Template: templatetest.Docx(templatetest.P("{~~x}")),
		Params: map[string]any{"x": `<img src="https://a.b/c.png"><img src="https://a.b/c.png">`}}
	_, err := template.Render(t.Context(), request)
	if need, ok := errors.AsType[*template.NeedError](err); !ok || strings.Join(need.Addresses, " ") != "https://a.b/c.png" {
		t.Fatal(err)
	}
	request.Fetched = map[string][]byte{"https://a.b/c.png": nil}
	if _, err := template.Render(t.Context(), request); err == nil || !strings.Contains(err.Error(), "image-not-fetched") {
		t.Error(err)
	}
}

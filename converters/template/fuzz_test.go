package template_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"lectern/converters/template"
	"lectern/converters/template/markup"
	"lectern/converters/template/templatetest"
)

// Any template is either rendered to well-formed markup, or its problems are reported.
//
// SECURITY.md, promise 43 (templates only compute), promise 44 (valid created files)
func FuzzBody(f *testing.F) {
	p, table := templatetest.P, templatetest.Table
	for _, body := range []string{
		p("Dear {name}"), p("{#l}") + p("{.}") + p("{/l}"), table([]string{"{#l}{a}", "{b}{/l}"}), p("{#if a > 1}x{:else}y{/}"),
		p("{@raw}"), p("{%img}"), p("{-w:p l}{a}{/l}"), p("{:table t}"), p("{=[[ ]]=}[[a]]"), p("{x = 1}{x | upper}"),
		`<w:tbl><w:tr><w:tc>` + table([]string{"{#l}a", "b{/l}"}) + p("{#m}") + `</w:tc></w:tr></w:tbl>` + p("{/m}"),
		`<w:p><w:r><w:drawing><wp:docPr xmlns:wp="x" descr="{%img}" id="1"/></w:drawing></w:r></w:p>`,
		p("{:footnote a}{:link b}{:qr c}{:barcode d}{:pagebreak}"), p("{{a}}"), p("{a"), p("a}"),
	} {
		f.Add(body, `{"a":1,"l":[{"a":1},{"b":"<&>"}],"t":[[1,2]],"img":"`+dot+`","raw":"<w:p/>","b":"https://example.com"}`)
	}
	f.Fuzz(func(t *testing.T, body, text string) {
		if strings.Contains(body, "<!") || !wellFormed(body) {
			return
		}
		params := map[string]any{}
		if json.Unmarshal([]byte(text), &params) != nil {
			return
		}
		made, err := template.Render(t.Context(), template.Request{Name: "x.docx", Template: templatetest.Docx(body), Params: params})
		var wrong template.Problems
		var need *template.NeedError
		switch {
		case errors.As(err, &wrong), errors.As(err, &need):
			return
		case err != nil:
			t.Fatal(err)
		}
		if markup := templatetest.Part(t, made.Documents[0].Content, "word/document.xml"); !wellFormed(markup) {
			t.Errorf("%s with %s becomes %s", body, text, markup)
		}
	})
}

func wellFormed(text string) bool {
	_, err := markup.Scan([]byte(text))
	return err == nil
}

// Rendering deep, wide or long parameters takes bounded time and returns a document or problems.
//
// SECURITY.md, promise 43 (templates only compute), promise 44 (valid created files)
func TestHostileParams(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 1000) + `1` + strings.Repeat("}", 1000)
	list := strings.Repeat("[", 1000) + strings.Repeat("]", 1000)
	long := strings.Repeat("x", 10<<20)
	for name, test := range map[string]struct{ body, params, want string }{
		"deep":               {templatetest.P("{a}"), deep, ""},
		"a deep list":        {templatetest.P("{a}"), `{"a":` + list + `}`, ""},
		"a long text":        {templatetest.P("{a}"), `{"a":"` + long + `"}`, ""},
		"control characters": {templatetest.P("{a}"), `{"a":"\u0000\u0008\ufffe\ud800x"}`, ""},
		"endless": {templatetest.P("{#l}{#l}{#l}{#l}{a + a}{/}{/}{/}{/}"), `{"l":[` + strings.Repeat("1,", 299) + `1],"a":1}`,
			"expression-budget {a + a}"},
		"a text that grows": {templatetest.P("{#l}{x = (x || \"ab\") + (x || \"ab\")}{/l}{x}"), `{"l":[` + strings.Repeat("1,", 99) + `1]}`,
			""},
		"doubling": {templatetest.P("{" + strings.Repeat("a = a + a;", 40) + "}"), `{"a":"0123456789"}`, "expression-budget"},
		"endless without a tag": {templatetest.P("{#l}{#l}{#l}{#l}{/}{/}{/}{/}"), `{"l":[` + strings.Repeat("1,", 299) + `1]}`,
			"expression-budget {#l}"},
		"too much": {templatetest.P("{#l}{#l}{#l}" + strings.Repeat("much ", 100) + "{/}{/}{/}"), `{"l":[` + strings.Repeat("1,", 299) +
			`1]}`, "too-large"},
		"many loops": {templatetest.P(strings.Repeat("{#a}", 3000) + strings.Repeat("{/}", 3000)), `{"a":true}`, "loops-too-deep {#a}"},
	} {
		_, got := render(t, "x.docx", templatetest.Docx(test.body), test.params)
		if !strings.HasPrefix(strings.Join(got, " "), test.want) || test.want == "" && got != nil {
			t.Errorf("%s: %.200v, want %q", name, got, test.want)
		}
	}
}

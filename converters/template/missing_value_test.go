package template_test

import (
	"strings"
	"testing"

	"lectern/converters/template"
	"lectern/converters/template/templatetest"
)

func missing(policy string) func(*template.Request) {
	return func(r *template.Request) { r.Options.Missing = policy }
}

// With the policy "keep", the tag of a command without a value stays in the document as text.
func TestCommandsAreKept(t *testing.T) {
	p := templatetest.P
	const tags = `{%x}|{%x | width:"2cm"}|{:link x}|{:qr x}|{:barcode x.y | type:"ean"}|{:footnote x}|{~x}|{a b}`
	body := p(tags) + p("{%%x}") + p("{:table x}") + p("{:include x}") + p("{~~x}") + p("{@x}") + p("{", ":table x", "}") +
		p("{%y}{:pagebreak}")
	want := tags + "\n{%%x}\n{:table x}\n{:include x}\n{~~x}\n{@x}\n{:table x}\n▣⤓"
	params := `{"y":"` + dot + `"}`
	document, problems := render(t, "x.docx", templatetest.Docx(body), params, missing("keep"))
	if got := templatetest.Text(t, document, "word/document.xml"); problems != nil || got != want {
		t.Errorf("%v\n%s\nwant\n%s", problems, got, want)
	}
	slides := templatetest.Pptx(templatetest.Shape("{%x}"), templatetest.Shape("{:table x}"))
	document, problems = render(t, "x.pptx", slides, `{}`, missing("keep"))
	if problems != nil || !strings.Contains(templatetest.Text(t, document, "ppt/slides/slide1.xml"), "{%x}") ||
		!strings.Contains(templatetest.Text(t, document, "ppt/slides/slide2.xml"), "{:table x}") {
		t.Error(problems, templatetest.Text(t, document, "ppt/slides/slide1.xml"), templatetest.Text(t, document, "ppt/slides/slide2.xml"))
	}
}

// With the policy "keep", a cell of a sheet shows the tag of a command without a value.
func TestCommandsAreKeptInSheets(t *testing.T) {
	document, problems := render(t, "x.xlsx", templatetest.Rows([]string{"{%x}", "{:qr x}", "{~x}"}), `{}`, missing("keep"))
	if problems != nil {
		t.Fatal(problems)
	}
	if got := gridOf(t, openBook(t, document), "Sheet1"); got != "{%x}|{:qr x}|{~x}" {
		t.Errorf("%q", got)
	}
}

// A missing value stays missing, and no picture or bar code is inserted for it, even if a filter sets the size of the
// picture.
func TestPicturesOfMissingValues(t *testing.T) {
	body := templatetest.P(`[{:qr x | width:"3cm"}{:qr null}{:qr n | width:"3cm"}{%x | alt:"a"}{:qr o}]`)
	const params = `{"n":null,"o":{"src":null}}`
	document, problems := render(t, "x.docx", templatetest.Docx(body), params)
	if got := templatetest.Text(t, document, "word/document.xml"); problems != nil || got != "[]" {
		t.Error(problems, got)
	}
	_, problems = render(t, "x.docx", templatetest.Docx(templatetest.P(`{:qr x | width:"3cm"}`)), params, missing("error"))
	if strings.Join(problems, " ") != `missing-value {:qr x | width:"3cm"}` {
		t.Error(problems)
	}
}

// A table without rows is left out, whichever of the accepted forms its value has.
func TestEmptyTables(t *testing.T) {
	for _, value := range []string{`[]`, `[[]]`, `{"rows":[]}`, `{"rows":[[]]}`, `{"header":[],"rows":[]}`} {
		document, problems := render(t, "x.docx", templatetest.Docx(templatetest.P("{:table x}")), `{"x":`+value+`}`)
		if got := templatetest.Text(t, document, "word/document.xml"); problems != nil || got != "" {
			t.Error(value, problems, got)
		}
	}
}

// The side effects of a tag, such as an assignment, occur once, even with the policy "keep".
func TestSideEffectsOccurOnce(t *testing.T) {
	for _, how := range []string{"empty", "keep"} {
		for _, tag := range []string{"{:footnote n = n + 1}", "{~n = n + 1}", "{:footnote n = n + 1; x}"} {
			document, problems := render(t, "x.docx", templatetest.Docx(templatetest.P(tag)+templatetest.P("{n}")), `{"n":1}`, missing(how))
			if got := templatetest.Text(t, document, "word/document.xml"); problems != nil || !strings.HasSuffix(got, "2") {
				t.Errorf("%s: %s: got %q, %q", how, tag, got, problems)
			}
		}
		for _, tag := range []string{"{~n = n + 1}", "{:qr n = n + 1}", "{~n = n + 1; x}", "{:qr n = n + 1; x}"} {
			document, problems := render(t, "x.xlsx", templatetest.Rows([]string{tag, "{n}"}), `{"n":1}`, missing(how))
			if got := templatetest.Part(t, document, "xl/worksheets/sheet1.xml"); problems != nil || !strings.Contains(got, "<v>2</v>") {
				t.Errorf("%s: %s: got %s, %q", how, tag, got, problems)
			}
		}
	}
}

package template_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"lectern/converters/template"
	"lectern/converters/template/templatetest"
	"lectern/converters/template/word"
	"lectern/converters/wire"
)

// Problems with a template are shown as comments on their paragraphs.
func TestMark(t *testing.T) {
	source := templatetest.Docx(templatetest.P("First") + templatetest.P("Dear ", "{na", "me") + templatetest.P("{#loop}"))
	_, err := template.Render(t.Context(), template.Request{Name: "x.docx", Template: source})
	var wrong template.Problems
	if !errors.As(err, &wrong) || len(wrong) != 2 {
		t.Fatal(err)
	}
	notes := []wire.TemplateNote{{Part: "word/header1.xml", Text: "elsewhere"}}
	for _, p := range wrong {
		notes = append(notes, wire.TemplateNote{Part: p.Part, Paragraph: p.Paragraph, Text: p.Code + " & more"})
	}
	marked, err := word.AddComments(source, notes, time.UnixMilli(0))
	if err != nil {
		t.Fatal(err)
	}
	body := templatetest.Part(t, marked, "word/document.xml")
	for at, text := range map[string]string{`<w:commentRangeStart w:id="100000"/>`: "First", `<w:commentRangeStart w:id="100001"/>`: "Dear ",
		`<w:commentRangeStart w:id="100002"/>`: "{#loop}"} {
		_, after, found := strings.Cut(body, at)
		if text := text; !found || !strings.HasPrefix(templatetest.TextOf(after), text) {
			t.Errorf("%s is not before %q: %s", at, text, body)
		}
	}
	if got := templatetest.Text(t, marked, "word/comments.xml"); got != "word/header1.xml: elsewhere\nunclosed-tag & "+
		"more\nunclosed-loop & more" {
		t.Errorf("the comments are %q", got)
	}
	if marked, err := word.AddComments(templatetest.Pptx(templatetest.Shape("{x")), notes, time.UnixMilli(0)); marked != nil || err != nil {
		t.Errorf("a presentation is marked: %v", err)
	}
}

// boxed returns a paragraph with a text box.
func boxed(text string) string {
	return `<w:p><w:pPr><w:jc w:val="left"/></w:pPr><w:r><w:pict><w:txbxContent>` + templatetest.P(text) +
		`</w:txbxContent></w:pict></w:r></w:p>`
}

// A text box cannot have comments. Therefore comments on its text are attached to the paragraph that contains the text
// box. New comments follow existing ones.
func TestMarkTextBox(t *testing.T) {
	comments := `<w:comments ` + templatetest.WordNS + `><w:comment w:id="100000" w:author="A">` + templatetest.P("old") +
		`</w:comment></w:comments>`
	source := templatetest.Docx(templatetest.P("First")+boxed("{wrong"), "word/comments.xml", comments)
	marked, err := word.AddComments(source, []wire.TemplateNote{{Part: "word/document.xml", Paragraph: "{wrong", Text: "a\nb"}},
		time.UnixMilli(0))
	if err != nil {
		t.Fatal(err)
	}
	for _, broken := range templatetest.Validate(marked) {
		t.Error(broken)
	}
	body := templatetest.Part(t, marked, "word/document.xml")
	if !strings.Contains(body, `</w:pPr><w:commentRangeStart w:id="100001"/><w:r><w:pict>`) ||
		!strings.Contains(body, `</w:pict></w:r><w:commentRangeEnd w:id="100001"/>`) {
		t.Errorf("the body is %s", body)
	}
	if got := templatetest.Text(t, marked, "word/comments.xml"); got != "old\na↵b" {
		t.Errorf("the comments are %q", got)
	}
	if _, problems := render(t, "x.docx", templatetest.Docx(boxed("{:footnote x}")), `{"x":"note"}`); strings.Join(problems,
		" ") != "misplaced-tag {:footnote x}" {
		t.Errorf("a footnote in a text box is %v", problems)
	}
}

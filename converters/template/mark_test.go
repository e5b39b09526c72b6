package template_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"lectern/converters/template"
	"lectern/converters/template/templatetest"
	"lectern/converters/wire"
)

// What is wrong with a template can be read in it, where it is.
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
	marked, err := template.Mark(source, notes, time.UnixMilli(0))
	if err != nil {
		t.Fatal(err)
	}
	body := templatetest.Part(t, marked, "word/document.xml")
	for at, text := range map[string]string{`<w:commentRangeStart w:id="100000"/>`: "First", `<w:commentRangeStart w:id="100001"/>`: "Dear ", `<w:commentRangeStart w:id="100002"/>`: "{#loop}"} {
		_, after, found := strings.Cut(body, at)
		if text := text; !found || !strings.HasPrefix(templatetest.TextOf(after), text) {
			t.Errorf("%s is not before %q: %s", at, text, body)
		}
	}
	if got := templatetest.Text(t, marked, "word/comments.xml"); got != "word/header1.xml: elsewhere\nunclosed-tag & more\nunclosed-loop & more" {
		t.Errorf("the comments are %q", got)
	}
	if marked, err := template.Mark(templatetest.Pptx(templatetest.Shape("{x")), notes, time.UnixMilli(0)); marked != nil || err != nil {
		t.Errorf("a presentation is marked: %v", err)
	}
}

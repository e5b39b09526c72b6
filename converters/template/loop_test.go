package template_test

import (
	"strings"
	"testing"

	"lectern/converters/template/templatetest"
)

// A loop has a field as a whole or not at all: one that has its end alone would give that again and again.
//
// promise 45
func TestLoopsAndFields(t *testing.T) {
	char := func(kind string) string { return `<w:r><w:fldChar w:fldCharType="` + kind + `"/></w:r>` }
	text := func(text string) string { return `<w:r><w:t>` + text + `</w:t></w:r>` }
	open, end := char("begin")+`<w:r><w:instrText>REF a</w:instrText></w:r>`+char("separate"), char("end")
	line := func(runs ...string) string { return "<w:p>" + strings.Join(runs, "") + "</w:p>" }
	const broken = "loop-breaks-element {#i}"
	for name, test := range map[string]struct{ body, want string }{
		"out of a field":               {line(open, text("a{#i}b"), end, text("c{/i}")), broken},
		"into a field":                 {line(text("{#i}b"), open, text("a{/i}b"), end), broken},
		"out of a field over lines":    {line(open, text("a{#i}b")) + line(text("b"), end, text("c{/i}")), broken},
		"from one into another":        {line(open, text("a{#i}b"), end, open, text("{/i}"), end), broken},
		"lines with the end alone":     {line(open, text("a")) + line(text("{#i}")) + line(text("b"), end) + line(text("{/i}")), broken},
		"a line of a tag with the end": {line(open, text("a")) + line(text("{#i}"), end) + line(text("b")) + line(text("{/i}")), broken},
		"a branch with the end":        {line(text("{#i}"), open, text("a{:else}b"), end, text("c{/i}")), broken},
		"around a field":               {line(text("{#i}"), open, text("a"), end, text("b{/i}")), ""},
		"in a field":                   {line(open, text("{#i}a{/i}"), end), ""},
		"in a field over lines":        {line(open) + line(text("{#i}")) + line(text("a")) + line(text("{/i}")) + line(end), ""},
		"fields in both branches":      {line(text("{#i}"), open, text("a"), end, text("{:else}"), open, text("b"), end, text("{/i}")), ""},
		"a field in a field":           {line(text("{#i}"), open, open, text("a"), end, end, text("{/i}")), ""},
	} {
		document, problems := render(t, "x.docx", templatetest.Docx(test.body), `{"i":[1,2,3]}`)
		if strings.Join(problems, "; ") != test.want {
			t.Errorf("%s: %v, want %s", name, problems, test.want)
			continue
		}
		if test.want != "" {
			continue
		}
		got := templatetest.Part(t, document, "word/document.xml")
		if strings.Count(got, `"begin"`) != strings.Count(got, `"end"`) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

package template_test

import (
	"regexp"
	"strings"
	"testing"

	"lectern/converters/template/templatetest"
)

// A loop must contain complete fields only. Otherwise it would, for example, repeat the end of a field but not its
// beginning.
//
// SECURITY.md, promise 45 (all template errors at once)
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

// If a loop contains several sections, and the last one ends in the paragraph of the loop's end tag, these sections are
// repeated for each item. If a loop contains one section, all items are in that section.
func TestLoopOverSections(t *testing.T) {
	// A section's properties are in the w:pPr of its last paragraph.
	ending := func(text, width string) string {
		return strings.Replace(templatetest.P(text), "<w:p>", `<w:p><w:pPr><w:sectPr><w:pgSz w:w="`+width+`" w:h="9"/></w:sectPr></w:pPr>`, 1)
	}
	p := templatetest.P
	for name, test := range map[string]struct{ body, params, want string }{
		"several sections": {p("{#i}") + p("one") + ending("{.}", "7") + p("two") + ending("{/i}", "8"), `{"i":[1,2]}`,
			"one 7 1 two 8 one 7 2 two 8"},
		"one section": {p("{#i}") + p("one") + ending("{/i}", "8"), `{"i":[1,2]}`, "one one 8"},
		"no item":     {p("x") + p("{#i}") + ending("{.}", "7") + ending("{/i}", "8"), `{"i":[]}`, "x 8"},
		"another one before it": {ending("{#i}", "6") + ending("one", "7") + p("two") + ending("{/i}", "8"), `{"i":[1,2]}`,
			"6 7 one two 8 7 one two 8"},
		"a branch": {p("{#i}") + ending("{.}", "7") + p("two") + p("{:else}") + p("none") + ending("{/i}", "8"), `{"i":[1,2]}`,
			"7 1 two 8 7 2 two 8"},
		"none but a branch": {p("{#i}") + ending("{.}", "7") + p("two") + p("{:else}") + p("none") + ending("{/i}", "8"), `{}`, "none 8"},
		"a branch of sections": {p("{#i}") + p("{.}") + p("{:else}") + ending("none", "7") + p("two") + ending("{/i}", "8"),
			`{"i":[1,2]}`, "1 2 8"},
	} {
		document, problems := render(t, "x.docx", templatetest.Docx(test.body), test.params)
		var got []string
		for _, match := range regexp.MustCompile(`<w:t[^>]*>([^<]*)</w:t>|<w:pgSz w:w="(\d)"`).
			FindAllStringSubmatch(templatetest.Part(t, document, "word/document.xml"), -1) {
			got = append(got, match[1]+match[2])
		}
		if got := strings.Join(got, " "); got != test.want || problems != nil {
			t.Errorf("%s: %s, want %s; %v", name, got, test.want, problems)
		}
	}
}

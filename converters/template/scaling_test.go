package template_test

import (
	"errors"
	"strings"
	"testing"

	"lectern/converters/growthtest"
	"lectern/converters/template"
	"lectern/converters/template/templatetest"
)

// For every kind of template, the time grows linearly with the size of the template.
//
// SECURITY.md, promise 43 (templates only compute)
func TestTimeGrowsLinearly(t *testing.T) {
	const many = 30_000
	for name := range manyTags(many) {
		t.Run(name, func(t *testing.T) {
			growthtest.Linear(t, many, func(size int) func() {
				test := manyTags(size)[name]
				source := templatetest.Docx(test.body)
				params, err := template.ReadParams([]byte(test.params))
				if err != nil {
					t.Fatal(err)
				}
				return func() {
					_, err := template.Render(t.Context(), template.Request{Name: "x.docx", Template: source, Params: params})
					var wrong template.Problems
					if errors.As(err, &wrong) != (test.code != "") || test.code != "" && wrong[0].Code != test.code {
						t.Errorf("%v, want %q", err, test.code)
					}
				}
			})
		})
	}
}

// tagged is a template with many tags, its parameters, and the code of the problem that rendering reports.
type tagged struct{ body, params, code string }

// manyTags returns templates of every kind with about the given number of tags, by their names.
func manyTags(many int) map[string]tagged {
	p := templatetest.P
	runs := func(text string) []string { return strings.Fields(strings.Repeat(text+" ", many)) }
	return map[string]tagged{
		"open delimiters":         {p(strings.Repeat("{ ", many)), `{}`, "unclosed-tag"},
		"doubled delimiters":      {p(strings.Repeat("{{ ", many)), `{}`, "doubled-delimiter"},
		"closed delimiters":       {p(strings.Repeat("} ", many)), `{}`, "unopened-tag"},
		"loops without end":       {p(strings.Repeat("{#a}{#b}{/a}", many)), `{}`, "unclosed-loop"},
		"loops within one, open":  {p("{#a}") + p(strings.Repeat("{#b}", many)) + p("{/a}"), `{}`, "loops-too-deep"},
		"ends without a loop":     {p(strings.Repeat("{#a}", many/2) + strings.Repeat("{/b}", many/2)), `{}`, "loops-too-deep"},
		"paragraphs":              {strings.Repeat(p("{x}"), many), `{"x":1}`, ""},
		"a run for each":          {p(runs("{x}")...), `{"x":1}`, ""},
		"a run for all":           {p(strings.Repeat("{x}", many)), `{"x":1}`, ""},
		"a cell without width":    {templatetest.Table([]string{strings.Repeat("{x}", many)}), `{"x":1}`, ""},
		"loops within loops":      {p(strings.Repeat("{#x}", many) + strings.Repeat("{/x}", many)), `{"x":1}`, "loops-too-deep"},
		"loops beside each other": {p(strings.Repeat("{#x}{/x}", many)), `{"x":1}`, ""},
		"heads over columns": {"<w:tbl><w:tr><w:tc>" + p("{-w:tc x}{/x}") + "</w:tc></w:tr><w:tr><w:tc>" + p("{#l}{.}{/l}") +
			"</w:tc></w:tr>" + strings.Repeat("<w:tr><w:tc>"+p("a")+"</w:tc></w:tr>", 2*many) + "</w:tbl>", `{"x":[1,2]}`, ""},
		"rows of loops of cells": {"<w:tbl>" + strings.Repeat("<w:tr><w:tc>"+p("{-w:tc x}{/x}")+"</w:tc></w:tr>", many/3) + "</w:tbl>",
			`{"x":[1,2]}`, ""},
		"links":    {p("{#x}{:link 'https://example.com/' + .}{/x}"), "{\"x\":[" + numbers(many) + "]}", ""},
		"pictures": {p("{#x}{:barcode .}{/x}"), "{\"x\":[" + numbers(many/2) + "]}", ""},
	}
}

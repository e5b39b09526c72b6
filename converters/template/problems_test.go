package template_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"lectern/converters/template"
	"lectern/converters/template/templatetest"
	"lectern/converters/wire"
)

// A misspelled name is reported as exactly one problem, which suggests the most similar name.
//
// SECURITY.md, promise 45 (all template errors at once)
func TestNearestNames(t *testing.T) {
	p := templatetest.P
	for name, test := range map[string]struct{ body, want string }{
		"a path":                   {p("{usr.name}"), "missing-value {usr.name} user.name"},
		"a member":                 {p("{user.nmae}"), "missing-value {user.nmae} user.name"},
		"a member of a member":     {p("{user.adress.city}"), "missing-value {user.adress.city} user.address.city"},
		"a name in a loop":         {p("{#items}{pice}{/items}"), "missing-value {pice} price"},
		"the end of a loop":        {p("{#items}{price}{/itms}"), "unopened-loop {/itms} items"},
		"the end of an inner one":  {p("{#items}{#user}x{/usr}{/items}"), "unopened-loop {/usr} user"},
		"the end of a condition":   {p("{#if total}x{/totl}"), "unopened-loop {/totl} total"},
		"ends of other loops":      {p("{#items}{#itemz}x{/items}{/itemz}"), "crossed-loops {#itemz}; unopened-loop {/itemz}"},
		"an else if behind else":   {p("{#if total}a{:else}b{:elseif 1}c{/if}"), "misplaced-branch {:elseif 1}"},
		"two of else":              {p("{#if total}a{:else}b{:else}c{/if}"), "misplaced-branch {:else}"},
		"what is nothing like any": {p("{quite.other}"), "missing-value {quite.other}"},
	} {
		_, err := template.Render(t.Context(), template.Request{Name: "x.docx", Template: templatetest.Docx(test.body), Params: map[string]any{
			"user": map[string]any{"name": "Zoë", "address": map[string]any{"city": "Oulu"}}, "items": []any{map[string]any{"price": 1.0}},
			"total": 1.0,
		}, Options: wire.TemplateOptions{Missing: "error"}})
		var wrong template.Problems
		if !errors.As(err, &wrong) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, p := range wrong {
			got = append(got, strings.TrimSpace(p.Code+" "+p.Tag+" "+p.Nearest))
		}
		if got := strings.Join(got, "; "); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

// Problems with an inserted document name that document.
func TestProblemsOfIncluded(t *testing.T) {
	host := document("{:include x}")
	const application = `{"templates":[{"file":"a.docx"}]}`
	for inner, want := range map[string]string{
		document("{nme"):            "unclosed-tag terms.docx {nme null",
		document("{x | uper}"):      `unknown-filter terms.docx {x | uper} {"name":"uper"} upper`,
		document("{:link x}"):       `link-unsafe terms.docx {:link x} {"address":"terms.docx"}`,
		"junk":                      "not-a-package terms.docx",
		document("{:include junk}"): "not-a-package other.docx",
	} {
		got := made(t, `{"x":"terms.docx","junk":"other.docx"}`, nil, "application.json", application, "a.docx", host, "terms.docx", inner,
			"other.docx", "junk")
		if !strings.HasPrefix(got, want) || strings.Contains(got, ";") {
			t.Errorf("%.40q: %s, want %s", inner, got, want)
		}
	}
}

// A tag that cannot be parsed does not add a parameter to the schema.
func TestSchemaOfBrokenTags(t *testing.T) {
	found, err := template.Check(templatetest.Docx(templatetest.P("{d|uper}{e +}{first name}{#f(}{/}")))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(found.Schema); strings.Contains(got, "uper") || strings.Contains(got, "e +") || strings.Contains(got, "f(") ||
		!strings.Contains(got, "first name") {
		t.Error(got, fmt.Sprint(found.Problems))
	}
}

// Problems with a loop whose tags have no name are reported with the loop's tag.
func TestProblemsOfNamelessLoops(t *testing.T) {
	found, err := template.Check(templatetest.Docx(templatetest.P("{/}") + templatetest.P("{#}")))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range found.Problems {
		got = append(got, p.Code+" "+p.Values["name"])
	}
	if got := strings.Join(got, ", "); got != "unopened-loop {/}, unclosed-loop {#}" {
		t.Error(got)
	}
}

package template_test

import (
	"fmt"
	"strings"
	"testing"

	"lectern/converters/template"
	"lectern/converters/template/templatetest"
	"lectern/converters/wire"
)

// callConverter processes a request as a converter process does. parts are alternately the kind and the content of a
// part.
func callConverter(t *testing.T, request wire.TemplateRequest, parts ...string) (answer wire.TemplateAnswer, outputs []string) {
	t.Helper()
	var contents [][]byte
	for i := 0; i+1 < len(parts); i += 2 {
		request.Parts = append(request.Parts, wire.TemplatePart{Kind: parts[i], Size: int64(len(parts[i+1]))})
		contents = append(contents, []byte(parts[i+1]))
	}
	answer, made := template.AnswerTo(t.Context(), &request, contents)
	for _, one := range made {
		outputs = append(outputs, string(one))
	}
	return answer, outputs
}

// The type of a parameter in the schema of the template, or in the inferred schema, determines how the texts of a
// column are converted.
func TestRows(t *testing.T) {
	letter := string(templatetest.Docx(templatetest.P("{name} {zip} {total * 2} {#if vip}x{/if}") +
		templatetest.P("{#items}{price * 1}{/items}")))
	const schema = `{"type":"object","properties":{"zip":{"type":"number"}}}`
	of := func(description string) string {
		return string(templatetest.Zip("application.json", description, "a.docx", letter))
	}
	const file = "name;zip;total;vip;items\nZoë;007;1,5;no;\"[{\"\"price\"\":3}]\"\n\"Bo\"x;1;2;yes;\n"
	const bad = `{"row":2,"line":3,"problems":[{"code":"row-quote","values":{"line":"3"}}]}` + "\n"
	for _, test := range []struct{ what, template, locale, want string }{
		{"none", "", "de", `{"name":"Zoë","zip":"007","total":"1,5","vip":"no","items":"[{\"price\":3}]"}`},
		{"a letter", letter, "de", `{"name":"Zoë","zip":"007","total":1.5,"vip":false,"items":[{"price":3}]}`},
		{"a letter in English", letter, "", `{"name":"Zoë","zip":"007","total":"1,5","vip":false,"items":[{"price":3}]}`},
		{"a package", of(`{"templates":[{"file":"a.docx"}],"locale":"de","schema":` + schema + `}`), "en",
			`{"name":"Zoë","zip":7,"total":"1,5","vip":"no","items":"[{\"price\":3}]"}`},
		{"a broken template", "PK", "de", `{"name":"Zoë","zip":"007","total":"1,5","vip":"no","items":"[{\"price\":3}]"}`},
	} {
		parts := []string{wire.TemplateRowsFile, file}
		if test.template != "" {
			parts = append(parts, wire.TemplateFile, test.template)
		}
		answer, outputs := callConverter(t, wire.TemplateRequest{Do: wire.TemplateRows, Options: wire.TemplateOptions{Locale: test.locale}},
			parts...)
		want := `{"row":1,"line":2,"params":` + test.want + "}\n" + bad
		if len(outputs) != 1 || answer.Outputs[0].Type != wire.TemplateRowLines || outputs[0] != want {
			t.Errorf("%s: %+v %s, want %s", test.what, answer, outputs, want)
		}
	}
	for what, test := range map[string]struct{ file, locale, want string }{
		"an empty file": {"", "", "rows-empty map[]"}, "a wrong locale": {"a\n1", "??", "unknown-locale map[name:??]"},
		"two equal columns": {"a,a\n1,2", "", "rows-duplicate-column map[name:a]"},
	} {
		answer, _ := callConverter(t, wire.TemplateRequest{Do: wire.TemplateRows, Options: wire.TemplateOptions{Locale: test.locale}},
			wire.TemplateRowsFile, test.file)
		if len(answer.Problems) != 1 || fmt.Sprint(answer.Problems[0].Code, " ", answer.Problems[0].Values) != test.want {
			t.Errorf("%s: %+v", what, answer)
		}
	}
}

// The parameters of a row override the parameters that all rows share, also in nested objects.
func TestRowParams(t *testing.T) {
	letter := string(templatetest.Docx(templatetest.P("{a} {b} {c.d} {c.e} {$row}")))
	_, outputs := callConverter(t, wire.TemplateRequest{Do: wire.TemplateRender, Name: "x.docx", Options: wire.TemplateOptions{Row: 7}},
		wire.TemplateFile, letter, wire.TemplateParams, `{"a":1,"b":2,"c":{"d":3,"e":4}}`, wire.TemplateRowParams, `{"b":5,"c":{"e":6}}`)
	if len(outputs) != 1 {
		t.Fatal(outputs)
	}
	if got := templatetest.Text(t, []byte(outputs[0]), "word/document.xml"); got != "1 5 3 6 7" {
		t.Error(got)
	}
	for row, want := range map[string]string{"[]": "params-json-object", "{": "params-json-syntax"} {
		answer, _ := callConverter(t, wire.TemplateRequest{Do: wire.TemplateRender}, wire.TemplateFile, letter, wire.TemplateRowParams, row)
		if len(answer.Problems) != 1 || answer.Problems[0].Code != want {
			t.Errorf("%s: %+v", row, answer)
		}
	}
}

// The options determine the names of the documents, except for documents that a package names.
func TestNames(t *testing.T) {
	letter := string(templatetest.Docx(templatetest.P("x")))
	pack := string(templatetest.Zip("application.json", `{"templates":[{"file":"a.docx","name":"own {name}"},{"file":"b.dotx"}]}`, "a.docx",
		letter, "b.dotx", letter))
	for _, test := range []struct {
		template, file, name string
		row                  int
		want                 string
	}{
		{letter, "letter.dotx", "", 0, "letter.docx"},
		{letter, "letter.dotx", "", 7, "letter 7.docx"},
		{letter, "a{b}.docx", "", 7, "a{b} 7.docx"},
		{letter, "letter.docx", "Letter {name}", 7, "Letter Zoë.docx"},
		{letter, "letter.docx", "{$row} {name | upper}. v1.2", 7, "7 ZOË. v1.2.docx"},
		{letter, "letter.docx", " {none} ", 7, "letter 7.docx"},
		{letter, "letter.docx", " {none} ", 0, "letter.docx"},
		{letter, "letter.docx", "../{path}", 7, "-..-etc-passwd.docx"},
		{letter, "letter.docx", "no tag", 0, "no tag.docx"},
		{letter, "letter.docx", "{name | uper}", 7, "unknown-filter name {name | uper} upper"},
		{pack, "pack.zip", "{name}", 7, "own Zoë.docx; Zoë.docx"},
		{pack, "pack.zip", "", 7, "own Zoë.docx; b 7.docx"},
		{pack, "pack.zip", "", 0, "own Zoë.docx; b.docx"},
	} {
		answer, _ := callConverter(t, wire.TemplateRequest{Do: wire.TemplateRender, Name: test.file,
			Options: wire.TemplateOptions{Name: test.name,
				Row: test.row}},
			wire.TemplateFile, test.template, wire.TemplateRowParams, `{"name":"Zoë","path":"../etc/passwd"}`)
		var got []string
		for _, output := range answer.Outputs {
			got = append(got, output.Name)
		}
		for _, p := range answer.Problems {
			got = append(got, strings.TrimSpace(p.Code+" "+p.Part+" "+p.Tag+" "+p.Nearest))
		}
		if got := strings.Join(got, "; "); got != test.want {
			t.Errorf("%q of %s in row %d: %s, want %s", test.name, test.file, test.row, got, test.want)
		}
	}
	missing, _ := callConverter(t, wire.TemplateRequest{Do: wire.TemplateRender, Name: "x.docx", Options: wire.TemplateOptions{Name: "{none}",
		Missing: "error"}}, wire.TemplateFile, letter)
	if len(missing.Problems) != 1 || missing.Problems[0].Code != "missing-value" {
		t.Errorf("%+v", missing)
	}
}

// Checking a template also reports problems with the document name.
func TestCheckName(t *testing.T) {
	letter := string(templatetest.Docx(templatetest.P("x")))
	for name, want := range map[string]string{"": "", "Letter {name}": "", "{name | uper}": "unknown-filter upper",
		"{a +}": "expression-end"} {
		answer, _ := callConverter(t, wire.TemplateRequest{Do: wire.TemplateCheck, Options: wire.TemplateOptions{Name: name}},
			wire.TemplateFile, letter)
		var got []string
		for _, p := range answer.Problems {
			got = append(got, strings.TrimSpace(p.Code+" "+p.Nearest))
		}
		if got := strings.Join(got, "; "); got != want || len(answer.Schema) == 0 {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}

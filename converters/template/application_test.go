package template_test

import (
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"testing"

	"lectern/converters/template"
	"lectern/converters/template/templatetest"
)

func TestApplication(t *testing.T) {
	letter, bill := string(templatetest.Docx(templatetest.P("Dear {name}, {greeting}"))), string(templatetest.Docx(templatetest.P("{total}")))
	const description = `{"templates":[{"file":"letter.docx","name":"To {name}"},{"file":"bill.docx","when":"total > 0"}],
		"merge":"All for {name}.pdf","defaults":{"greeting":"hello","total":0},
		"schema":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"total":{"type":"number"},
			"lines":{"type":"array","items":{"required":["price"],"properties":{"price":{}},
			"additionalProperties":false}}}}}`
	source := templatetest.Zip("application.json", description, "letter.docx", letter, "bill.docx", bill)
	for params, want := range map[string]string{
		`{"name":"A/B"}`:                     "To A-B.docx: Dear A/B, hello; All for A-B.pdf",
		`{"name":"Zoë","total":3}`:           "To Zoë.docx: Dear Zoë, hello; bill.docx: 3; All for Zoë.pdf",
		`{"name":"Zoë","greeting":"bye"}`:    "To Zoë.docx: Dear Zoë, bye; All for Zoë.pdf",
		`{"total":"x"}`:                      "params-missing name; params-schema total got string, want number",
		`{"name":"A","lines":[{"prize":1}]}`: "params-missing lines[0].price; params-unknown lines[0].prize",
	} {
		request := template.Request{Name: "x.zip", Template: source}
		request.Params, _ = template.ReadParams([]byte(params))
		made, err := template.Render(t.Context(), request)
		var got []string
		var wrong template.Problems
		if errors.As(err, &wrong) {
			for _, p := range wrong {
				got = append(got, strings.TrimSpace(p.Code+" "+p.Values["name"]+" "+p.Values["reason"]))
			}
		} else if err != nil {
			t.Fatal(err)
		} else {
			for _, d := range made.Documents {
				got = append(got, d.Name+": "+templatetest.Text(t, d.Content, "word/document.xml"))
			}
			got = append(got, made.Merge)
		}
		if got := strings.Join(got, "; "); got != want {
			t.Errorf("%s: %s, want %s", params, got, want)
		}
	}
}

func TestWrongApplication(t *testing.T) {
	letter := string(templatetest.Docx(templatetest.P("Dear {name")))
	for description, want := range map[string]string{
		`{`:                                      "application-invalid",
		`{"templates":[]}`:                       "application-templates",
		`{"templates":[{"file":"leter.docx"}]}`:  "application-file letter.docx",
		`{"templates":[{"file":"letter.docx"}]}`: "unclosed-tag",
		`{"templates":[{"file":"letter.docx"}],"schema":{"$ref":"file:///etc/passwd"}}`: "application-schema",
		`{"templates":[{"file":"letter.docx"}],"schema":{"$ref":"#"}}`:                  "application-schema",
	} {
		_, err := template.Render(t.Context(), template.Request{Name: "x.zip", Template: templatetest.Zip("application.json", description,
			"letter.docx", letter)})
		var wrong template.Problems
		if !errors.As(err, &wrong) || strings.TrimSpace(wrong[0].Code+" "+wrong[0].Nearest) != want {
			t.Errorf("%s: %v, want %s", description, err, want)
		}
	}
}

// All problems with a package are reported at once, both when it is checked and when it is rendered.
// SECURITY.md, promise 45 (all template errors at once)
func TestApplicationProblems(t *testing.T) {
	letter := string(templatetest.Docx(templatetest.P("{name | shout}")))
	for description, want := range map[string]string{
		`{"templates":[{"file":"letter.docx","name":"{a | b}","when":"c >"},{"file":"letter.docx","name":"{d"}],` +
			`"merge":"{e | f}"}`: "unknown-filter {a | b}, expression-end c >, unclosed-tag {d, unknown-filter {e | f}, unknown-filter " +
			"{name | shout}",
		`{"templates":[{"file":"letter.docx"}],"locale":"x","timeZone":"Mars/X",` +
			`"schema":{"type":"objekt"}}`: "unknown-locale, unknown-time-zone, application-schema, unknown-filter {name | shout}",
		`{"templates":[{"file":"a.docx"},{"file":"b.docx","nam":"x"}],` +
			`"missing":"none"}`: "application-entry, application-value, application-file, application-file",
		`{"templates":[{"file":"letter.docx","name":"{d"}],"locale":"x","timeZone":"Mars/X",` +
			`"missing":"none"}`: "application-value, unclosed-tag {d, unknown-locale, unknown-time-zone, unknown-filter {name | shout}",
	} {
		source := templatetest.Zip("application.json", description, "letter.docx", letter)
		found, err := template.Check(source)
		if err == nil {
			err = template.Problems(found.Problems)
		}
		if got := codes(err); got != want {
			t.Errorf("a look at %s: %s, want %s", description, got, want)
		}
		_, err = template.Render(t.Context(), template.Request{Name: "x.zip", Template: source})
		if got := codes(err); got != want {
			t.Errorf("%s: %s, want %s", description, got, want)
		}
	}
}

// codes returns the codes of the problems in err, each followed by its tag.
func codes(err error) string {
	problems, _ := errors.AsType[template.Problems](err)
	var all []string
	for _, p := range problems {
		if one := strings.TrimSpace(p.Code + " " + p.Tag); !slices.Contains(all, one) || p.Tag == "" {
			all = append(all, one)
		}
	}
	return strings.Join(all, ", ")
}

// Inserted documents and pictures can be files of the package, which are found by their names.
func TestApplicationFiles(t *testing.T) {
	const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="
	png, err := base64.StdEncoding.DecodeString(dot)
	if err != nil {
		t.Fatal(err)
	}
	letter, terms := string(templatetest.Docx(templatetest.P("{%photo}")+templatetest.P("{:include terms}"))),
		string(templatetest.Docx(templatetest.P("Terms of {name}")))
	source := templatetest.Zip("application.json",
		`{"templates":[{"file":"letter.docx"}],"defaults":{"photo":"pictures/dot.png","terms":"terms.docx"}}`,
		"letter.docx", letter, "terms.docx", terms, "pictures/dot.png", string(png), "empty/", "")
	made, err := template.Render(t.Context(), template.Request{Name: "x.zip", Template: source, Params: map[string]any{"name": "Zoë"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := templatetest.Text(t, made.Documents[0].Content, "word/document.xml"), "▣\nTerms of Zoë"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The sample parameters of a package are the first example in its schema.
func TestApplicationSample(t *testing.T) {
	letter := string(templatetest.Docx(templatetest.P("Dear {name}")))
	for schema, want := range map[string]string{
		`{"examples":[{"name":"Zoë"},{"name":"Ada"}]}`: `{"name":"Zoë"}`,
		`{"examples":["Zoë"]}`:                         `{"name":"Name"}`,
		`{"type":"object"}`:                            `{"name":"Name"}`,
	} {
		found, err := template.Check(templatetest.Zip("application.json", `{"templates":[{"file":"letter.docx"}],"schema":`+schema+`}`,
			"letter.docx", letter))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(found.Sample); got != want {
			t.Errorf("%s: %s, want %s", schema, got, want)
		}
	}
}

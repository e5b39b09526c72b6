package template_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"lectern/converters/template"
	"lectern/converters/template/templatetest"
)

// made renders a package of templates. The returned text lists the names and texts of the documents, or the problems,
// or the addresses that must be fetched first.
func made(t *testing.T, params string, options func(*template.Request), parts ...string) string {
	t.Helper()
	request := template.Request{Name: "x.zip", Template: templatetest.Zip(parts...)}
	var err error
	if request.Params, err = template.ReadParams([]byte(params)); err != nil {
		t.Fatal(err)
	}
	if options != nil {
		options(&request)
	}
	result, err := template.Render(t.Context(), request)
	var all []string
	var wrong template.Problems
	var need *template.NeedError
	switch {
	case errors.As(err, &wrong):
		for _, p := range wrong {
			text, _ := json.Marshal(p.Values)
			all = append(all, strings.Join(strings.Fields(strings.Join([]string{p.Code, p.File, p.Tag, string(text), p.Nearest}, " ")), " "))
		}
		return strings.Join(all, "; ")
	case errors.As(err, &need):
		return "needs " + strings.Join(need.Addresses, " ")
	case err != nil:
		t.Fatal(err)
	}
	for _, d := range result.Documents {
		all = append(all, d.Name+": "+templatetest.Text(t, d.Content, "word/document.xml"))
	}
	return strings.Join(all, "; ")
}

func document(text string) string { return string(templatetest.Docx(templatetest.P(text))) }

// Assignments in a template change neither the parameters of other templates of the package nor the parameters in
// document names.
func TestAssignmentsStayInTheirFile(t *testing.T) {
	got := made(t, `{"user":{"n":"own","list":[{"m":1}]}}`, nil,
		"application.json", `{"templates":[{"file":"a.docx"},{"file":"b.docx","name":"To {user.n}"}]}`,
		"a.docx", document(`{user.n = "changed"}{user.list[0].m = 2}{user.n}`), "b.docx", document("{user.n} {user.list[0].m}"))
	if want := "a.docx: changed; To own.docx: own 1"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// If several templates of a package need the same address, the address is requested once.
func TestNeedsOfPackage(t *testing.T) {
	got := made(t, `{"p":"https://example.com/a.png"}`, nil, "application.json", `{"templates":[{"file":"a.docx"},{"file":"b.docx"}]}`,
		"a.docx", document("{%p}"), "b.docx", document("{%p}"))
	if want := "needs https://example.com/a.png"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Unknown entries in application.json are reported with the most similar valid name. A package without documents is
// reported, too.
func TestEntryProblems(t *testing.T) {
	for description, want := range map[string]string{
		`{"templates":[{"file":"a.docx","nmae":"x"}],"mising":"keep","bogus":1,"$schema":"x"}`: `application-entry {"name":"bogus"}; ` +
			`application-entry {"name":"mising"} missing; application-entry {"name":"nmae"} name`,
		`{"tempaltes":[{"file":"a.docx"}]}`:                                `application-entry {"name":"tempaltes"} templates`,
		`{"templates":[{"file":"a.docx"}],"missing":"kep"}`:                `application-value {"name":"missing","value":"kep"} keep`,
		`{"templates":[{"file":"a.docx"}],"missing":"keep","timezone":""}`: "a.docx: {x}",
		`{"templates":[{"file":"a.docx","when":"x"}]}`:                     "application-no-document null",
	} {
		if got := made(t, `{}`, nil, "application.json", description, "a.docx", document("{x}")); got != want {
			t.Errorf("%s: %s, want %s", description, got, want)
		}
	}
	row := func(r *template.Request) { r.Options.Row = 2 }
	if got := made(t, `{}`, row, "application.json", `{"templates":[{"file":"a.docx","when":"x"}]}`, "a.docx", document("{x}")); got != "" {
		t.Errorf("of a row: %s", got)
	}
}

// Parameters that cannot be decoded are reported with the position and the reason.
func TestWrongParams(t *testing.T) {
	for source, want := range map[string]string{
		"{bad":                 `params-json-syntax {"column":"2","line":"1"}`,
		"{\n  \"ä\": 1,\n  x}": `params-json-syntax {"column":"3","line":"3"}`,
		`{"a":1`:               `params-json-syntax {"column":"6","line":"1"}`,
		`{"a":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + "}": "params-json-depth null",
		`[1]`:                 `params-json-object null`,
		`"x"`:                 `params-json-object null`,
		`{"a":{"b":[1e999]}}`: `params-json-number {"value":"1e999"}`,
	} {
		_, err := template.ReadParams([]byte(source))
		var wrong template.Problems
		if !errors.As(err, &wrong) {
			t.Fatal(source, err)
		}
		values, _ := json.Marshal(wrong[0].Values)
		if got := wrong[0].Code + " " + string(values); got != want {
			t.Errorf("%s: %s, want %s", source, got, want)
		}
	}
}

// JSON can begin with a byte order mark and can be UTF-16, because programs on Windows write such files.
func TestMarkedJSON(t *testing.T) {
	const wide = "\xff\xfe{\x00\"\x00a\x00\"\x00:\x00\"\x00\xe4\x00\"\x00}\x00"
	for _, source := range []string{"\xef\xbb\xbf{\"a\":\"ä\"}", wide, "\xef\xbb\xbf \n{\"a\":\"ä\"}"} {
		if params, err := template.ReadParams([]byte(source)); err != nil || params["a"] != "ä" {
			t.Errorf("%q: got %v, %v", source, params, err)
		}
	}
	if got := made(t, `{}`, func(*template.Request) {}, "application.json", "\xef\xbb\xbf"+`{"templates":[{"file":"a.docx"}]}`, "a.docx",
		document("x")); got != "a.docx: x" {
		t.Errorf("a package: got %q", got)
	}
}

// Names of documents are valid on every operating system, and unique.
func TestNamesOfPackage(t *testing.T) {
	for name, want := range map[string]string{
		"CON": "_CON", "nul.txt": "_nul.txt", "com1": "_com1", "console": "console", "lpt³.a": "_lpt³.a", "a/b:c": "a-b-c", " . ": "document",
	} {
		if got := template.FileName(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	named := func(r *template.Request) { r.Options.Name = "Letter" }
	got := made(t, `{}`, named, "application.json",
		`{"templates":[{"file":"a.docx"},{"file":"b.docx"},{"file":"c.docx","name":"LETTER"},{"file":"d.docx","name":"Other"}]}`,
		"a.docx", document("a"), "b.docx", document("b"), "c.docx", document("c"), "d.docx", document("d"))
	if want := "Letter.docx: a; Letter (2).docx: b; LETTER (3).docx: c; Other.docx: d"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Broken tags in a document name are reported together with all other problems. Tags that do not write a value, such as
// those of loops, are reported, too; otherwise their text would become part of the file name.
//
// SECURITY.md, promise 45 (all template errors at once)
func TestBrokenNames(t *testing.T) {
	for name, want := range map[string]string{
		"{x":           `unclosed-tag {x null`,
		"a {#x":        `unclosed-tag {#x null`,
		"a}":           `unopened-tag a} null`,
		"{{x}}":        `doubled-delimiter { null`,
		"{#x}a{/x}":    `misplaced-tag {#x} null; misplaced-tag {/x} null`,
		"{%x}":         `misplaced-tag {%x} null`,
		"{x | uper}":   `unknown-filter {x | uper} {"name":"uper"} upper`,
		"{x} {y":       `unclosed-tag {y null`,
		"{x + 1} fine": "",
	} {
		got := made(t, `{"x":1}`, nil, "application.json", `{"templates":[{"file":"a.docx","name":"`+name+`"}]}`, "a.docx", document("{z"))
		if all := strings.TrimPrefix(want+"; unclosed-tag a.docx {z null", "; "); got != all {
			t.Errorf("%s in a package: %s, want %s", name, got, all)
		}
		named := func(r *template.Request) { r.Options.Name = name }
		got = made(t, `{"x":1}`, named, "application.json", `{"templates":[{"file":"a.docx"}]}`, "a.docx", document("{z"))
		if all := strings.TrimPrefix(want+"; unclosed-tag a.docx {z null", "; "); got != all {
			t.Errorf("%s of a package: %s, want %s", name, got, all)
		}
		_, problems := render(t, "x.docx", templatetest.Docx(templatetest.P("{z")), `{"x":1}`, named)
		if len(problems) != 1+strings.Count(want, "; ")+min(len(want), 1) || problems[0] != "unclosed-tag {z" {
			t.Errorf("%s of a file: %q, want %s", name, problems, want)
		}
	}
}

// A document name cannot contain the value of an object, because objects have no readable text.
//
// SECURITY.md, promise 45 (all template errors at once)
func TestNamesOfValues(t *testing.T) {
	for name, want := range map[string]string{
		"{o}": "name-not-text {o}", "{l}": "name-not-text {l}", "{o} {l}": "name-not-text {o}; name-not-text {l}",
		"{o.a} {l[0].a}": "1 2.docx", "{w}": "a,b.docx", "{d}": "2026-01-02.docx", "x{none}{n}": "x.docx", "{o ? 'yes' : 'no'}": "yes.docx",
	} {
		request := template.Request{Name: "x.docx", Template: templatetest.Docx(templatetest.P("x")), Params: map[string]any{
			"o": map[string]any{"a": 1.0}, "l": []any{map[string]any{"a": 2.0}}, "w": []any{"a", "b"}, "d": "2026-01-02", "n": nil,
		}}
		request.Options.Name = name
		made, err := template.Render(t.Context(), request)
		if err == nil {
			if got := made.Documents[0].Name; got != want {
				t.Errorf("%s: got %s, want %s", name, got, want)
			}
		} else if got := strings.ReplaceAll(codes(err), ", ", "; "); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

package template_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lectern/converters/corpustest"
	"lectern/converters/template"
	"lectern/converters/template/templatetest"
)

// intendedDifferences lists the templates of docxtemplater's own tests that Lectern intentionally renders differently,
// with the reasons.
func intendedDifferences() map[string]string {
	return map[string]string{
		"table-unbalanced-loop.docx": "a loop beside another one in a row that repeats: the row repeats, and the other loop in it, where " +
			"docxtemplater refuses both",
		"table-unbalanced-loop-2.docx": "the same",
		"nextpage-section-break.docx": "a loop that begins with a section: the page breaks between the items, where docxtemplater leaves an " +
			"empty page behind the last one",
		"comment-with-loop.docx": "{£comment} is no expression: it is the name of a parameter, as it is for docxtemplater without " +
			"its expressions",
	}
}

// differentialCase is a template with parameters.
type differentialCase struct {
	name   string
	source []byte
	params map[string]any
}

// docxtemplaterResult is the result of docxtemplater for a differentialCase.
type docxtemplaterResult struct {
	Parts  map[string]string `json:"parts"`
	Errors []string          `json:"errors"`
}

// docxtemplater renders trials with docxtemplater. It skips the test if docxtemplater is not installed.
func docxtemplater(t *testing.T, trials []differentialCase) []docxtemplaterResult {
	t.Helper()
	if _, err := os.Stat("differential/node_modules/docxtemplater"); err != nil {
		t.Skip("docxtemplater is not installed: run make test")
	}
	var in bytes.Buffer
	for i, trial := range trials {
		path := filepath.Join(t.TempDir(), fmt.Sprintf("%d.docx", i))
		if err := os.WriteFile(path, trial.source, 0o600); err != nil {
			t.Fatal(err)
		}
		line, err := json.Marshal(map[string]any{"template": path, "params": trial.params})
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
	}
	c := exec.Command("node", "render.mjs")
	c.Dir, c.Stdin, c.Stderr = "differential", &in, os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []docxtemplaterResult
	for line := range bytes.Lines(out) {
		var one docxtemplaterResult
		if err := json.Unmarshal(line, &one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	return all
}

var blank = regexp.MustCompile(`\s*\n\s*`)

// readable returns the text content of markup without its indentation.
func readable(markup string) string {
	markup = strings.TrimPrefix(strings.ReplaceAll(markup, "&apos;", "'"), "\ufeff")
	return strings.TrimSpace(blank.ReplaceAllString(templatetest.TextOf(markup), "\n"))
}

// compare renders a case with Lectern and returns the difference from docxtemplater's result, or "" if there is none.
func compare(t *testing.T, one differentialCase, want docxtemplaterResult) string {
	t.Helper()
	made, err := template.Render(t.Context(), template.Request{Name: one.name, Template: one.source, Params: one.params})
	switch {
	case err != nil && len(want.Errors) > 0:
		return ""
	case err != nil:
		return fmt.Sprintf("refused: %v", err)
	case len(want.Errors) > 0:
		return fmt.Sprintf("rendered, where they say %v", want.Errors)
	}
	before := templatetest.Validate(one.source)
	for _, broken := range templatetest.Validate(made.Documents[0].Content) {
		if !slices.Contains(before, broken) {
			return broken
		}
	}
	for name, markup := range want.Parts {
		if got, want := readable(templatetest.Part(t, made.Documents[0].Content, name)), readable(markup); got != want &&
			name != "[Content_Types].xml" {
			return fmt.Sprintf("%s is\n%q\nwant\n%q", name, got, want)
		}
	}
	return ""
}

// The templates of docxtemplater's own tests yield the same text with Lectern as with docxtemplater.
func TestDocxtemplaterTemplates(t *testing.T) {
	paths := corpustest.Glob(t, "docxtemplater/*")
	var trials []differentialCase
	for _, path := range paths {
		if name := filepath.Base(path); strings.HasPrefix(name, "expected-") || filepath.Ext(name) == ".xlsx" {
			continue
		}
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		trials = append(trials, differentialCase{filepath.Base(path), source, sampleOf(source)})
	}
	same := 0
	for i, want := range docxtemplater(t, trials) {
		difference := compare(t, trials[i], want)
		_, known := intendedDifferences()[trials[i].name]
		switch {
		case difference == "":
			same++
		case !known:
			t.Errorf("%s: %s", trials[i].name, difference)
		}
	}
	t.Logf("%d of %d alike", same, len(trials))
}

// sampleOf returns the sample parameters of a template.
func sampleOf(source []byte) map[string]any {
	params := map[string]any{}
	if found, err := template.Check(source); err == nil {
		_ = json.Unmarshal(found.Sample, &params)
	}
	return params
}

// Generated templates yield the same text with Lectern as with docxtemplater. Their lists contain no null, because the
// results would differ: Lectern looks up a name with the value null in the outer scopes, but docxtemplater does that
// only if the whole expression has no value.
func TestGeneratedTemplates(t *testing.T) {
	g := &generator{rand.New(rand.NewPCG(1, 2))}
	trials := make([]differentialCase, 300)
	for i := range trials {
		trials[i] = differentialCase{fmt.Sprintf("%d.docx", i), templatetest.Docx(g.body()), g.params(0)}
	}
	for i, want := range docxtemplater(t, trials) {
		if difference := compare(t, trials[i], want); difference != "" {
			t.Errorf("%s with %v: %s", readable(templatetest.Part(t, trials[i].source, "word/document.xml")), trials[i].params, difference)
		}
	}
}

// generator generates random templates and parameters.
type generator struct{ *rand.Rand }

func pick[T any](g *generator, of ...T) T { return of[g.IntN(len(of))] }

func (g *generator) body() string {
	var body strings.Builder
	for range 1 + g.IntN(4) {
		body.WriteString(g.block(0))
	}
	return body.String()
}

func (g *generator) block(depth int) string {
	name := pick(g, "list", "more", "user", "yes", "no", "none")
	open, end := "{"+pick(g, "#", "#", "#", "^")+name+"}", "{/"+pick(g, name, name, "")+"}"
	inner := func() string {
		if depth > 2 {
			return templatetest.P(g.split(g.line(3))...)
		}
		return g.block(depth + 1)
	}
	switch g.IntN(8) {
	case 0, 1:
		return templatetest.P(g.split(g.line(depth))...)
	case 2:
		return templatetest.P(open) + inner() + templatetest.P(end)
	case 3:
		return templatetest.P(g.split("a "+open+"b")...) + inner() + templatetest.P(g.split("c"+end+" d")...)
	case 4:
		return templatetest.Table([]string{open + g.line(3), g.line(3) + end}, []string{g.line(3), "x"})
	case 5:
		return templatetest.P(g.split("{-w:p " + name + "}" + g.line(3) + end)...)
	case 6:
		return templatetest.Table([]string{open + g.line(3) + end})
	}
	return inner() + templatetest.P("x") + inner()
}

func (g *generator) line(depth int) string {
	var line strings.Builder
	for range 1 + g.IntN(3) {
		switch g.IntN(6) {
		case 0:
			line.WriteString("text ")
		case 1, 2:
			line.WriteString("{" + pick(g, "name", "age", "user.name", "none", "none.more", "text", "age + 1", "name + age", `yes ? "a" : "b"`,
				"age &gt; 3", ".") + "}")
		case 3:
			line.WriteString(pick(g, "&amp; ", "é", "  ", "-"))
		default:
			if depth < 3 {
				name := pick(g, "list", "user", "yes", "none")
				line.WriteString("{#" + name + "}" + g.line(depth+1) + "{/" + name + "}")
			}
		}
	}
	return line.String() + "."
}

// split splits a text into runs at random positions, but never within an XML entity.
func (g *generator) split(text string) (runs []string) {
	for len(text) > 6 && g.IntN(3) > 0 {
		at := 1 + g.IntN(len(text)-1)
		if amp := strings.LastIndexByte(text[:at], '&'); amp >= 0 && !strings.Contains(text[amp:at], ";") || text[at]&0xc0 == 0x80 {
			continue
		}
		runs, text = append(runs, text[:at]), text[at:]
	}
	return append(runs, text)
}

func (g *generator) params(depth int) map[string]any {
	params := map[string]any{
		"name": pick(g, "Zoë", "A & B", "<i>", ""), "age": float64(g.IntN(7)), "text": pick(g, "one\ntwo", "plain"),
		"yes": pick[any](g, true, 1.0, "yes"), "no": pick[any](g, false, nil, 0.0, ""), "user": map[string]any{"name": "U", "age": 5.0},
	}
	for _, name := range []string{"name", "text", "yes"} {
		if g.IntN(4) == 0 {
			delete(params, name)
		}
	}
	for _, name := range []string{"list", "more"} {
		items := make([]any, g.IntN(4))
		for i := range items {
			if items[i] = pick[any](g, "item", 3.0, "0"); depth < 2 && g.IntN(3) > 0 {
				items[i] = g.params(depth + 1)
			}
		}
		params[name] = items
	}
	return params
}

// Every template that intendedDifferences lists is still rendered differently by Lectern and docxtemplater.
func TestDifferencesAreReal(t *testing.T) {
	var trials []differentialCase
	for name := range intendedDifferences() {
		source := corpustest.Read(t, "docxtemplater/"+name)
		trials = append(trials, differentialCase{name, source, sampleOf(source)})
	}
	slices.SortFunc(trials, func(a, b differentialCase) int { return strings.Compare(a.name, b.name) })
	for i, want := range docxtemplater(t, trials) {
		if compare(t, trials[i], want) == "" {
			t.Errorf("%s does not differ any more", trials[i].name)
		}
	}
}

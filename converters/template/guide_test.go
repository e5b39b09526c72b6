package template_test

import (
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"lectern/converters/template/templatetest"
	"lectern/converters/wire"
)

// Each example of a text document in the guide (README.md) has the result that the guide shows.
func TestGuide(t *testing.T) {
	examples, err := templatetest.Examples(".")
	if err != nil {
		t.Fatal(err)
	}
	if len(examples) < 20 {
		t.Fatalf("there are only %d", len(examples))
	}
	for _, example := range examples {
		if example.Kind != "template" {
			continue // the guide shows the result as a picture only
		}
		source, _ := example.File()
		document, problems := render(t, "guide.docx", source, example.Params)
		if problems != nil {
			t.Errorf("%s: %v", example.Template, problems)
			continue
		}
		if got := linesOf(templatetest.Text(t, document, "word/document.xml")); got != example.Result {
			t.Errorf("%s\ngives\n%s\nwant\n%s", example.Template, got, example.Result)
		}
	}
}

// Each file of rows in the guide yields the parameters that the guide shows, for the template that precedes it.
func TestGuideRows(t *testing.T) {
	source, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := regexp.MustCompile("(?s)Here the template is `(.*?)`:\n\n```rows\n(.*?)\n---\n(.*?)\n```").
		FindAllStringSubmatch(string(source), -1)
	if len(examples) != 1 {
		t.Fatalf("there are %d", len(examples))
	}
	for _, example := range examples {
		letter := string(templatetest.Docx(templatetest.P(example[1])))
		_, outputs := callConverter(t, wire.TemplateRequest{Do: wire.TemplateRows}, wire.TemplateRowsFile, example[2], wire.TemplateFile, letter)
		if len(outputs) != 1 {
			t.Fatalf("%s: got %q", example[2], outputs)
		}
		var got, want []any
		for line := range strings.Lines(outputs[0]) {
			var row wire.TemplateRow
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				t.Fatal(err)
			}
			got = append(got, read(t, string(row.Params)))
		}
		for line := range strings.Lines(example[3]) {
			want = append(want, read(t, line))
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s\ngives\n%v\nwant\n%v", example[2], got, want)
		}
	}
}

func read(t *testing.T, text string) (value any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}

// linesOf converts the text of a rendered document into the notation of the guide's examples, so that both can be
// compared.
func linesOf(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if row, ok := strings.CutSuffix(line, "|||"); ok {
			line = "| " + strings.ReplaceAll(row, "|", " | ") + " |"
		}
		lines[i] = strings.TrimSpace(line)
	}
	return strings.TrimSpace(strings.ReplaceAll(strings.Join(lines, "\n"), "\u202f", " ")) // the narrow no-break space in times
}

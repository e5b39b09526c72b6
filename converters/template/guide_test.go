package template_test

import (
	"strings"
	"testing"

	"lectern/converters/template/templatetest"
)

// Every example of a text document in the guide gives what the guide says.
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
			continue // what comes of it is seen where it is opened
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

// linesOf gives a text in the notation of the guide.
func linesOf(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if row, ok := strings.CutSuffix(line, "|||"); ok {
			line = "| " + strings.ReplaceAll(row, "|", " | ") + " |"
		}
		lines[i] = strings.TrimSpace(line)
	}
	return strings.TrimSpace(strings.ReplaceAll(strings.Join(lines, "\n"), "\u202f", " ")) // the narrow space of times
}

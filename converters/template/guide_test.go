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

// Every example of the guide gives what the guide says.
func TestGuide(t *testing.T) {
	source, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := regexp.MustCompile("(?s)```template\n(.*?)\n---\n(.*?)\n---\n(.*?)\n```").FindAllStringSubmatch(string(source), -1)
	if len(examples) < 10 {
		t.Fatalf("there are only %d", len(examples))
	}
	for _, example := range examples {
		document, problems := render(t, "guide.docx", templatetest.Docx(markupOf(example[1])), example[2])
		if problems != nil {
			t.Errorf("%s: %v", example[1], problems)
			continue
		}
		if got, want := linesOf(templatetest.Text(t, document, "word/document.xml")), strings.TrimSpace(example[3]); got != want {
			t.Errorf("%s\ngives\n%s\nwant\n%s", example[1], got, want)
		}
	}
}

// Every file of rows of the guide gives the parameters that the guide says, by the template before it.
func TestGuideRows(t *testing.T) {
	source, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := regexp.MustCompile("(?s)Here the template is `(.*?)`:\n\n```rows\n(.*?)\n---\n(.*?)\n```").FindAllStringSubmatch(string(source), -1)
	if len(examples) != 1 {
		t.Fatalf("there are %d", len(examples))
	}
	for _, example := range examples {
		letter := string(templatetest.Docx(markupOf(example[1])))
		_, outputs := ask(t, wire.TemplateRequest{Do: wire.TemplateRows}, wire.TemplateRowsFile, example[2], wire.TemplateFile, letter)
		if len(outputs) != 1 {
			t.Fatalf("%s gives %q", example[2], outputs)
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

// markupOf gives the body that lines stand for: a paragraph each, or the row of a table.
func markupOf(text string) string {
	var body strings.Builder
	var rows [][]string
	flush := func() {
		if rows != nil {
			body.WriteString(templatetest.Table(rows...))
			rows = nil
		}
	}
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	for line := range strings.Lines(text) {
		line = escape.Replace(strings.TrimSpace(line))
		if cells, ok := strings.CutPrefix(line, "| "); ok {
			cells = strings.ReplaceAll(strings.TrimSuffix(cells, " |"), `\|`, "\x00")
			row := strings.Split(cells, " | ")
			for i := range row {
				row[i] = strings.ReplaceAll(row[i], "\x00", "|")
			}
			rows = append(rows, row)
			continue
		}
		flush()
		body.WriteString(templatetest.P(line))
	}
	flush()
	return body.String()
}

// linesOf gives a text in the notation of the guide.
func linesOf(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if row, ok := strings.CutSuffix(line, "|||"); ok {
			lines[i] = "| " + strings.ReplaceAll(row, "|", " | ") + " |"
		}
	}
	return strings.TrimSpace(strings.ReplaceAll(strings.Join(lines, "\n"), "\u202f", " ")) // the narrow space of times
}

package template_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"strings"
	"testing"

	"lectern/converters/template"
	"lectern/converters/template/templatetest"
)

// withPart returns a document with the content of one part replaced. An empty content removes the part.
func withPart(t *testing.T, document []byte, part, content string) []byte {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(document), int64(len(document)))
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, file := range archive.File {
		switch {
		case file.Name != part:
			parts = append(parts, file.Name, templatetest.Part(t, document, file.Name))
		case content != "":
			parts = append(parts, part, content)
		}
	}
	return templatetest.Zip(parts...)
}

// A file is rejected if it refers to a part that is missing.
//
// SECURITY.md, promise 45 (all template errors at once)
func TestMissingPart(t *testing.T) {
	book := templatetest.Xlsx(templatetest.Book{Sheets: []templatetest.Sheet{{Name: "A", Rows: [][]string{{"{x}"}}}}})
	for part, whole := range map[string][]byte{
		"word/document.xml":        templatetest.Docx(templatetest.P("{x}")),
		"ppt/presentation.xml":     templatetest.Pptx(templatetest.Shape("{x}")),
		"ppt/slides/slide1.xml":    templatetest.Pptx(templatetest.Shape("{x}")),
		"xl/workbook.xml":          book,
		"xl/worksheets/sheet1.xml": book,
	} {
		source := withPart(t, whole, part, "")
		if _, problems := render(t, "x", source, `{}`); strings.Join(problems, " ") != "missing-part" {
			t.Errorf("without %s: %v", part, problems)
		}
		_, err := template.Check(source)
		if wrong, ok := errors.AsType[template.Problems](err); !ok || wrong[0].Part != part || wrong[0].Values["part"] != part {
			t.Errorf("without %s the check: the message is %v", part, err)
		}
	}
}

package templatetest

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Example is an example in the guide (README.md).
type Example struct {
	// Kind is the kind of the template: "template" for a text document, "sheet" or "slides".
	Kind, Template, Params, Result string
	// Picture is the path of the picture that shows the result, relative to the guide. It is empty if there is no
	// picture.
	Picture string
}

// Examples returns the examples in the guide, which is the file README.md in the given folder.
func Examples(folder string) ([]Example, error) {
	source, err := os.ReadFile(filepath.Join(folder, "README.md"))
	if err != nil {
		return nil, err
	}
	block := regexp.MustCompile("(?s)```(template|sheet|slides)\n(.*?)\n---\n(.*?)\n---\n(.*?)\n```(?:\n\n!\\[[^\\]]*\\]\\(([^)]*)\\))?")
	var all []Example
	for _, found := range block.FindAllStringSubmatch(string(source), -1) {
		example := Example{found[1], found[2], found[3], strings.TrimSpace(found[4]), found[5]}
		if example.Params, err = withPictures(folder, example.Params); err != nil {
			return nil, err
		}
		all = append(all, example)
	}
	return all, nil
}

// withPictures replaces texts such as …photo… in parameters with the Base64 text of the picture that has this name.
func withPictures(folder, params string) (string, error) {
	for _, found := range regexp.MustCompile(`…(\w+)…`).FindAllStringSubmatch(params, -1) {
		content, err := os.ReadFile(filepath.Join(folder, "pictures", found[1]+".png"))
		if err != nil {
			return "", err
		}
		params = strings.ReplaceAll(params, found[0], base64.StdEncoding.EncodeToString(content))
	}
	return params, nil
}

// File returns the template of an example and its file extension. A text document also contains the given parts, as in
// [Docx].
func (e *Example) File(parts ...string) (template []byte, extension string) {
	switch e.Kind {
	case "sheet":
		var rows [][]string
		for line := range strings.Lines(e.Template) {
			rows = append(rows, cellsOf(strings.TrimSpace(line)))
		}
		return Xlsx(Book{Sheets: []Sheet{{Name: "Sheet1", Rows: rows}}}), "xlsx"
	case "slides":
		title, rest, _ := strings.Cut(e.Template, "\n")
		return Pptx(box(2, 700_000, `sz="5400" b="1"`, title) + box(3, 2_200_000, `sz="4000"`, strings.Split(rest, "\n")...)), "pptx"
	}
	return Docx(bodyOf(e.Template), parts...), "docx"
}

// bodyOf returns the body of a text document with a paragraph, or a table row, for each line of text.
func bodyOf(text string) string {
	var body strings.Builder
	var rows [][]string
	flush := func() {
		if rows != nil {
			body.WriteString(Table(rows...))
			rows = nil
		}
	}
	for line := range strings.Lines(text) {
		line = escape(strings.TrimSpace(line))
		if strings.HasPrefix(line, "| ") {
			rows = append(rows, cellsOf(line))
			continue
		}
		flush()
		body.WriteString(P(line))
	}
	flush()
	return body.String()
}

// cellsOf returns the cells of a line in which "|" separates them.
func cellsOf(line string) []string {
	line = strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"), `\|`, "\x00")
	cells := strings.Split(line, "|")
	for i := range cells {
		cells[i] = strings.ReplaceAll(strings.TrimSpace(cells[i]), "\x00", "|")
	}
	return cells
}

// box returns a text box for a slide. Its text is large enough to be readable in a small picture.
func box(id, y int, format string, texts ...string) string {
	var s strings.Builder
	fmt.Fprintf(&s,
		`<p:sp><p:nvSpPr><p:cNvPr id="%d" name="Text %d"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="800000" `+
			`y="%d"/><a:ext cx="7500000" cy="1200000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr `+
			`wrap="square"/>`, id, id, y)
	for _, text := range texts {
		fmt.Fprintf(&s, `<a:p><a:r><a:rPr lang="en-GB" %s><a:latin typeface="Calibri"/></a:rPr><a:t>%s</a:t></a:r></a:p>`, format, escape(text))
	}
	return s.String() + "</p:txBody></p:sp>"
}

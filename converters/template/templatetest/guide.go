package templatetest

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Example is one of the guide's.
type Example struct {
	// Kind is what the template is: template for a text document, sheet or slides.
	Kind, Template, Params, Result string
	// Picture is the path of the picture that shows the result, from the guide; empty for none.
	Picture string
}

// Examples gives those of the guide in a folder.
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

// withPictures gives parameters with the bytes of the pictures that …names… stand for.
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

// File gives the template of an example, and the extension of its name. A text document has the
// further parts, as [Docx] takes them.
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

// bodyOf gives the body that lines stand for: a paragraph each, or the row of a table.
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

// cellsOf gives the cells of a line with bars.
func cellsOf(line string) []string {
	line = strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"), `\|`, "\x00")
	cells := strings.Split(line, "|")
	for i := range cells {
		cells[i] = strings.ReplaceAll(strings.TrimSpace(cells[i]), "\x00", "|")
	}
	return cells
}

// box gives a text box of a slide; its letters can be read in a small picture, too.
func box(id, y int, look string, texts ...string) string {
	var s strings.Builder
	fmt.Fprintf(&s,
		`<p:sp><p:nvSpPr><p:cNvPr id="%d" name="Text %d"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="800000" `+
			`y="%d"/><a:ext cx="7500000" cy="1200000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr `+
			`wrap="square"/>`, id, id, y)
	for _, text := range texts {
		fmt.Fprintf(&s, `<a:p><a:r><a:rPr lang="en-GB" %s><a:latin typeface="Calibri"/></a:rPr><a:t>%s</a:t></a:r></a:p>`, look, escape(text))
	}
	return s.String() + "</p:txBody></p:sp>"
}

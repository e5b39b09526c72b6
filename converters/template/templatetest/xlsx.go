package templatetest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"
)

const (
	sheetTypes = "application/vnd.openxmlformats-officedocument.spreadsheetml."
	sheetSpace = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` + relationSpace + `"`
)

// Indexes of cell styles in the workbooks that [Xlsx] returns.
const (
	General = iota
	Money   // 0.00
	Day     // the date format of the user's language
)

// styleSheet is the styles part that defines the styles General, Money and Day.
const styleSheet = `<styleSheet ` + sheetSpace + `><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
	`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
	`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" ` +
	`fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
	`<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="2" fontId="0" fillId="0" borderId="0" ` +
	`xfId="0" applyNumberFormat="1"/>` +
	`<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`

// Sheet describes a sheet of the workbook that [Xlsx] creates.
type Sheet struct {
	Name string
	// Rows are the contents of the cells. A text that begins with "=" becomes a formula, and a text that begins with
	// "#" becomes a number. A text that begins with "<" is the markup of the cell's content. Any other text becomes a
	// shared string.
	Rows [][]string
	// Styles maps the addresses of cells to indexes of cell styles.
	Styles map[string]int
	// Before and After are the markup before and after the rows.
	Before, After string
	// Related are parts that the sheet refers to: alternately the relationship type, the name and the content of a
	// part.
	Related []string
	// Links are link addresses that the sheet refers to. Their relationship ids precede the ids of the related parts.
	Links []string
}

// Book describes the workbook that [Xlsx] creates.
type Book struct {
	Sheets []Sheet
	// Names is the markup of the defined names. Properties are the attributes of the workbookPr element.
	Names, Properties string
	// Parts are alternately the name and the content of an additional part.
	Parts []string
	// Types are alternately the name and the content type of a part.
	Types []string
}

// Rows returns a workbook with one sheet that contains the given rows; see [Sheet.Rows].
func Rows(rows ...[]string) []byte { return Xlsx(Book{Sheets: []Sheet{{Name: "Sheet1", Rows: rows}}}) }

// Xlsx returns the workbook that b describes, as a file.
func Xlsx(b Book) []byte {
	overrides := []string{"xl/workbook.xml", sheetTypes + "sheet.main+xml", "xl/styles.xml", sheetTypes + "styles+xml", "xl/sharedStrings.xml",
		sheetTypes + "sharedStrings+xml"}
	related := []string{"styles", "styles.xml", "sharedStrings", "sharedStrings.xml"}
	var parts []string
	var shared []string
	entries := ""
	for i, s := range b.Sheets {
		name := fmt.Sprintf("worksheets/sheet%d.xml", i+1)
		overrides = append(overrides, "xl/"+name, sheetTypes+"worksheet+xml")
		related = append(related, "worksheet", name)
		parts = append(parts, "xl/"+name, s.markup(&shared))
		entries += fmt.Sprintf(`<sheet name="%s" sheetId="%d" r:id="rId%d"/>`, escape(s.Name), i+1, i+3)
		var own []string
		for j := 0; j+2 < len(s.Related); j += 3 {
			kind, part, content := s.Related[j], s.Related[j+1], s.Related[j+2]
			own = append(own, kind, "/"+part)
			if parts = append(parts, part, content); relatedTypes[kind] != "" {
				overrides = append(overrides, part, relatedTypes[kind])
			}
		}
		parts = append(parts, "xl/worksheets/_rels/"+path.Base(name)+".rels", withLinks(relationships(own...), s.Links))
	}
	strings := ""
	for _, one := range shared {
		strings += "<si>" + one + "</si>"
	}
	names := b.Names
	if names != "" {
		names = "<definedNames>" + names + "</definedNames>"
	}
	return Zip(slices.Concat([]string{
		"[Content_Types].xml", contentTypes(append(overrides, b.Types...)...),
		"_rels/.rels", relationships("officeDocument", "xl/workbook.xml"),
		"xl/workbook.xml", `<workbook ` + sheetSpace + `><workbookPr` + b.Properties +
			`/><bookViews><workbookView activeTab="0"/></bookViews><sheets>` + entries + `</sheets>` + names + `</workbook>`,
		"xl/_rels/workbook.xml.rels", relationships(related...),
		"xl/styles.xml", styleSheet,
		"xl/sharedStrings.xml", `<sst ` + sheetSpace + `>` + strings + `</sst>`,
	}, parts, b.Parts)...)
}

// withLinks adds relationships with link addresses to a part with relationships.
func withLinks(part string, links []string) string {
	for i, link := range links {
		part = strings.Replace(part, "</Relationships>",
			fmt.Sprintf(`<Relationship Id="rId%d" Type="%s/hyperlink" Target="%s" TargetMode="External"/></Relationships>`, i+1, relationSpace,
				escape(link)), 1)
	}
	return part
}

// Replaced returns a package in which some parts are replaced. replacements maps the names of parts to functions that
// return the new content of a part, given the old content.
func Replaced(t testing.TB, source []byte, replacements map[string]func(string) string) []byte {
	t.Helper()
	parts := unpacked(t, source)
	for i := 0; i < len(parts); i += 2 {
		if change := replacements[parts[i]]; change != nil {
			parts[i+1] = change(parts[i+1])
		}
	}
	return Zip(parts...)
}

// With returns a package with additional parts. parts are alternately the name and the content of a part.
func With(t testing.TB, source []byte, parts ...string) []byte {
	t.Helper()
	return Zip(append(unpacked(t, source), parts...)...)
}

// unpacked returns alternately the names and the contents of the parts of a package.
func unpacked(t testing.TB, source []byte) (parts []string) {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(source), int64(len(source)))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range archive.File {
		parts = append(parts, file.Name, Part(t, source, file.Name))
	}
	return parts
}

// relatedTypes maps the relationship types of parts that belong to sheets to content types.
var relatedTypes = map[string]string{
	"drawing":  "application/vnd.openxmlformats-officedocument.drawing+xml",
	"comments": sheetTypes + "comments+xml",
	"table":    sheetTypes + "table+xml",
	// This type is for the shapes of comments.
	"vmlDrawing": "application/vnd.openxmlformats-officedocument.vmlDrawing",
}

func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(text)
}

func (s *Sheet) markup(shared *[]string) string {
	var rows strings.Builder
	for i, row := range s.Rows {
		if len(row) == 0 {
			continue
		}
		fmt.Fprintf(&rows, `<row r="%d">`, i+1)
		for j, text := range row {
			address := fmt.Sprintf("%c%d", 'A'+j, i+1)
			style := ""
			if s.Styles[address] > 0 {
				style = fmt.Sprintf(` s="%d"`, s.Styles[address])
			}
			rows.WriteString(cell(address, style, text, shared))
		}
		rows.WriteString("</row>")
	}
	return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet ` + sheetSpace + `>` + s.Before + `<sheetData>` + rows.String() +
		`</sheetData>` + s.After + `</worksheet>`
}

func cell(address, style, text string, shared *[]string) string {
	switch {
	case text == "" && style == "":
		return ""
	case text == "":
		return fmt.Sprintf(`<c r="%s"%s/>`, address, style)
	case strings.HasPrefix(text, "<f"):
		return fmt.Sprintf(`<c r="%s"%s>%s<v>0</v></c>`, address, style, text)
	case strings.HasPrefix(text, "<is"):
		return fmt.Sprintf(`<c r="%s"%s t="inlineStr">%s</c>`, address, style, text)
	case strings.HasPrefix(text, "="):
		return fmt.Sprintf(`<c r="%s"%s><f>%s</f><v>0</v></c>`, address, style, escape(text[1:]))
	case strings.HasPrefix(text, "#"):
		return fmt.Sprintf(`<c r="%s"%s><v>%s</v></c>`, address, style, text[1:])
	}
	if !strings.HasPrefix(text, "<") {
		text = `<t xml:space="preserve">` + escape(text) + `</t>`
	}
	at := slices.Index(*shared, text)
	if at < 0 {
		at = len(*shared)
		*shared = append(*shared, text)
	}
	return fmt.Sprintf(`<c r="%s"%s t="s"><v>%d</v></c>`, address, style, at)
}

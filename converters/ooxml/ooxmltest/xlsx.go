package ooxmltest

import (
	"fmt"
	"strings"
)

const (
	sheetType = office + "spreadsheetml."
	sheetNS   = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` + relation + `"`
)

// Xlsx returns a workbook with the given numbers of sheets and of rows per sheet. Each row has ten columns: shared
// strings, numbers and sums.
func Xlsx(sheets, rows int) []byte {
	const columns, shared = 10, 5000
	all := make([]string, sheets)
	for sheet := range sheets {
		var data strings.Builder
		for row := 1; row <= rows; row++ {
			fmt.Fprintf(&data, `<row r="%d">`, row)
			for column := range columns {
				cell := fmt.Sprintf("%c%d", 'A'+column, row)
				switch {
				case column < 3:
					fmt.Fprintf(&data, `<c r="%s" t="s"><v>%d</v></c>`, cell, (sheet*rows+row*3+column)%shared)
				case column == columns-1:
					fmt.Fprintf(&data, `<c r="%s"><f>SUM(D%d:I%d)</f><v>%d</v></c>`, cell, row, row, 6*row+15)
				default:
					fmt.Fprintf(&data, `<c r="%s" s="1"><v>%d</v></c>`, cell, row+column-3)
				}
			}
			data.WriteString(`</row>`)
		}
		all[sheet] = `<sheetData>` + data.String() + `</sheetData>`
	}
	var text strings.Builder
	for i := range shared {
		fmt.Fprintf(&text, `<si><t>%d %s</t></si>`, i, Sentence(i, 2))
	}
	return XlsxOf("", text.String(), all...)
}

// XlsxOf returns a workbook. Each string of sheets is the content of a worksheet element; the worksheets are named
// Sheet1, Sheet2 and so on. extra is XML that follows the list of sheets, and shared contains the elements of the
// shared strings.
func XlsxOf(extra, shared string, sheets ...string) []byte {
	var list strings.Builder
	targets := []string{"styles", "styles.xml", "sharedStrings", "sharedStrings.xml"}
	parts := []Part{{}, {},
		{Name: "xl/styles.xml", Type: sheetType + "styles+xml", Content: head + `<styleSheet ` + sheetNS +
			`><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/>` +
			`</fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf ` +
			`numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`},
		{Name: "xl/sharedStrings.xml", Type: sheetType + "sharedStrings+xml", Content: head +
			`<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` + shared + `</sst>`},
		{Name: appPart, Type: office + "extended-properties+xml", Content: head +
			`<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Microsoft ` +
			`Excel</Application><AppVersion>16.0300</AppVersion></Properties>`},
	}
	for i, content := range sheets {
		name := fmt.Sprintf("worksheets/sheet%d.xml", i+1)
		fmt.Fprintf(&list, `<sheet name="Sheet%[1]d" sheetId="%[1]d" r:id="r%[2]d"/>`, i+1, i+3)
		targets = append(targets, "worksheet", name)
		parts = append(parts, Part{Name: "xl/" + name, Type: sheetType + "worksheet+xml", Content: head + `<worksheet ` + sheetNS + `>` +
			content + `</worksheet>`})
	}
	parts[0] = Part{Name: "xl/workbook.xml", Type: sheetType + "sheet.main+xml", Content: head + `<workbook ` + sheetNS + `><sheets>` +
		list.String() + `</sheets>` + extra + `</workbook>`}
	parts[1] = Part{Name: "xl/_rels/workbook.xml.rels", Content: Relations(targets...)}
	return Pack(parts...)
}

package objects

import (
	"bytes"
	"fmt"
	"io"

	"github.com/klauspost/compress/zip"

	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

// workbook returns the workbook with the data of a chart. The categories are in the first column. Each further column
// is a series, with its name in the first row.
func (data *ChartData) workbook() []byte {
	const (
		office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
		types  = "application/vnd.openxmlformats-officedocument.spreadsheetml."
		space  = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
		head   = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`
	)
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, part := range [][2]string{
		{"[Content_Types].xml",
			`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ` +
				`ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
				`<Override PartName="/xl/workbook.xml" ContentType="` + types + `sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ` +
				`ContentType="` + types + `worksheet+xml"/></Types>`},
		{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` +
			office + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/_rels/workbook.xml.rels",
			`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` + office +
				`/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`},
		{"xl/workbook.xml", `<workbook xmlns="` + space + `" xmlns:r="` + office +
			`"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`},
		{"xl/worksheets/sheet1.xml", `<worksheet xmlns="` + space + `"><sheetData>` + string(data.rows()) + `</sheetData></worksheet>`},
	} {
		if to, err := w.Create(part[0]); err == nil { // writing to a buffer cannot fail
			_, _ = io.WriteString(to, head+part[1])
		}
	}
	_ = w.Close()
	return out.Bytes()
}

// rows returns the markup of the sheet's rows.
func (data *ChartData) rows() (out []byte) {
	last := len(data.categories)
	for _, s := range data.series {
		last = max(last, len(s.values))
	}
	for row := range last + 1 {
		out = fmt.Appendf(out, `<row r="%d">`, row+1)
		for column := range len(data.series) + 1 {
			out = appendCell(out, columnName(column), row+1, data.cell(row, column))
		}
		out = append(out, "</row>"...)
	}
	return out
}

// cell returns the value of a cell of the sheet, or nil if the cell is empty.
func (data *ChartData) cell(row, column int) any {
	at := func(values []any) any {
		if row-1 < len(values) {
			return values[row-1]
		}
		return nil
	}
	switch {
	case row == 0 && column == 0:
		return nil
	case row == 0:
		return data.series[column-1].name
	case column == 0 && len(data.categories) == 0:
		return at(data.series[0].xValues)
	case column == 0:
		return at(data.categories)
	}
	return at(data.series[column-1].values)
}

func appendCell(out []byte, column string, row int, value any) []byte {
	switch value := value.(type) {
	case nil:
		return out
	case float64:
		return fmt.Appendf(out, `<c r="%s%d"><v>%s</v></c>`, column, row, expression.Text(value))
	}
	return fmt.Appendf(out, `<c r="%s%d" t="inlineStr"><is><t>%s</t></is></c>`, column, row, markup.Escape(expression.Text(value)))
}

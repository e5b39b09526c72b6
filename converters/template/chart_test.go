package template_test

import (
	"strings"
	"testing"

	"lectern/converters/template/templatetest"
)

// chartDocument gives a document with a chart of two series whose title is given, and its workbook.
func chartDocument(title string) []byte {
	series := func(i, color string) string {
		return `<c:ser><c:idx val="` + i + `"/><c:order val="` + i + `"/><c:tx><c:v>old</c:v></c:tx><c:spPr>` + color + `</c:spPr><c:invertIfNegative val="0"/><c:cat/><c:val/></c:ser>`
	}
	const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	return templatetest.Zip(
		"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="xlsx" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/charts/chart1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawingml.chart+xml"/></Types>`,
		"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="`+office+`/officeDocument" Target="word/document.xml"/></Relationships>`,
		"word/document.xml", `<w:document `+templatetest.Word+`><w:body>`+templatetest.P("{x}")+`</w:body></w:document>`,
		"word/_rels/document.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="`+office+`/chart" Target="charts/chart1.xml"/></Relationships>`,
		"word/charts/_rels/chart1.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="`+office+`/package" Target="../embeddings/book1.xlsx"/></Relationships>`,
		"word/charts/chart1.xml", `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:title><a:p><a:r><a:t>`+title+`</a:t></a:r></a:p></c:title><c:plotArea><c:barChart>`+series("0", "red")+series("1", "blue")+`<c:axId val="1"/></c:barChart></c:plotArea></c:chart></c:chartSpace>`,
		"word/embeddings/book1.xlsx", "old")
}

func TestChart(t *testing.T) {
	document, problems := render(t, "x.docx", chartDocument("Sales of {year}{$sales}"), `{"year":2026,"sales":{"categories":["North","A & B"],"series":[{"name":"One","values":[1,2.5]},{"name":"Two","values":[3,null]},{"name":"Three","values":["4",5]}]}}`)
	if problems != nil {
		t.Fatal(problems)
	}
	chart := templatetest.Part(t, document, "word/charts/chart1.xml")
	for text, want := range map[string]int{"<c:ser>": 3, "Sales of 2026": 1, "{$": 0, "red": 1, "blue": 1, "<c:v>A &amp; B</c:v>": 3, "<c:v>2.5</c:v>": 1,
		"<c:f>Sheet1!$D$2:$D$3</c:f>": 1, `</c:ser><c:axId val="1"/>`: 1} {
		if got := strings.Count(chart, text); got != want {
			t.Errorf("%s is there %d times, want %d: %s", text, got, want, chart)
		}
	}
	book := []byte(templatetest.Part(t, document, "word/embeddings/book1.xlsx"))
	if sheet := templatetest.Part(t, book, "xl/worksheets/sheet1.xml"); !strings.Contains(sheet, `<c r="D3"><v>5</v></c>`) || strings.Contains(sheet, `r="C3"`) {
		t.Errorf("the workbook has %s", sheet)
	}
	if _, problems := render(t, "x.docx", chartDocument("{$sales}"), `{"sales":3}`); strings.Join(problems, " ") != "not-a-chart {$sales}" {
		t.Errorf("problems are %v", problems)
	}
}

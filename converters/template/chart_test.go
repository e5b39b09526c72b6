package template_test

import (
	"strings"
	"testing"

	"lectern/converters/template/templatetest"
)

// chartDocument returns a document with a titled chart of two series and the workbook of the chart.
func chartDocument(title string) []byte { return chartIn(templatetest.P("{x}"), title) }

// chartShown is a paragraph that shows the chart of the document that chartIn returns.
const chartShown = `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing">` +
	`<wp:docPr id="1" name="Chart"/><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="rId1"/></wp:inline>` +
	`</w:drawing></w:r></w:p>`

// chartIn returns a document that has the given body and contains a chart with the given title, two series and a
// workbook.
func chartIn(body, title string) []byte {
	series := func(i, color string) string {
		return `<c:ser><c:idx val="` + i + `"/><c:order val="` + i + `"/><c:tx><c:v>old</c:v></c:tx><c:spPr>` + color +
			`</c:spPr><c:invertIfNegative val="0"/><c:cat/><c:val/></c:ser>`
	}
	const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	return templatetest.Zip(
		"[Content_Types].xml",
		`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" `+
			`ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`+
			`<Default Extension="xlsx" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"/><Override `+
			`PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>`+
			`<Override PartName="/word/charts/chart1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawingml.chart+xml"/></Types>`,
		"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="`+
			office+`/officeDocument" Target="word/document.xml"/></Relationships>`,
		"word/document.xml", `<w:document `+templatetest.WordNS+`><w:body>`+body+`</w:body></w:document>`,
		"word/_rels/document.xml.rels",
		`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="`+office+
			`/chart" Target="charts/chart1.xml"/></Relationships>`,
		"word/charts/_rels/chart1.xml.rels",
		`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="`+office+
			`/package" Target="../embeddings/book1.xlsx"/></Relationships>`,
		"word/charts/chart1.xml",
		`<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" `+
			`xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:title><a:p><a:r><a:t>`+title+
			`</a:t></a:r></a:p></c:title><c:plotArea><c:barChart>`+series("0", "red")+series("1", "blue")+
			`<c:axId val="1"/></c:barChart></c:plotArea></c:chart></c:chartSpace>`,
		"word/embeddings/book1.xlsx", "old")
}

func TestChart(t *testing.T) {
	document, problems := render(t, "x.docx", chartDocument("Sales of {year}{$sales}"),
		`{"year":2026,"sales":{"categories":["North","A & B"],"series":[{"name":"One","values":[1,2.5]},{"name":"Two","values":[3,null]},`+
			`{"name":"Three","values":["4",5]}]}}`)
	if problems != nil {
		t.Fatal(problems)
	}
	chart := templatetest.Part(t, document, "word/charts/chart1.xml")
	for text, want := range map[string]int{"<c:ser>": 3, "Sales of 2026": 1, "{$": 0, "red": 1, "blue": 1, "<c:v>A &amp; B</c:v>": 3,
		"<c:v>2.5</c:v>":              1,
		"<c:f>Sheet1!$D$2:$D$3</c:f>": 1, `</c:ser><c:axId val="1"/>`: 1} {
		if got := strings.Count(chart, text); got != want {
			t.Errorf("%s is there %d times, want %d: %s", text, got, want, chart)
		}
	}
	book := []byte(templatetest.Part(t, document, "word/embeddings/book1.xlsx"))
	if sheet := templatetest.Part(t, book, "xl/worksheets/sheet1.xml"); !strings.Contains(sheet, `<c r="D3"><v>5</v></c>`) ||
		strings.Contains(sheet, `r="C3"`) {
		t.Errorf("the workbook has %s", sheet)
	}
	for _, params := range []string{`{}`, `{"sales":null}`, `{"sales":false}`} {
		document, _ := render(t, "x.docx", chartDocument("Sales{$sales}"), params)
		if chart := templatetest.Part(t, document, "word/charts/chart1.xml"); strings.Contains(chart, "c:ser") ||
			!strings.Contains(chart, ">Sales<") {
			t.Errorf("of %s the chart shows %s", params, chart)
		}
		book := []byte(templatetest.Part(t, document, "word/embeddings/book1.xlsx"))
		if sheet := templatetest.Part(t, book, "xl/worksheets/sheet1.xml"); strings.Contains(sheet, "<c ") {
			t.Errorf("of %s the workbook has %s", params, sheet)
		}
	}
	if _, problems := render(t, "x.docx", chartDocument("{$sales}"), `{"sales":3}`); strings.Join(problems, " ") != "not-a-chart {$sales}" {
		t.Errorf("problems are %v", problems)
	}
}

// A chart in a loop is repeated with the data of each item. A chart after the loop shows data from outside of the loop.
// If the list is empty, the chart in the loop is removed.
func TestChartInLoop(t *testing.T) {
	p := templatetest.P
	source := chartIn(p("{#teams}")+chartShown+p("{/teams}")+p("{#whole}")+strings.Replace(chartShown, `id="1"`, `id="2"`, 1)+p("{/whole}"),
		"{name}{$sales}")
	params := func(teams string) string {
		return `{"name":"All","whole":true,"sales":{"categories":["N"],"series":[{"name":"s","values":[9]}]},"teams":[` + teams + `]}`
	}
	document, problems := render(t, "x.docx", source,
		params(
			`{"name":"A","sales":{"categories":["N"],"series":[{"name":"s","values":[1]}]}},{"name":"B","sales":{"categories":["N"],`+
				`"series":[{"name":"s","values":[2]}]}}`))
	if problems != nil {
		t.Fatal(problems)
	}
	for number, want := range map[string]string{"1": "A1", "2": "B2", "3": "All9"} {
		chart := templatetest.Part(t, document, "word/charts/chart"+number+".xml")
		value := want[len(want)-1:]
		if !strings.Contains(chart, "<a:t>"+want[:len(want)-1]+"</a:t>") || !strings.Contains(chart, "<c:v>"+value+"</c:v>") {
			t.Errorf("chart %s shows %s, want %s", number, chart, want)
		}
		book := []byte(templatetest.Part(t, document, "word/embeddings/book"+number+".xlsx"))
		if sheet := templatetest.Part(t, book, "xl/worksheets/sheet1.xml"); !strings.Contains(sheet, "<v>"+value+"</v>") {
			t.Errorf("workbook %s has %s, want %s", number, sheet, value)
		}
	}
	if body := templatetest.Part(t, document, "word/document.xml"); !strings.Contains(body, `r:id="rId1"`) ||
		strings.Count(body, "<c:chart ") != 3 {
		t.Errorf("the body is %s", body)
	}
	if document, _ = render(t, "x.docx", source, `{}`); templatetest.Part(t, document, "word/charts/chart1.xml")+templatetest.Part(t, document,
		"word/embeddings/book1.xlsx") != "" {
		t.Error("a chart is there that is shown nowhere")
	}
}

// Chart parts that refer to each other in a circle are copied once.
func TestChartsInCircle(t *testing.T) {
	const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	relations := `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` +
		office + `/chart" Target="chart1.xml"/><Relationship Id="rId2" Type="` + office +
		`/package" Target="../embeddings/book1.xlsx"/></Relationships>`
	p := templatetest.P
	source := withPart(t, chartIn(p("{#l}")+chartShown+p("{/l}"), "{.}"), "word/charts/_rels/chart1.xml.rels", relations)
	if _, problems := render(t, "x.docx", source, `{"l":[1,2]}`); problems != nil {
		t.Error(problems)
	}
	if _, problems := render(t, "x.docx", source, `{}`); problems != nil {
		t.Error(problems)
	}
}

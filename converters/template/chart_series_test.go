package template_test

import (
	"strings"
	"testing"

	"lectern/converters/template/templatetest"
)

// plotted returns a document with a chart. area is the markup within the chart's plot area.
func plotted(t *testing.T, area string) []byte {
	return templatetest.Replaced(t, chartDocument("{$data}"),
		map[string]func(string) string{"word/charts/chart1.xml": func(text string) string {
			from, to := strings.Index(text, "<c:plotArea>")+len("<c:plotArea>"), strings.Index(text, "</c:plotArea>")
			return text[:from] + area + text[to:]
		}})
}

// kindsOf returns the types of the diagrams in a chart, each with the names of its series.
func kindsOf(chart string) string {
	var all []string
	for _, kind := range []string{"bar", "line"} {
		_, inner, _ := strings.Cut(chart, "<c:"+kind+"Chart>")
		inner, _, _ = strings.Cut(inner, "</c:"+kind+"Chart>")
		names := ""
		for _, serie := range strings.Split(inner, "<c:tx>")[1:] {
			_, name, _ := strings.Cut(serie, "<c:v>")
			names += name[:1]
		}
		all = append(all, kind+" "+names)
	}
	return strings.Join(all, ", ")
}

// In a chart that combines bars and lines, each series keeps the type of the template's series at the same index.
func TestCombinedChart(t *testing.T) {
	series := func(order string) string {
		return `<c:ser><c:idx val="` + order + `"/><c:order val="` + order + `"/><c:val/></c:ser>`
	}
	for name, test := range map[string]struct{ area, names, want string }{
		"as many": {`<c:barChart>` + series("0") + `</c:barChart><c:lineChart>` + series("1") + `</c:lineChart>`, "AB",
			"bar A, line B"},
		"more": {`<c:barChart>` + series("0") + `</c:barChart><c:lineChart>` + series("1") + `</c:lineChart>`, "ABC",
			"bar A, line BC"},
		"fewer": {`<c:barChart>` + series("0") + series("1") + `</c:barChart><c:lineChart>` + series("2") + `</c:lineChart>`, "A",
			"bar A, line "},
		"in another order": {`<c:lineChart>` + series("1") + `</c:lineChart><c:barChart>` + series("0") + series("2") + `</c:barChart>`, "ABC",
			"bar AC, line B"},
		"more in the first": {`<c:lineChart>` + series("0") + `</c:lineChart><c:barChart>` + series("1") + `</c:barChart>`, "ABC",
			"bar BC, line A"},
	} {
		list := ""
		for _, one := range test.names {
			list += `,{"name":"` + string(one) + `","values":[1]}`
		}
		document, problems := render(t, "x.docx", plotted(t, test.area), `{"data":{"series":[`+list[1:]+`]}}`)
		if problems != nil {
			t.Fatal(problems)
		}
		if got := kindsOf(templatetest.Part(t, document, "word/charts/chart1.xml")); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

// Values that are not finite numbers are empty in a chart. Points can lack an x value.
func TestChartValues(t *testing.T) {
	const bars, points = `<c:barChart><c:ser><c:val/></c:ser></c:barChart>`,
		`<c:scatterChart><c:ser><c:xVal/><c:yVal/></c:ser></c:scatterChart>`
	for name, test := range map[string]struct{ area, data, want string }{
		"no numbers": {bars, `{"series":[{"values":["nan","-Inf",7]}]}`,
			`<c:ptCount val="3"/><c:pt idx="2"><c:v>7</c:v></c:pt></c:numCache>`},
		"other heads": {bars, `{"categories":[true,2],"series":[{"values":[7,8]}]}`,
			`<c:cat><c:strRef><c:f>Sheet1!$A$2:$A$3</c:f><c:strCache><c:ptCount val="2"/><c:pt idx="0"><c:v>true</c:v>`},
		"no values":       {bars, `{"series":[{"values":[]}]}`, `<c:f>Sheet1!$B$2:$B$2</c:f>`},
		"plain values":    {points, `{"series":[{"values":[7]}]}`, `</c:tx><c:yVal>`},
		"heads of points": {points, `{"categories":[5],"series":[{"values":[7]}]}`, `<c:xVal><c:numRef><c:f>Sheet1!$A$2:$A$2</c:f>`},
		"some points": {points, `{"series":[{"values":[7,[1,2]]}]}`,
			`<c:ptCount val="2"/><c:pt idx="1"><c:v>1</c:v></c:pt></c:numCache></c:numRef></c:xVal>`},
	} {
		document, problems := render(t, "x.docx", plotted(t, test.area), `{"data":`+test.data+`}`)
		if problems != nil {
			t.Fatal(problems)
		}
		if got := templatetest.Part(t, document, "word/charts/chart1.xml"); !strings.Contains(got, test.want) {
			t.Errorf("%s: %s\nhas no %s", name, got, test.want)
		}
		book := []byte(templatetest.Part(t, document, "word/embeddings/book1.xlsx"))
		if sheet := templatetest.Part(t, book, "xl/worksheets/sheet1.xml"); strings.Contains(sheet, "NaN") || strings.Contains(sheet, "Inf") {
			t.Errorf("%s: the workbook has %s", name, sheet)
		}
	}
}

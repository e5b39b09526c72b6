package template_test

import (
	"regexp"
	"strings"
	"testing"

	"lectern/converters/template/templatetest"
)

// If loops repeat cells, the grid of the table has as many columns as its widest row.
func TestColumns(t *testing.T) {
	cell := func(properties, text string) string {
		return `<w:tc><w:tcPr>` + properties + `</w:tcPr>` + templatetest.P(text) + `</w:tc>`
	}
	wide := func(width string) string { return `<w:tcW w:w="` + width + `" w:type="dxa"/>` }
	const grid = `<w:tblGrid><w:gridCol w:w="500"/><w:gridCol w:w="900"/></w:tblGrid>`
	for name, test := range map[string]struct{ rows, params, want string }{
		"more": {`<w:tr>` + cell(wide("500"), "a") + cell(wide("900"), "{-w:tc l}{.}{/l}") + `</w:tr>`, `{"l":[1,2,3]}`,
			"500 900 900 900"},
		"as many": {`<w:tr>` + cell(wide("100"), "a") + cell(wide("100"), "{-w:tc l}{.}{/l}") + `</w:tr>`, `{"l":[1]}`, "500 900"},
		"fewer":   {`<w:tr>` + cell(wide("500"), "a") + cell(wide("900"), "{-w:tc l}{.}{/l}") + `</w:tr>`, `{"l":[]}`, "500"},
		"of no width": {`<w:tr>` + cell("", "a") + cell(`<w:tcW w:w="5000" w:type="pct"/>`, "{-w:tc l}{.}{/l}") + `</w:tr>`, `{"l":[1,2]}`,
			"500 900 900"},
		"the widest row": {`<w:tr>` + cell(wide("500"), "a") + `</w:tr><w:tr>` + cell(wide("500"), "a") + cell(wide("900"),
			"{-w:tc l}{.}{/l}") + `</w:tr><w:tr>` + cell(wide("1"), "b") + `</w:tr>`, `{"l":[1,2]}`, "500 900 900"},
		"cells over columns": {`<w:tr>` + cell(wide("500"), "a") + cell(wide("800")+`<w:gridSpan w:val="2"/>`, "{-w:tc l}{.}{/l}") + `</w:tr>`,
			`{"l":[1,2]}`, "500 400 400 400 400"},
		"columns left out": {`<w:tr><w:trPr><w:gridBefore w:val="1"/><w:gridAfter w:val="1"/></w:trPr>` + cell(wide("700"), "{-w:tc l}{.}{/l}") +
			`</w:tr>`, `{"l":[1,2]}`, "500 700 700 900"},
		"a table in a cell": {`<w:tr><w:tc><w:tbl><w:tblGrid><w:gridCol w:w="7"/></w:tblGrid><w:tr>` + cell(wide("7"), "x") +
			`</w:tr></w:tbl><w:p/></w:tc>` + cell(wide("900"), "{-w:tc l}{.}{/l}") + `</w:tr>`, `{"l":[1,2]}`, "500 900 900 7"},
		"no columns": {`<w:tr>` + cell(wide("500"), "{-w:tc l}{.}{/l}") + `</w:tr>`, `{"l":[]}`, ""},
		"rows of a loop": {`<w:tr>` + cell(wide("500"), "{#rows}a") + cell(wide("900"), "{-w:tc l}{.}{/l}{/rows}") + `</w:tr>`,
			`{"rows":[{"l":[1]},{"l":[1,2]}]}`, "500 900 900"},
	} {
		t.Run(name, func(t *testing.T) {
			document, problems := render(t, "x.docx", templatetest.Docx(`<w:tbl>`+grid+test.rows+`</w:tbl>`+templatetest.P("end")), test.params)
			if problems != nil {
				t.Fatal(problems)
			}
			var got []string
			for _, match := range regexp.MustCompile(`<w:gridCol w:w="(\d+)"/>`).FindAllStringSubmatch(templatetest.Part(t, document,
				"word/document.xml"), -1) {
				got = append(got, match[1])
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("columns of %v, want %s", got, test.want)
			}
		})
	}
}

// A cell above or below repeated columns spans all copies of these columns.
func TestHeadsOverColumns(t *testing.T) {
	cell := func(properties, text string) string { return `<w:tc>` + properties + templatetest.P(text) + `</w:tc>` }
	const three = `<w:tcPr><w:tcW w:w="9" w:type="dxa"/><w:gridSpan w:val="3"/></w:tcPr>`
	loop := `<w:tr>` + cell("", "x") + cell("", "{-w:tc m}{.}{/m}") + cell("", "y") + `</w:tr>`
	for name, test := range map[string]struct{ rows, params, want string }{
		"over all":           {`<w:tr>` + cell(three, "Head") + `</w:tr>` + loop, `{"m":[1,2,3]}`, "5"},
		"over one":           {`<w:tr>` + cell("", "a") + cell("<w:tcPr/>", "Head") + cell("", "b") + `</w:tr>` + loop, `{"m":[1,2,3]}`, "3"},
		"without properties": {`<w:tr>` + cell("", "a") + cell("", "Head") + cell("", "b") + `</w:tr>` + loop, `{"m":[1,2]}`, "2"},
		"with a width": {`<w:tr>` + cell("", "a") + cell(`<w:tcPr><w:cnfStyle w:val="0"/><w:tcW w:w="9"/><w:vAlign w:val="top"/></w:tcPr>`,
			"Head") + cell("", "b") + `</w:tr>` + loop, `{"m":[1,2]}`, "2"},
		"behind the loop": {loop + `<w:tr>` + cell(three, "Foot") + `</w:tr>`, `{"m":[1,2]}`, "4"},
		"over fewer":      {`<w:tr>` + cell(three, "Head") + `</w:tr>` + loop, `{"m":[]}`, "2"},
		"over as many":    {`<w:tr>` + cell(three, "Head") + `</w:tr>` + loop, `{"m":[1]}`, "3"},
		"beside what repeats": {`<w:tr>` + cell("", "a") + cell(`<w:tcPr><w:gridSpan w:val="2"/></w:tcPr>`, "Head") + `</w:tr>` + loop,
			`{"m":[1,2,3]}`, "4"},
		"in a loop": {`<w:tr>` + cell(three, "{#l}Head{/l}") + `</w:tr>` + loop, `{"m":[1,2],"l":[1,2]}`, "4"},
		"two loops": {`<w:tr>` + cell(three, "Head") + `</w:tr><w:tr>` + cell("", "{-w:tc m}{.}{/m}") + cell("", "{-w:tc m}{.}{/m}") +
			cell("", "y") + `</w:tr>`, `{"m":[1,2]}`, "3"},
	} {
		t.Run(name, func(t *testing.T) {
			document, problems := render(t, "x.docx",
				templatetest.Docx(`<w:tbl><w:tblGrid><w:gridCol w:w="9"/><w:gridCol w:w="9"/><w:gridCol w:w="9"/></w:tblGrid>`+test.rows+`</w:tbl>`+
					templatetest.P("end")), test.params)
			if problems != nil {
				t.Fatal(problems)
			}
			got := regexp.MustCompile(`<w:gridSpan w:val="([^"]*)"/>`).FindAllStringSubmatch(templatetest.Part(t, document, "word/document.xml"), -1)
			if len(got) != 1 || got[0][1] != test.want {
				t.Errorf("spans %v, want %s", got, test.want)
			}
		})
	}
}

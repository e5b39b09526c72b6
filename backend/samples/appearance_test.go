package samples_test

import (
	"strings"
	"testing"

	"lectern/converters/template/templatetest"
)

// fileOf returns the template of an example of the template guide, with the small page and the table lines that the
// guide's pictures have.
func fileOf(t testing.TB, example *templatetest.Example) output {
	t.Helper()
	content, extension := example.File("word/styles.xml", styles)
	change := map[string]func(string) string{
		"word/document.xml": func(markup string) string {
			return strings.NewReplacer(templatetest.Section, smallPage, "<w:tblPr/>", lines).Replace(markup)
		},
		"xl/worksheets/sheet1.xml": func(markup string) string {
			return strings.NewReplacer("<sheetData>", columns+"<sheetData>", "</sheetData>", "</sheetData>"+grid).Replace(markup)
		},
	}
	return output{templatetest.Replaced(t, content, change), extension}
}

const (
	smallPage = `<w:sectPr><w:pgSz w:w="6600" w:h="4700"/><w:pgMar w:top="400" w:right="500" w:bottom="400" w:left="500"/></w:sectPr>`
	lines     = `<w:tblPr><w:tblW w:w="5600" w:type="dxa"/><w:tblBorders><w:top w:val="single" w:sz="6" w:color="1F5F6B"/><w:bottom ` +
		`w:val="single" w:sz="6" w:color="1F5F6B"/>` +
		`<w:insideH w:val="single" w:sz="4" w:color="CBD8DA"/></w:tblBorders></w:tblPr>`
	columns = `<cols><col min="1" max="6" width="14" customWidth="1"/></cols>`
	// grid prints the sheet with grid lines and with row and column headings.
	grid = `<printOptions headings="1" gridLines="1"/><pageMargins left="0.3" right="0.3" top="0.3" bottom="0.3" header="0" ` +
		`footer="0"/><pageSetup paperSize="11" orientation="landscape"/><headerFooter/>`

	styles = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:styles ` + templatetest.WordNS + `>` +
		`<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/><w:sz w:val="24"/><w:lang w:val="en-GB"/></w:rPr>` +
		`</w:rPrDefault>` +
		`<w:pPrDefault><w:pPr><w:spacing w:after="60"/></w:pPr></w:pPrDefault></w:docDefaults>` +
		`<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>` +
		`<w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/><w:basedOn w:val="Normal"/><w:pPr><w:keepNext/>` +
		`<w:outlineLvl w:val="1"/></w:pPr>` +
		`<w:rPr><w:rFonts w:ascii="Cambria" w:hAnsi="Cambria"/><w:b/><w:color w:val="1F5F6B"/><w:sz w:val="32"/></w:rPr></w:style>` +
		`<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="2460C8"/><w:u w:val="single"/>` +
		`</w:rPr></w:style></w:styles>`
)

package office

import (
	"bytes"
	"strings"
	"testing"

	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/converters/ooxml/ooxmltest"
)

const (
	khmer   = "ខ្ញុំស្រឡាញ់ភាសាខ្មែរ"
	burmese = "မြန်မာဘာသာစကား"
)

// LibreOffice without Lectern's changes loses Khmer and Burmese letters if the requested font lacks them.
func TestKhmerAndBurmese(t *testing.T) {
	needsExtension(t)
	office := openOffice(t, converttest.OfficeConfig(t))
	run := func(text string) string {
		return `<w:p><w:r><w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Khmer OS"/></w:rPr><w:t>` + text + `</w:t></w:r></w:p>`
	}
	rtf := func(font string) []byte {
		var text bytes.Buffer
		rtfOf(font, "", khmer+" "+burmese).WriteTo(&text)
		return text.Bytes()
	}
	const slideText = `<a:p><a:r><a:rPr lang="en-US"><a:latin typeface="Calibri"/><a:cs typeface="Calibri"/></a:rPr><a:t>` + khmer + ` and ` +
		burmese + `</a:t></a:r></a:p>`
	header := ooxmltest.Part{
		Name: "word/header1.xml", Type: "application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml",
		Content: ooxmltest.Header(run(burmese)),
	}
	shape := func(id string) string {
		return `<p:sp><p:nvSpPr><p:cNvPr id="` + id +
			`" name="a"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="500000" y="500000"/><a:ext cx="4000000" cy="800000"/></a:xfrm>` +
			`<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>` +
			`<p:txBody><a:bodyPr/>` + slideText + `</p:txBody></p:sp>`
	}
	tests := []struct {
		name  string
		kind  filetype.Type
		in    []byte
		texts int // how often each of the two texts is on the page
	}{
		{"a text", filetype.Docx, ooxmltest.DocxOf(
			run(khmer+" in a line")+`<w:tbl><w:tr><w:tc>`+run(khmer)+`</w:tc><w:tc>`+run(burmese)+`</w:tc></w:tr></w:tbl>`+
				`<w:sectPr><w:headerReference w:type="default" r:id="r1"/></w:sectPr>`, []string{"header", "header1.xml"}, header), 2},
		{"a theme that has no font for it", filetype.Docx, ooxmltest.DocxOf(
			`<w:p><w:r><w:rPr><w:rFonts w:ascii="Cambria" w:hAnsi="Cambria" w:cs=""/></w:rPr><w:t>`+khmer+" "+burmese+`</w:t></w:r></w:p>`, nil), 1},
		{"the font of the script itself", filetype.Rtf, rtf("Noto Sans Khmer"), 1},
		{"a text of old", filetype.Rtf, rtf("Arial"), 1},
		{"cells, runs of letters, results and margins", filetype.Xlsx, ooxmltest.XlsxOf("", "",
			`<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>`+khmer+`</t></is></c></row>`+
				`<row r="2"><c r="A2" t="inlineStr"><is><r><rPr><b/><rFont val="Arial"/></rPr><t>Bold `+khmer+
				`</t></r><r><rPr><rFont val="Calibri"/></rPr><t> `+burmese+`</t></r></is></c></row>`+
				`<row r="3"><c r="A3" t="str"><f>A1&amp;"x"</f><v>`+khmer+`x</v></c></row></sheetData>`+
				`<headerFooter><oddHeader>&amp;C`+burmese+`</oddHeader><oddFooter>&amp;R`+burmese+`</oddFooter></headerFooter>`), 3},
		{"slides", filetype.Pptx, ooxmltest.PptxOf([]int{1}, ooxmltest.Slide{Shapes: shape("2") +
			`<p:grpSp><p:nvGrpSpPr><p:cNvPr id="4" name="g"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>` + shape("5") + `</p:grpSp>` +
			`<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="3" name="t"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off ` +
			`x="500000" y="3500000"/><a:ext cx="6000000" cy="800000"/></p:xfrm>` +
			`<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblGrid><a:gridCol ` +
			`w="6000000"/></a:tblGrid><a:tr h="400000"><a:tc><a:txBody><a:bodyPr/>` +
			slideText + `</a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`}), 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := strings.Join(strings.Fields(textsOf(t, office, test.kind, bytes.NewReader(test.in)).Pages[0]), "")
			for _, want := range []string{khmer, burmese} {
				if got := strings.Count(text, want); got != test.texts {
					t.Errorf("%s is there %d times, want %d, in %s", want, got, test.texts, text)
				}
			}
		})
	}
}

package ooxmltest

import (
	"fmt"
	"strings"
)

const (
	wordType = office + "wordprocessingml."
	wordNS   = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="` + relation +
		`" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" ` +
		`xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"`
	pictureCount = 8
)

// Docx returns a text document of about the given number of pages: headings, prose, a table on every third and a
// picture on every fifth page, with a header and a footer.
func Docx(pages int) []byte {
	var body strings.Builder
	for page := range pages {
		fmt.Fprintf(&body, `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>%d. A chapter</w:t></w:r></w:p>`, page+1)
		for i := range 6 {
			body.WriteString(Paragraph(Sentence(page*10+i, 60)))
		}
		switch {
		case page%3 == 0:
			body.WriteString(wordTable(page, 12, 4))
		case page%5 == 0:
			body.WriteString(wordPicture(page%pictureCount + 4))
		default:
			body.WriteString(Paragraph(Sentence(page*10+7, 90)))
		}
	}
	targets := []string{"styles", "styles.xml", "header", "header1.xml", "footer", "footer1.xml"}
	parts := []Part{{}, {},
		{Name: "word/styles.xml", Type: wordType + "styles+xml", Content: head + `<w:styles ` + wordNS +
			`><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/><w:sz w:val="22"/></w:rPr></w:rPrDefault>` +
			`<w:pPrDefault><w:pPr><w:spacing w:after="120"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" ` +
			`w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading ` +
			`1"/><w:basedOn w:val="Normal"/><w:pPr><w:keepNext/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="32"/></w:rPr>` +
			`</w:style></w:styles>`},
		{Name: "word/header1.xml", Type: wordType + "header+xml", Content: head + `<w:hdr ` + wordNS + `>` +
			Paragraph("A long report") + `</w:hdr>`},
		{Name: "word/footer1.xml", Type: wordType + "footer+xml", Content: head + `<w:ftr ` + wordNS +
			`><w:p><w:r><w:t xml:space="preserve">Page </w:t></w:r>` + Field("PAGE", "1") + `</w:p></w:ftr>`},
	}
	for i := range pictureCount {
		name := fmt.Sprintf("media/image%d.png", i+1)
		targets = append(targets, "image", name)
		parts = append(parts, Part{Name: "word/" + name, Content: Picture(i, 128)})
	}
	body.WriteString(
		`<w:sectPr><w:headerReference w:type="default" r:id="r2"/><w:footerReference w:type="default" r:id="r3"/><w:pgSz w:w="11906" ` +
			`w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" ` +
			`w:gutter="0"/></w:sectPr>`)
	parts[0] = Part{Name: "word/document.xml", Type: wordType + "document.main+xml", Content: head + `<w:document ` + wordNS + `><w:body>` +
		body.String() + `</w:body></w:document>`}
	parts[1] = Part{Name: "word/_rels/document.xml.rels", Content: Relations(targets...)}
	return Pack(parts...)
}

// DocxOf returns a text document with the given content of its body and with additional parts. targets are the
// relations to these parts, in pairs as for [Relations].
func DocxOf(body string, targets []string, parts ...Part) []byte {
	return Pack(append([]Part{
		{Name: "word/document.xml", Type: wordType + "document.main+xml", Content: head + `<w:document ` + wordNS + `><w:body>` + body +
			`</w:body></w:document>`},
		{Name: "word/_rels/document.xml.rels", Content: Relations(targets...)},
	}, parts...)...)
}

// Header returns the content of a header part.
func Header(content string) string { return head + `<w:hdr ` + wordNS + `>` + content + `</w:hdr>` }

// Paragraph returns a paragraph of plain text.
func Paragraph(text string) string {
	return `<w:p><w:r><w:t xml:space="preserve">` + text + `</w:t></w:r></w:p>`
}

// Field returns the runs of a field.
func Field(code, result string) string {
	return `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ` + code +
		` </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>` + result +
		`</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
}

func wordTable(number, rows, columns int) string {
	var out strings.Builder
	out.WriteString(
		`<w:tbl><w:tblPr><w:tblW w:w="9600" w:type="dxa"/><w:tblBorders><w:top w:val="single" w:sz="4"/><w:bottom w:val="single" ` +
			`w:sz="4"/><w:insideH w:val="single" w:sz="4"/></w:tblBorders></w:tblPr><w:tblGrid>`)
	for range columns {
		fmt.Fprintf(&out, `<w:gridCol w:w="%d"/>`, 9600/columns)
	}
	out.WriteString(`</w:tblGrid>`)
	for row := range rows {
		out.WriteString(`<w:tr>`)
		for column := range columns {
			fmt.Fprintf(&out, `<w:tc><w:tcPr><w:tcW w:w="%d" w:type="dxa"/></w:tcPr>%s</w:tc>`, 9600/columns,
				Paragraph(Sentence(number+row*columns+column, 3)))
		}
		out.WriteString(`</w:tr>`)
	}
	return out.String() + `</w:tbl>` + Paragraph("")
}

func wordPicture(relation int) string {
	return fmt.Sprintf(
		`<w:p><w:r><w:drawing><wp:inline><wp:extent cx="3000000" cy="2000000"/><wp:docPr id="%[1]d" name="p"/><a:graphic><a:graphicData `+
			`uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/>`+
			`</pic:nvPicPr><pic:blipFill><a:blip r:embed="r%[1]d"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off `+
			`x="0" y="0"/><a:ext cx="3000000" cy="2000000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic>`+
			`</wp:inline></w:drawing></w:r></w:p>`, relation)
}

package template_test

import (
	"os"
	"testing"

	"lectern/converters/template/templatetest"
)

const styles = `<w:styles ` + templatetest.Word + `><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/><w:sz w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="160" w:line="259" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Standard"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/><w:basedOn w:val="Standard"/><w:pPr><w:keepNext/><w:spacing w:before="240" w:after="120"/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:color w:val="2F5496"/><w:sz w:val="36"/></w:rPr></w:style></w:styles>`

func TestLook(t *testing.T) {
	html, err := os.ReadFile("testdata/richtext/sample.html")
	if err != nil {
		t.Fatal(err)
	}
	document, problems := render(t, "x.docx", styled(templatetest.P("Before")+templatetest.P("{~~html}")+templatetest.P("Inline: {~html} after")), toJSON(t, map[string]any{"html": string(html)}))
	if problems != nil {
		t.Fatal(problems)
	}
	t.Log(templatetest.Validate(document))
	if to := os.Getenv("RICH_OUT"); to != "" {
		os.WriteFile(to, document, 0o644)
	}
	t.Log(templatetest.Text(t, document, "word/document.xml"))
}

// styled gives a text document with a sheet of styles.
func styled(body string) []byte {
	return templatetest.Zip(
		"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>`,
		"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
		"word/_rels/document.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
		"word/document.xml", `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document `+templatetest.Word+`><w:body>`+body+templatetest.Section+`</w:body></w:document>`,
		"word/styles.xml", styles)
}

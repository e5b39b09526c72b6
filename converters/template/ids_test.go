package template_test

import (
	"testing"

	"lectern/converters/template/opc"
	"lectern/converters/template/templatetest"
)

// A rendered document can be used as a template again: the ids that the second rendering adds differ from those in the
// document.
func TestNewIDsAreUnused(t *testing.T) {
	const drawing = `<w:drawing><wp:docPr xmlns:wp="x" id="16777217" name="Picture 1"/></w:drawing>`
	source := templatetest.Docx(templatetest.P("{%x}{%x}"), "word/header1.xml", `<w:hdr `+templatetest.WordNS+`><w:p><w:r>`+drawing+
		`</w:r></w:p></w:hdr>`)
	if _, problems := render(t, "x.docx", source, `{"x":"`+dot+`"}`); problems != nil { // render fails if ids are not unique
		t.Error(problems)
	}
	shape := `<p:pic><p:nvPicPr><p:cNvPr id="16777217" name="Picture 1"/></p:nvPicPr></p:pic>`
	if _, problems := render(t, "x.pptx", templatetest.Pptx(shape+templatetest.Shape("{%x}")), `{"x":"`+dot+`"}`); problems != nil {
		t.Error(problems)
	}
	p, err := opc.Open(templatetest.Zip("[Content_Types].xml", "<Types/>", "_rels/a.rels",
		`<Relationships><Relationship Id="rIdLink1" Target="x"/><Relationship Id="rId2" Target="x"/></Relationships>`),
		opc.Limits{Parts: 9, PartBytes: 1 << 20, TotalBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	relations, err := p.Relations("a")
	if err != nil {
		t.Fatal(err)
	}
	if first, second := relations.AddLink("x", "y"), relations.AddLink("x", "z"); first == second || first == "rIdLink1" ||
		second == "rIdLink1" {
		t.Errorf("they are %s and %s", first, second)
	}
}

package template_test

import (
	"strings"
	"testing"

	"lectern/converters/template/templatetest"
)

// A picture has the position and size that its placeholder inherits from the layout or the master of the slide.
func TestPicturesOfLayouts(t *testing.T) {
	const spaces = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ` +
		`xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"`
	holder := func(ph, frame, text string) string {
		return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:cNvSpPr/><p:nvPr>` + ph + `</p:nvPr></p:nvSpPr><p:spPr>` + frame +
			`</p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>` + text + `</a:t></a:r></a:p></p:txBody></p:sp>`
	}
	frame := func(x string) string {
		return `<a:xfrm><a:off x="` + x + `" y="2000000"/><a:ext cx="1000000" cy="1000000"/></a:xfrm>`
	}
	related := func(from, kind, to string) []string {
		return []string{from,
			`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" ` +
				`Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/` + kind + `" Target="` + to + `"/></Relationships>`}
	}
	for name, test := range map[string]struct{ slide, layout, master, want string }{
		"its own": {holder(`<p:ph idx="1"/>`, frame("10"), "{%p}"), holder(`<p:ph idx="1"/>`, frame("20"), ""), "", `x="10"`},
		"of the layout": {holder(`<p:ph idx="1"/>`, "", "{%p}"), holder(`<p:ph idx="2"/>`, frame("30"), "") + holder(`<p:ph idx="1"/>`,
			frame("20"), ""), "", `x="20"`},
		"of the layout, by kind": {holder(`<p:ph type="title"/>`, "", "{%p}"), holder(`<p:ph type="title"/>`, frame("20"), ""), "", `x="20"`},
		"of the master": {holder(`<p:ph idx="1"/>`, "", "{%p}"), holder(`<p:ph idx="1"/>`, "", ""), holder(`<p:ph type="title"/>`,
			frame("30"), "") + holder(`<p:ph type="body"/>`, frame("40"), ""), `x="40"`},
		"of none: in the middle": {holder(`<p:ph idx="1"/>`, "", "{%p}"), "", "", `x="2309018"`},
		"on a slide that repeats": {holder(`<p:ph idx="1"/>`, "", "{%p}") + templatetest.Shape("{:slide l}"),
			holder(`<p:ph idx="1"/>`, frame("20"), ""), "", `x="20"`},
	} {
		source := templatetest.Pptx(test.slide)
		parts := append(related("ppt/slides/_rels/slide1.xml.rels", "slideLayout", "../slideLayouts/slideLayout1.xml"),
			related("ppt/slideLayouts/_rels/slideLayout1.xml.rels", "slideMaster", "../slideMasters/slideMaster1.xml")...)
		parts = append(parts, "ppt/slideLayouts/slideLayout1.xml", `<p:sldLayout `+spaces+`><p:cSld><p:spTree>`+test.layout+
			`</p:spTree></p:cSld></p:sldLayout>`,
			"ppt/slideMasters/slideMaster1.xml", `<p:sldMaster `+spaces+`><p:cSld><p:spTree>`+test.master+`</p:spTree></p:cSld></p:sldMaster>`)
		document, problems := render(t, "x.pptx", templatetest.With(t, source, parts...), `{"p":"`+dot+`","l":[1,2]}`)
		if problems != nil {
			t.Fatal(name, problems)
		}
		if got := templatetest.Part(t, document, "ppt/slides/slide1.xml"); !strings.Contains(got, "<p:pic>") ||
			!strings.Contains(got, `<a:off `+test.want) {
			t.Errorf("%s: %s\nhas no %s", name, got, test.want)
		}
	}
}

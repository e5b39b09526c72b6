package documents_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"net/http"
	"slices"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/backend/web/api"
	"lectern/converters/ooxml/ooxmltest"
)

// The colors of an embedded picture, and of the preview picture of an embedded object.
var (
	ofPicture = color.RGBA{0, 160, 0, 255}
	ofObject  = color.RGBA{200, 0, 200, 255}
)

// TestEmbeddedObjectsAreShown posts a text document and a presentation. Each contains a picture, an embedded package
// that is shown by its preview picture, and an embedded workbook, which LibreOffice draws itself in the text document.
// All of them must be visible, and the report must count them.
//
// SECURITY.md, promise 11 (embedded content)
func TestEmbeddedObjectsAreShown(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	for name, content := range map[string][]byte{"a.docx": embeddedDocx(t), "a.pptx": embeddedPptx(t)} {
		doc := s.Wait(s.Upload(name, content).ID)
		status, page := s.Call(http.MethodGet, "/document/"+doc.ID+"/page/1.png", nil, nil)
		if doc.Status != "ready" || status != http.StatusOK {
			t.Fatalf("%s: %+v, page 1 is %d", name, doc, status)
		}
		seen, err := png.Decode(bytes.NewReader(page))
		lecterntest.Check(t, err)
		if n := count(seen, ofPicture); n < 5000 {
			t.Errorf("%s: %d pixels of the picture", name, n)
		}
		if n := count(seen, ofObject); n < 5000 {
			t.Errorf("%s: %d pixels of the object", name, n)
		}
		if _, text := s.Call(http.MethodGet, "/document/"+doc.ID+"/text", nil, nil); name == "a.docx" && !bytes.Contains(text, []byte("INSIDE")) {
			t.Errorf("%s: its text is %q", name, text)
		}
		_, text := s.Call(http.MethodGet, "/document/"+doc.ID+"/report", nil, nil)
		var report api.Report
		lecterntest.Check(t, json.Unmarshal(text, &report))
		if !slices.Contains(report.Other, api.ReportFact{Name: "embedded", Value: "2"}) || len(report.BlockedLinks) > 0 {
			t.Errorf("%s: report %s", name, text)
		}
	}
}

// count returns the number of pixels whose color equals the given color or is close to it.
func count(in image.Image, want color.RGBA) (n int) {
	near := func(a uint32, b byte) bool { return a>>8 < uint32(b)+16 && a>>8+16 > uint32(b) }
	for y := in.Bounds().Min.Y; y < in.Bounds().Max.Y; y++ {
		for x := in.Bounds().Min.X; x < in.Bounds().Max.X; x++ {
			if r, g, b, _ := in.At(x, y).RGBA(); near(r, want.R) && near(g, want.G) && near(b, want.B) {
				n++
			}
		}
	}
	return n
}

func workbook() string {
	return string(ooxmltest.XlsxOf("", "", `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>INSIDE</t></is></c></row></sheetData>`))
}

// drawing returns the DrawingML of a picture of 100 × 100 points. The argument left is its horizontal position in
// points.
func drawing(tag, relation string, left int) string {
	return fmt.Sprintf(
		`<%[1]s:pic><%[1]s:nvPicPr><%[1]s:cNvPr id="7" name="p"/><%[1]s:cNvPicPr/>%[4]s</%[1]s:nvPicPr><%[1]s:blipFill><a:blip `+
			`r:embed="%[2]s"/><a:stretch><a:fillRect/></a:stretch></%[1]s:blipFill>`+
			`<%[1]s:spPr><a:xfrm><a:off x="%[3]d" y="1270000"/><a:ext cx="1270000" cy="1270000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/>`+
			`</a:prstGeom></%[1]s:spPr></%[1]s:pic>`,
		tag, relation, left*12700, map[string]string{"p": "<p:nvPr/>"}[tag])
}

func embeddedDocx(t *testing.T) []byte {
	t.Helper()
	object := func(id, program, relation string) string {
		return fmt.Sprintf(
			`<w:p><w:r><w:object xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><v:shape id="%[1]s" `+
				`style="width:100pt;height:100pt" o:ole=""><v:imagedata r:id="r2"/></v:shape>`+
				`<o:OLEObject Type="Embed" ProgID="%[2]s" ShapeID="%[1]s" DrawAspect="Content" ObjectID="_%[1]s" r:id="%[3]s"/></w:object></w:r></w:p>`,
			id, program, relation)
	}
	body :=
		`<w:p><w:r><w:drawing><wp:inline><wp:extent cx="1270000" cy="1270000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData ` +
			`uri="http://schemas.openxmlformats.org/drawingml/2006/picture">` +
			drawing("pic", "r1", 0) + `</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>` + object("o1", "Package", "r3") +
			object("o2", "Excel.Sheet.12", "r4")
	return ooxmltest.DocxOf(body, []string{"image", "media/picture.png", "image", "media/object.png", "oleObject", "embeddings/a.bin",
		"package", "embeddings/b.xlsx"},
		ooxmltest.Part{Name: "word/media/picture.png", Content: lecterntest.PlainPNG(t, ofPicture)},
		ooxmltest.Part{Name: "word/media/object.png", Content: lecterntest.PlainPNG(t, ofObject)},
		ooxmltest.Part{Name: "word/embeddings/a.bin", Content: "of a program that nobody has"},
		ooxmltest.Part{Name: "word/embeddings/b.xlsx", Content: workbook()})
}

func embeddedPptx(t *testing.T) []byte {
	t.Helper()
	const ns = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ` +
		`xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ` +
		`xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
	object := func(left int, program, relation string) string {
		return fmt.Sprintf(
			`<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="%[1]d" name="o"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off `+
				`x="%[2]d" y="1270000"/><a:ext cx="1270000" cy="1270000"/></p:xfrm>`+
				`<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/presentationml/2006/ole"><p:oleObj name="o" r:id="%[4]s" `+
				`imgW="1270000" imgH="1270000" progId="%[3]s"><p:embed/>%[5]s</p:oleObj></a:graphicData></a:graphic></p:graphicFrame>`,
			left, left*12700, program, relation, drawing("p", "r3", left))
	}
	slide := `<p:sld ` + ns + `><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>` +
		drawing("p", "r2", 100) +
		object(220, "Package", "r4") + object(340, "Excel.Sheet.12", "r5") + `</p:spTree></p:cSld></p:sld>`
	return withParts(t, ooxmltest.Pptx(1), map[string]string{
		"ppt/slides/slide1.xml": slide,
		"ppt/slides/_rels/slide1.xml.rels": ooxmltest.Relations("slideLayout", "../slideLayouts/slideLayout1.xml", "image", "../media/image1.png",
			"image", "../media/object.png",
			"oleObject", "../embeddings/a.bin", "package", "../embeddings/b.xlsx"),
		"ppt/media/image1.png":  lecterntest.PlainPNG(t, ofPicture),
		"ppt/media/object.png":  lecterntest.PlainPNG(t, ofObject),
		"ppt/embeddings/a.bin":  "of a program that nobody has",
		"ppt/embeddings/b.xlsx": workbook(),
	})
}

// withParts returns a copy of an Office package in which parts are added or replaced.
func withParts(t *testing.T, content []byte, parts map[string]string) []byte {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	lecterntest.Check(t, err)
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, part := range archive.File {
		if _, replaced := parts[part.Name]; !replaced {
			lecterntest.Check(t, w.Copy(part))
		}
	}
	for name, text := range parts {
		into, err := w.Create(name)
		lecterntest.Check(t, err)
		_, err = io.WriteString(into, text)
		lecterntest.Check(t, err)
	}
	lecterntest.Check(t, w.Close())
	return out.Bytes()
}

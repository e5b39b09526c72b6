package office

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/inspect"
	"lectern/backend/convert/pdf"
	"lectern/converters/ooxml/ooxmltest"
	"lectern/converters/wire"
)

// canaryText is the content of a local file that documents refer to.
const canaryText = "CANARYCONTENT"

// No host is contacted and no local file is shown, whatever a document refers to. External content that was not loaded
// is reported.
//
// SECURITY.md, promise 9 (no local files in documents), promise 10 (converters without a network)
func TestLinkedDocuments(t *testing.T) {
	cfg := converttest.OfficeConfig(t)
	looks := inspect.New(cfg)
	office := openOffice(t, cfg)
	reader := pdf.New(cfg, slog.New(slog.DiscardHandler))
	defer reader.Close()
	canary := listenForCallers(t)
	local := filepath.Join(t.TempDir(), "canary.txt")
	if err := os.WriteFile(local, []byte(canaryText), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{"http://" + canary.Addr().String() + "/canary.txt", "file://" + local, local} {
		for name, document := range linkedDocuments(t, address) {
			words := wordsOf(t, office, reader, document.kind, document.in)
			if strings.Contains(words, canaryText) || words == "" {
				t.Errorf("%s to %s shows %q", name, address, words)
			}
			if !mentions(t, looks, document, address) {
				t.Errorf("%s to %s: the address is not reported", name, address)
			}
		}
	}
	canary.wantOnly(t)
}

type linkedDocument struct {
	kind filetype.Type
	in   io.ReadSeeker
}

// linkedDocuments returns documents that refer to an address in different ways.
func linkedDocuments(t *testing.T, address string) map[string]linkedDocument {
	field := func(field string) io.ReadSeeker {
		return strings.NewReader(`{\rtf1\ansi{\*\template ` + address + `}{\field\flddirty{\*\fldinst ` + field +
			`}{\fldrslt stored}}\par The end.}`)
	}
	quoted := `"` + address + `"`
	return map[string]linkedDocument{
		"picture in a .docx": {filetype.Docx, docx(t, address)},
		"fields of a .docx": {filetype.Docx, fieldDocx(t, address, "INCLUDETEXT "+quoted, "INCLUDEPICTURE "+quoted+` \d`, "DDEAUTO soffice "+
			quoted+" A1")},
		"text in an .rtf":    {filetype.Rtf, field("INCLUDETEXT " + quoted)},
		"picture in an .rtf": {filetype.Rtf, field("INCLUDEPICTURE " + quoted + ` \\d`)},
		"object in a .docx":  {filetype.Docx, objectDocx(t, address)},
		"object in an .rtf":  {filetype.Rtf, objectRTF(address)},
		"picture in a .pptx": {filetype.Pptx, linkedPptx(t, address)},
		"a web service":      {filetype.Xlsx, formulaXlsx(t, "WEBSERVICE("+quoted+")")},
		"another sheet":      {filetype.Xlsx, formulaXlsx(t, "'"+address+"'#$canary.A1")},
		"a DDE formula":      {filetype.Xlsx, formulaXlsx(t, `DDE("soffice",`+quoted+`,"canary.A1")`)},
		"a picture's cell":   {filetype.Xlsx, formulaXlsx(t, "_xlfn.IMAGE("+quoted+")")},
		"text in a .docx":    {filetype.Docx, textDocx(splitField("INCLUDE", "TEXT ", strings.ReplaceAll(quoted, `"`, "&quot;")), nil)},
		"a simple field": {filetype.Docx, textDocx(`<w:p><w:fldSimple w:dirty="true" w:instr="INCLUDEPICTURE `+strings.ReplaceAll(quoted, `"`,
			"&quot;")+` \d"/></w:p>`, nil)},
		"a picture's own": {filetype.Docx, svgDocx(address)},
		"a chunk":         {filetype.Docx, bytes.NewReader(externalRelation("aFChunk", address, `<w:altChunk r:id="r1"/>`))},
		"within a chunk": {filetype.Docx, textDocx(`<w:altChunk r:id="r1"/>`, []string{"aFChunk", "chunk.docx"},
			ooxmltest.Part{Name: "word/chunk.docx", Type: textType, Content: string(externalRelation("image", address, linkedPicture))})},
	}
}

const (
	textType      = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
	linkedPicture = `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="2000000" cy="2000000"/><wp:docPr id="1" name="p"/><a:graphic>` +
		`<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" ` +
		`name="p"/><pic:cNvPicPr/></pic:nvPicPr>` +
		`<pic:blipFill><a:blip r:link="r1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ` +
		`cx="2000000" cy="2000000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline>` +
		`</w:drawing></w:r></w:p>`
)

// mentions reports whether the facts of a document contain the address that it refers to. For an object in an .rtf, the
// facts only contain the number of objects.
func mentions(t *testing.T, looks *inspect.Inspector, document linkedDocument, address string) bool {
	t.Helper()
	if _, err := document.in.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "document"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := io.Copy(file, document.in); err != nil {
		t.Fatal(err)
	}
	facts, err := looks.Facts(t.Context(), file, document.kind)
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(facts.Links, func(link wire.FactLink) bool {
		return strings.Contains(link.Target, address) || document.kind == filetype.Rtf && link.Kind == "oleObject"
	})
}

// textDocx returns a text document with a body and additional parts.
func textDocx(body string, targets []string, parts ...ooxmltest.Part) io.ReadSeeker {
	return bytes.NewReader(ooxmltest.DocxOf(body+ooxmltest.Paragraph("The end."), targets, parts...))
}

// splitField returns a field whose code is split into several runs.
func splitField(code ...string) string {
	const mark = `<w:r><w:fldChar w:dirty="true" w:fldCharType="%s"/></w:r>`
	var field strings.Builder
	fmt.Fprintf(&field, `<w:p>`+mark, "begin")
	for _, piece := range code {
		field.WriteString(`<w:r><w:instrText xml:space="preserve">` + piece + `</w:instrText></w:r>`)
	}
	fmt.Fprintf(&field, mark+`<w:r><w:t>stored</w:t></w:r>`+mark+`</w:p>`, "separate", "end")
	return field.String()
}

// externalRelation returns a text document with a body and one relationship to an external address.
func externalRelation(kind, address, body string) []byte {
	return ooxmltest.DocxOf(body+ooxmltest.Paragraph("The end."), []string{kind, address + `" TargetMode="External`})
}

// svgDocx returns a text document with an SVG picture that refers to an external picture.
func svgDocx(address string) io.ReadSeeker {
	const start = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100">`
	return textDocx(strings.ReplaceAll(linkedPicture, "r:link", "r:embed"), []string{"image", "media/image1.svg"},
		ooxmltest.Part{Name: "word/media/image1.svg", Type: "image/svg+xml", Content: start + `<image width="50" height="50" xlink:href="` +
			address + `"/></svg>`})
}

// objectDocx returns a text document with an external object that is to be updated automatically.
func objectDocx(t *testing.T, address string) io.ReadSeeker {
	t.Helper()
	const object = `<w:p><w:r><w:object xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><v:shape ` +
		`id="o1" style="width:100pt;height:100pt" o:ole=""/>` +
		`<o:OLEObject Type="Link" ProgID="Word.Document.12" ShapeID="o1" DrawAspect="Content" UpdateMode="Always" ` +
		`r:id="r1"><o:LinkType>EnhancedMetaFile</o:LinkType><o:LockedField>false</o:LockedField></o:OLEObject></w:object></w:r></w:p>`
	relations := strings.ReplaceAll(ooxmltest.Relations("oleObject", address), "Target=", `TargetMode="External" Target=`)
	return bytes.NewReader(ooxmltest.Pack(
		ooxmltest.Part{Name: "word/document.xml", Type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
			Content: `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="` + relation + `"><w:body>` +
				object + ooxmltest.Paragraph("The end.") + `</w:body></w:document>`},
		ooxmltest.Part{Name: "word/_rels/document.xml.rels", Content: relations}))
}

// objectRTF returns an RTF with an OLE 1.0 link to an external object (MS-OLEDS 2.2.6).
func objectRTF(address string) io.ReadSeeker {
	link := []byte{1, 5, 0, 0, 1, 0, 0, 0}
	for _, text := range []string{"Word.Document.8", address, ""} {
		link = binary.LittleEndian.AppendUint32(link, uint32(len(text)+1))
		link = append(append(link, text...), 0)
	}
	link = append(link, make([]byte, 12)...)
	return strings.NewReader(fmt.Sprintf(
		`{\rtf1\ansi{\object\objautlink\rsltpict\objw2000\objh2000{\*\objclass Word.Document.8}{\*\objdata %x}{\result stored}}\par The end.}`,
		link))
}

// linkedPptx returns a presentation with an external image on its slide.
func linkedPptx(t *testing.T, address string) io.ReadSeeker {
	t.Helper()
	return changed(t, ooxmltest.Pptx(1), strings.NewReplacer("r:embed=", "r:link=", `"../media/image1.png"`,
		`"`+address+`" TargetMode="External"`))
}

// changed returns a copy of a package with text replaced in its parts.
func changed(t *testing.T, content []byte, change *strings.Replacer) io.ReadSeeker {
	t.Helper()
	from, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]string{}
	for _, part := range from.File {
		r, err := part.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		parts[part.Name] = change.Replace(string(text))
	}
	return archive(t, parts)
}

// wholeOf returns the complete PDF of a document.
func wholeOf(t *testing.T, office *Converter, kind filetype.Type, in io.ReadSeeker) []byte {
	t.Helper()
	var whole []byte
	_, err := office.Convert(t.Context(), Order{In: in, Kind: kind}, ReceiverFunc(func(_ Completeness, file *os.File) (err error) {
		whole, err = io.ReadAll(file)
		return err
	}))
	if err != nil {
		t.Fatalf("Convert: %v", err)
	}
	return whole
}

// wordsOf returns the text of a document's first page.
func wordsOf(t *testing.T, office *Converter, reader *pdf.Reader, kind filetype.Type, in io.ReadSeeker) string {
	t.Helper()
	return wordsIn(t, reader, wholeOf(t, office, kind, in))
}

// wordsIn returns the text of a PDF's first page.
func wordsIn(t *testing.T, reader *pdf.Reader, whole []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "whole.pdf")
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	source := pdf.Source{Key: fmt.Sprint(len(whole), bytes.Count(whole, []byte("obj")), path), Open: func(context.Context) (*os.File,
		error) {
		return os.Open(path)
	}}
	words, err := reader.Text(t.Context(), source, 1)
	if err != nil {
		t.Fatal(err)
	}
	return words
}

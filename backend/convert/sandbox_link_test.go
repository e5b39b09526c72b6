package convert

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
	"strings"
	"testing"

	"lectern/backend/filetype"
	"lectern/converters/ooxml/ooxmltest"
)

// canaryText is what a local file holds that documents point to.
const canaryText = "CANARYCONTENT"

// promises 9 and 10: whatever a document points to, nobody is called, and no local
// file shows.
func TestLinkedDocuments(t *testing.T) {
	cfg := officeConfig(t)
	office := openOffice(t, cfg)
	reader := NewPDF(cfg, slog.New(slog.DiscardHandler))
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
		}
	}
	select {
	case who := <-canary.came:
		t.Errorf("%s called", who)
	default:
	}
}

type linkedDocument struct {
	kind filetype.Type
	in   io.ReadSeeker
}

// linkedDocuments gives documents that point to an address in many ways.
func linkedDocuments(t *testing.T, address string) map[string]linkedDocument {
	field := func(field string) io.ReadSeeker {
		return strings.NewReader(`{\rtf1\ansi{\*\template ` + address + `}{\field\flddirty{\*\fldinst ` + field + `}{\fldrslt stored}}\par The end.}`)
	}
	quoted := `"` + address + `"`
	return map[string]linkedDocument{
		"picture in a .docx": {filetype.Docx, docx(t, address)},
		"fields of a .docx":  {filetype.Docx, fieldDocx(t, address, "INCLUDETEXT "+quoted, "INCLUDEPICTURE "+quoted+` \d`, "DDEAUTO soffice "+quoted+" A1")},
		"text in an .rtf":    {filetype.Rtf, field("INCLUDETEXT " + quoted)},
		"picture in an .rtf": {filetype.Rtf, field("INCLUDEPICTURE " + quoted + ` \\d`)},
		"object in a .docx":  {filetype.Docx, objectDocx(t, address)},
		"object in an .rtf":  {filetype.Rtf, objectRTF(address)},
		"picture in a .pptx": {filetype.Pptx, linkedPptx(t, address)},
		"a web service":      {filetype.Xlsx, formulaXlsx(t, "WEBSERVICE("+quoted+")")},
		"another sheet":      {filetype.Xlsx, formulaXlsx(t, "'"+address+"'#$canary.A1")},
		"a DDE formula":      {filetype.Xlsx, formulaXlsx(t, `DDE("soffice",`+quoted+`,"canary.A1")`)},
	}
}

// objectDocx gives a text with an object that is elsewhere and is to be brought up to date.
func objectDocx(t *testing.T, address string) io.ReadSeeker {
	t.Helper()
	const object = `<w:p><w:r><w:object xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><v:shape id="o1" style="width:100pt;height:100pt" o:ole=""/>` +
		`<o:OLEObject Type="Link" ProgID="Word.Document.12" ShapeID="o1" DrawAspect="Content" UpdateMode="Always" r:id="r1"><o:LinkType>EnhancedMetaFile</o:LinkType><o:LockedField>false</o:LockedField></o:OLEObject></w:object></w:r></w:p>`
	relations := strings.ReplaceAll(ooxmltest.Relations("oleObject", address), "Target=", `TargetMode="External" Target=`)
	return bytes.NewReader(ooxmltest.Pack(
		ooxmltest.Part{Name: "word/document.xml", Type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
			Content: `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="` + relation + `"><w:body>` + object + ooxmltest.Paragraph("The end.") + `</w:body></w:document>`},
		ooxmltest.Part{Name: "word/_rels/document.xml.rels", Content: relations}))
}

// objectRTF gives the same as rich text: a link as OLE 1.0 has them (MS-OLEDS 2.2.6).
func objectRTF(address string) io.ReadSeeker {
	link := []byte{1, 5, 0, 0, 1, 0, 0, 0}
	for _, text := range []string{"Word.Document.8", address, ""} {
		link = binary.LittleEndian.AppendUint32(link, uint32(len(text)+1))
		link = append(append(link, text...), 0)
	}
	link = append(link, make([]byte, 12)...)
	return strings.NewReader(fmt.Sprintf(`{\rtf1\ansi{\object\objautlink\rsltpict\objw2000\objh2000{\*\objclass Word.Document.8}{\*\objdata %x}{\result stored}}\par The end.}`, link))
}

// linkedPptx gives a slide with a picture that is elsewhere.
func linkedPptx(t *testing.T, address string) io.ReadSeeker {
	t.Helper()
	content := ooxmltest.Pptx(1)
	slide, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	link := strings.NewReplacer("r:embed=", "r:link=", `"../media/image1.png"`, `"`+address+`" TargetMode="External"`)
	parts := map[string]string{}
	for _, part := range slide.File {
		r, err := part.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		parts[part.Name] = link.Replace(string(text))
	}
	return archive(t, parts)
}

// wordsOf gives the text of a document's first page.
func wordsOf(t *testing.T, office *Office, reader *PDF, kind filetype.Type, in io.ReadSeeker) string {
	t.Helper()
	var whole []byte
	_, err := office.Convert(t.Context(), Order{In: in, Kind: kind}, func(_ Stage, file *os.File) (err error) {
		whole, err = io.ReadAll(file)
		return err
	})
	if err != nil {
		t.Fatalf("Convert: %v", err)
	}
	path := filepath.Join(t.TempDir(), "whole.pdf")
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	source := Source{Key: fmt.Sprint(len(whole), bytes.Count(whole, []byte("obj")), path), Open: func(context.Context) (*os.File, error) { return os.Open(path) }}
	words, err := reader.Text(t.Context(), source, 1)
	if err != nil {
		t.Fatal(err)
	}
	return words
}

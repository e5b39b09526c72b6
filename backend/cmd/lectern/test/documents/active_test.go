package documents_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/backend/web/api"
	"lectern/converters/ooxml/ooxmltest"
	"lectern/converters/pdf/pdftest"
)

// withMacroSheet turns the last sheet of an .xls workbook into an Excel 4 macro sheet, by changing its type in the
// workbook's list of sheets (MS-XLS 2.4.28). It returns the name of the sheet.
func withMacroSheet(t *testing.T, book []byte) (name string) {
	t.Helper()
	const kindAndLength, kind, length, text = 4, 9, 10, 12
	for from := 0; ; from += kindAndLength {
		found := bytes.Index(book[from:], []byte{0x85, 0})
		if found < 0 {
			break
		}
		from += found
		record := book[from:]
		if size := binary.LittleEndian.Uint16(record[2:]); int(size) == text-kindAndLength+int(record[length]) && record[length] > 0 {
			record[kind] = 1
			name = string(record[text : text+int(record[length])])
		}
	}
	if name == "" {
		t.Fatal("the workbook has no list of sheets")
	}
	return name
}

func report(s *lecterntest.Server, id string) (report api.Report) {
	s.T.Helper()
	_, text := s.Call(http.MethodGet, "/document/"+id+"/report", nil, nil)
	if err := json.Unmarshal(text, &report); err != nil {
		s.T.Fatalf("the report is %s", text)
	}
	return report
}

// TestReportListsActiveContent posts documents with content that would run, ask the user or update itself in the
// program that created them, and documents with pictures that cannot be shown. The report and the viewer must list this
// content.
//
// SECURITY.md, promise 12 (no macros), promise 58 (complete reports)
func TestReportListsActiveContent(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	book := lecterntest.Sample(t, "sample.xls")
	macros := withMacroSheet(t, book)
	controls := ooxmltest.DocxOf(ooxmltest.Paragraph("Hello"), []string{"control", "activeX/activeX1.xml"},
		ooxmltest.Part{Name: "word/activeX/activeX1.xml",
			Type:    "application/vnd.ms-office.activeX+xml",
			Content: `<ax:ocx xmlns:ax="http://schemas.microsoft.com/office/2006/activeX" ax:classid="{D27CDB6E-AE6D-11CF-96B8-444553540000}"/>`})
	blip :=
		`<w:p><w:r><w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" r:embed="rId99"/></w:drawing></w:r></w:p>`
	missing := ooxmltest.DocxOf(ooxmltest.Paragraph("Hello")+blip, nil)
	pictures := ooxmltest.DocxOf(ooxmltest.Paragraph("Hello"), []string{"image", "media/image1.png"},
		ooxmltest.Part{Name: "word/media/image1.png", Type: "image/png", Content: "this is no picture"})
	wrongMark := ooxmltest.DocxOf(ooxmltest.Paragraph("Hello"), []string{"image", "media/image1.svg"},
		ooxmltest.Part{Name: "word/media/image1.svg", Type: "image/svg+xml",
			Content: `<svg xmlns="http://www.w3.org/2000/svg"><text>Fish & Chips</text></svg>`})
	text := ooxmltest.Record(0x0204, 0, 0, 0, 0, 0, 0, 5, 0, 'H', 'e', 'l', 'l', 'o')
	sheetOf4 := slices.Concat(ooxmltest.Record(0x0409, 0, 0, 0x40, 0, 0, 0), text, ooxmltest.Record(0x0A))
	richText := []byte(`{\rtf1 Hello{\object\objocx{\*\objclass Forms.CommandButton.1}{\result Go}}\par}`)
	form := pdftest.WithCatalog("/AcroForm<</Fields[]/XFA[(template)null]>>", []pdftest.Page{pdftest.Text("Hello")})
	for name, test := range map[string]struct {
		content []byte
		told    func(api.Report) []string
		want    string
		viewer  string
	}{
		"macros.xls": {book, func(r api.Report) []string { return r.Macros }, "Excel 4 macro sheet “" + macros + "”",
			"Not run: the Excel 4 macros in the sheet “" + macros + "”"},
		"excel4.xls": {sheetOf4, func(r api.Report) []string { return r.Macros }, "Excel 4 macro sheet “unknown”",
			"Not run: the Excel 4 macros in the sheet “unknown”"},
		"controls.rtf": {richText, func(r api.Report) []string { return r.Controls }, "Forms.CommandButton.1",
			"Not run: the ActiveX control or add-in “Forms.CommandButton.1”"},
		"mark.docx": {wrongMark, func(r api.Report) []string { return r.Warnings },
			"Damaged pictures that may be missing or incomplete: “image1.svg”.",
			"Damaged pictures"},
		"controls.docx": {controls, func(r api.Report) []string { return r.Controls }, "ShockwaveFlash.ShockwaveFlash",
			"Not run: the ActiveX control or add-in “ShockwaveFlash.ShockwaveFlash”"},
		"pictures.docx": {pictures, func(r api.Report) []string { return r.Warnings },
			"Pictures in an unsupported format that are shown empty: “image1.png”.",
			"Pictures in an unsupported format"},
		"picture.docx": {missing, func(r api.Report) []string { return r.Warnings },
			"Pictures that are missing from the file and shown empty: “rId99”.",
			"Pictures that are missing from the file"},
		"form.pdf": {form, func(r api.Report) []string { return r.Warnings },
			"The document has a form that Adobe programs may display differently (XFA). Scripts in it are not run. The " +
				"pages shown are those for other programs.",
			"The document has a form that Adobe programs may display differently (XFA)"},
	} {
		doc := s.Wait(s.Upload(name, test.content).ID)
		if doc.Status != "ready" {
			t.Fatalf("%s is %+v", name, doc)
		}
		if got := test.told(report(s, doc.ID)); !slices.Contains(got, test.want) {
			t.Errorf("%s: the report has %q, want %q", name, got, test.want)
		}
		_, text := s.Call(http.MethodGet, s.URL+"/viewer/session/"+s.Want(http.StatusOK, http.MethodPost, "/session?documentId="+doc.ID, nil).ID+
			"/properties", nil, nil)
		if !strings.Contains(string(text), test.viewer) {
			t.Errorf("%s: the viewer shows %s, want %q", name, text, test.viewer)
		}
	}
}

package office

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/pdf"
	"lectern/converters/ooxml/ooxmltest"
)

// The field NUMPAGES, the total number of pages, does not count the blank pages that LibreOffice inserts if page
// numbers restart.
func TestPageTotals(t *testing.T) {
	needsExtension(t)
	office := openOffice(t, converttest.OfficeConfig(t))
	footer := ooxmltest.Part{
		Name: "word/footer1.xml", Type: "application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml",
		Content: strings.ReplaceAll(ooxmltest.Header(`<w:p>`+ooxmltest.Field("PAGE", "1")+`<w:r><w:t xml:space="preserve"> of </w:t></w:r>`+
			ooxmltest.Field("NUMPAGES", "3")+`</w:p>`), "w:hdr", "w:ftr"),
	}
	section := func(content string) string {
		return `<w:sectPr><w:footerReference w:type="default" r:id="r1"/>` + content + `</w:sectPr>`
	}
	tests := map[string]string{`<w:pgNumType w:start="1"/>`: "1 of 3", `<w:pgNumType w:start="5"/>`: "5 of 3", "": "3 of 3"}
	for numbers, want := range tests {
		paragraph := func(text string) string {
			return ooxmltest.Paragraph(text) + `<w:p><w:pPr>` + section(numbers) + `</w:pPr></w:p>`
		}
		in := ooxmltest.DocxOf(paragraph("one")+paragraph("two")+ooxmltest.Paragraph("three")+section(numbers),
			[]string{"footer", "footer1.xml"}, footer)
		var last string
		readPDF(t, office, filetype.Docx, bytes.NewReader(in), func(pdf *pdf.Reader, src pdf.Source) (err error) {
			last, err = pdf.Text(t.Context(), src, 3)
			return err
		})
		if !strings.Contains(last, want) {
			t.Errorf("with %s page 3 has %q, want %s", numbers, last, want)
		}
	}
}

// Comments are reported. They are not drawn, because their icons would cover the content of the page.
func TestCommentsAreNoIcons(t *testing.T) {
	needsExtension(t)
	office := openOffice(t, converttest.OfficeConfig(t))
	comments := ooxmltest.Part{
		Name: "word/comments.xml", Type: "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml",
		Content: strings.ReplaceAll(ooxmltest.Header(`<w:comment w:id="0" w:author="A">`+ooxmltest.Paragraph("Remark")+`</w:comment>`),
			"w:hdr", "w:comments"),
	}
	in := ooxmltest.DocxOf(
		`<w:p><w:commentRangeStart w:id="0"/><w:r><w:t>Text</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference `+
			`w:id="0"/></w:r></w:p>`,
		[]string{"comments", "comments.xml"}, comments)
	_, err := office.Convert(t.Context(), Order{In: bytes.NewReader(in), Kind: filetype.Docx},
		ReceiverFunc(func(stage Completeness, file *os.File) error {
			content, err := os.ReadFile(file.Name())
			if bytes.Contains(content, []byte("/Annot")) {
				t.Error("the PDF has an annotation")
			}
			return err
		}))
	if err != nil {
		t.Fatal(err)
	}
}

package office

import (
	"io"
	"log/slog"
	"strings"
	"testing"

	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/pdf"
	"lectern/converters/ooxml/ooxmltest"
)

// TestFileNamesAreThoseOfTheDocument converts fields that contain the file name. They show the name that is stored in
// the document, never the name of the temporary file.
func TestFileNamesAreThoseOfTheDocument(t *testing.T) {
	needsExtension(t)
	cfg := converttest.OfficeConfig(t)
	office := openOffice(t, cfg)
	reader := pdf.New(cfg, slog.New(slog.DiscardHandler))
	defer reader.Close()
	field := func(code, result string) string { return "<w:p>" + ooxmltest.Field(code, result) + "</w:p>" }
	simple := `<w:p><w:fldSimple w:instr=" FILENAME "><w:r><w:t>simple.docx</w:t></w:r></w:fldSimple></w:p>`
	footer := ooxmltest.Part{Name: "word/footer1.xml", Type: "application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml",
		Content: strings.ReplaceAll(ooxmltest.Header(field(`FILENAME \* MERGEFORMAT`, "below.docx")), "w:hdr", "w:ftr")}
	for name, test := range map[string]struct {
		kind filetype.Type
		in   io.ReadSeeker
		want string
	}{
		"a name": {filetype.Docx, textDocx(field("FILENAME", "my letter.docx"), nil), "my letter.docx The end."},
		"with its path": {filetype.Docx, textDocx(field("FILENAME", "b.docx")+field(`FILENAME \p`, "/a/b.docx"), nil),
			"b.docx /a/b.docx The end."},
		"a simple field":      {filetype.Docx, textDocx(simple, nil), "simple.docx The end."},
		"no result":           {filetype.Docx, textDocx(field("FILENAME", ""), nil), "The end."},
		"a path that is none": {filetype.Docx, textDocx(field("FILENAME", "b.docx")+field(`FILENAME \p`, ""), nil), "b.docx The end."},
		"in a footer": {filetype.Docx, textDocx(`<w:p><w:pPr><w:sectPr><w:footerReference w:type="default" r:id="r1"/></w:sectPr></w:pPr></w:p>`,
			[]string{"footer", "footer1.xml"}, footer), "below.docx"},
		"rich text": {filetype.Rtf, strings.NewReader(`{\rtf1 {\field{\*\fldinst FILENAME \\p}{\fldrslt b.rtf}}The end.}`), "The end."},
	} {
		if words := strings.Join(strings.Fields(wordsOf(t, office, reader, test.kind, test.in)), " "); words != test.want {
			t.Errorf("%s: %q, want %q", name, words, test.want)
		}
	}
}

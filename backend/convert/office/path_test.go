package office

import (
	"bytes"
	"io"
	"log/slog"
	"strings"
	"testing"

	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/pdf"
	"lectern/converters/ooxml/ooxmltest"
)

// TestNoPathOfTheServerShows converts fields and formulas that show the name or the folder of the document, or files
// next to it. The text and the links of the PDF must not reveal the folder and the file name that the converter uses.
func TestNoPathOfTheServerShows(t *testing.T) {
	needsExtension(t)
	cfg := converttest.OfficeConfig(t)
	office := openOffice(t, cfg)
	reader := pdf.New(cfg, slog.New(slog.DiscardHandler))
	defer reader.Close()
	link := []string{"hyperlink", `other.docx" TargetMode="External`}
	for name, test := range map[string]struct {
		kind filetype.Type
		in   io.ReadSeeker
		want string // expected in the text
	}{
		"margins of a sheet": {filetype.Xlsx, namedXlsx(""), "A<> B<> (Sheet1) C<> page 1 D<> content"},
		"a formula":          {filetype.Xlsx, namedXlsx(`CELL("filename",A1)`), "content []Sheet1"},
		"a sheet's name":     {filetype.Xlsx, namedXlsx(`MID(CELL("filename"),FIND("]",CELL("filename"))+1,9)`), "D<> content Sheet1"},
		"a folder":           {filetype.Xlsx, namedXlsx(`INFO("directory")`), "content"},
		"a link of a sheet":  {filetype.Xlsx, namedXlsx(`HYPERLINK("other.xlsx","there")`), "content there"},
		"a link of a text": {filetype.Docx, textDocx(`<w:p><w:hyperlink r:id="r1"><w:r><w:t>there</w:t></w:r></w:hyperlink></w:p>`,
			link), "there The end."},
		"a link of rich text": {filetype.Rtf,
			strings.NewReader(`{\rtf1 {\field{\*\fldinst HYPERLINK "other.rtf"}{\fldrslt there}} The end.}`), "there The end."},
		"a template": {filetype.Docx, textDocx("<w:p>"+ooxmltest.Field(`TEMPLATE \p`, "")+ooxmltest.Field("USERNAME", "")+"</w:p>",
			nil), "The end."},
		"fields and link of slides": {filetype.Pptx, namedPptx(t), "Slide 1"},
	} {
		whole := wholeOf(t, office, test.kind, test.in)
		words := strings.Join(strings.Fields(wordsIn(t, reader, whole)), " ")
		if !strings.Contains(words, test.want) {
			t.Errorf("%s: %q, want %q", name, words, test.want)
		}
		// Links in the PDF are not compressed. In some of the links, characters of the folder's name are escaped.
		for _, secret := range []string{"input", "child-", "office-", "/tmp/", "a folder"} {
			if strings.Contains(words, secret) || bytes.Contains(whole, []byte(secret)) {
				t.Errorf("%s: %q shows in %q, or in a link", name, secret, words)
			}
		}
	}
}

// namedXlsx returns a sheet with the sheet's name in all headers and footers, and a formula without a stored value.
func namedXlsx(formula string) io.ReadSeeker {
	const margins = `<headerFooter differentFirst="1" differentOddEven="1"><oddHeader>&amp;LO&amp;F</oddHeader><evenHeader>&amp;LE&` +
		`amp;F</evenHeader>` +
		`<firstHeader>&amp;LA&lt;&amp;F&gt;&amp;CB&lt;&amp;Z&amp;F&gt; (&amp;A)&amp;RC&lt;&amp;Z&gt;</firstHeader><firstFooter>&amp;Lpage ` +
		`&amp;P&amp;RD&lt;&amp;F&gt;</firstFooter></headerFooter>`
	cells := `<row><c t="inlineStr"><is><t>content</t></is></c></row>`
	if formula != "" {
		cells += `<row><c t="str"><f>` + strings.ReplaceAll(formula, `"`, "&quot;") + `</f></c></row>`
	}
	return bytes.NewReader(ooxmltest.XlsxOf("", "", `<sheetData>`+cells+`</sheetData>`+margins))
}

// namedPptx returns a slide with fields for the name and the path of the file, and a link.
func namedPptx(t *testing.T) io.ReadSeeker {
	var fields strings.Builder
	for _, kind := range []string{"file", "file1", "file2", "file3", "author"} {
		fields.WriteString(`<a:p><a:fld id="{B0B0B0B0-0000-0000-0000-000000000000}" type="` + kind +
			`"><a:rPr lang="en-US"/><a:t>stored</a:t></a:fld></a:p>`)
	}
	fields.WriteString(`<a:p><a:r><a:rPr lang="en-US"><a:hlinkClick r:id="r9"/></a:rPr><a:t>there</a:t></a:r></a:p>`)
	const relationEnd, firstLine = `</Relationships>`, `<a:p><a:r><a:rPr lang="en-US" sz="3200"/>`
	return changed(t, ooxmltest.Pptx(1), strings.NewReplacer(
		`Target="../media/image1.png"/>`+relationEnd, `Target="../media/image1.png"/><Relationship Id="r9" Type="`+relation+
			`/hyperlink" Target="other.pptx" TargetMode="External"/>`+relationEnd,
		firstLine, fields.String()+firstLine))
}

package facts

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"lectern/converters/ooxml/ooxmltest"
)

// linksOf returns the links of a document as lines of kind and target.
func linksOf(t testing.TB, content []byte, kind string) string {
	t.Helper()
	facts, err := Facts(ooxmltest.TempFile(t, content), kind)
	if err != nil || len(facts.Unread) > 0 {
		t.Fatalf("%v, %q", err, facts.Unread)
	}
	var lines []string
	for _, link := range facts.Links {
		lines = append(lines, link.Kind+" "+link.Target)
	}
	return strings.Join(lines, "\n")
}

// run returns a run of text with the given content.
func run(content string) string { return `<w:r>` + content + `</w:r>` }

func fieldMark(step string) string { return run(`<w:fldChar w:fldCharType="` + step + `"/>`) }

func fieldCode(code string) string { return run(`<w:instrText>` + code + `</w:instrText>`) }

// Fields of a text document that show external content are reported as links, in all forms in which fields can be
// written.
func TestFieldsThatLink(t *testing.T) {
	split := fieldMark("begin") + fieldCode(" INCLUDE") + fieldCode("TEXT &quot;http://a/") + fieldCode("b c&quot; ") + fieldMark("separate") +
		run("<w:t>d</w:t>") + fieldMark("end")
	within := fieldMark("begin") + fieldCode("INCLUDEPICTURE &quot;http://") +
		fieldMark("begin") + fieldCode("DOCPROPERTY host") + fieldMark("separate") + run("<w:t>a</w:t>") + fieldMark("end") +
		fieldCode("/b.png&quot; \\d") + fieldMark("separate") + run("<w:t>http://not</w:t>") + fieldMark("end")
	inResult := fieldMark("begin") + fieldCode("TOC") + fieldMark("separate") + ooxmltest.Field("INCLUDETEXT a.txt", "b") + fieldMark("end")
	tests := map[string]struct{ body, want string }{
		"a picture":         {ooxmltest.Field(`includepicture  &quot;http://a/b.png&quot; \* MERGEFORMAT \d`, "c"), "image http://a/b.png"},
		"a text":            {ooxmltest.Field(`INCLUDETEXT &quot;C:\\a\\b.docx&quot; mark`, "c"), `subDocument C:\a\b.docx`},
		"without quotes":    {ooxmltest.Field(`INCLUDETEXT file:///a/b.txt`, "c"), "subDocument file:///a/b.txt"},
		"over several runs": {split, "subDocument http://a/b c"},
		"with one within":   {within, "image http://a/b.png"},
		"in another's":      {inResult, "subDocument a.txt"},
		"a simple one": {`<w:fldSimple w:instr=" INCLUDEPICTURE &quot;http://a/b.png&quot; \d "><w:r><w:t>c</w:t></w:r></w:fldSimple>`,
			"image http://a/b.png"},
		"without a result":       {fieldMark("begin") + fieldCode("INCLUDETEXT a.txt") + fieldMark("end"), "subDocument a.txt"},
		"without an end":         {fieldMark("begin") + fieldCode("INCLUDETEXT a.txt"), "subDocument a.txt"},
		"an object":              {ooxmltest.Field(`LINK Word.Document.12 &quot;a.docx&quot; mark \a`, "c"), "oleObject a.docx"},
		"another program":        {ooxmltest.Field(`DDEAUTO soffice &quot;/a/b.docx&quot; c`, "c"), "ddeLink soffice /a/b.docx c"},
		"a database":             {ooxmltest.Field(`DATABASE \c &quot;secret&quot; \d &quot;a.mdb&quot;`, "c"), "database a.mdb"},
		"a valuesWithSuffix one": {ooxmltest.Field(`RD a.docx`, "c"), "subDocument a.docx"},
		"nobody can tell":        {ooxmltest.Field(`INCLUDEPICTURE`, "c"), "image "},
		"what links to none": {ooxmltest.Field(`HYPERLINK &quot;http://a&quot;`, "c") + ooxmltest.Field("PAGE", "1") +
			ooxmltest.Paragraph("INCLUDETEXT a.txt") + fieldMark("end"), ""},
	}
	for name, test := range tests {
		if got := linksOf(t, ooxmltest.DocxOf(test.body, nil), "docx"); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
		margin := ooxmltest.DocxOf("", []string{"footer", "footer1.xml"}, ooxmltest.Part{Name: "word/footer1.xml",
			Content: ooxmltest.Header(test.body)})
		if got := linksOf(t, margin, "docx"); got != test.want {
			t.Errorf("%s in a footer: got %q, want %q", name, got, test.want)
		}
	}
}

// Fields of an RTF that show external content are reported as links.
func TestFieldsOfRichText(t *testing.T) {
	for field, want := range map[string]string{
		`INCLUDEPICTURE "http://a/b.png" \\d`:                   "image http://a/b.png",
		`{\rtlch\fs22 INCLUDE}{\b PICTURE "http://a/}{b.png" }`: "image http://a/b.png",
		`INCLUDETEXT "C:\\\\a\\\\b.txt"`:                        `subDocument C:\a\b.txt`,
		"INCLUDETEXT\r\n a.txt":                                 "subDocument a.txt",
		`PAGE`:                                                  "",
	} {
		if got := linksOf(t, []byte(`{\rtf1{\field{\*\fldinst `+field+`}{\fldrslt INCLUDETEXT b.txt}}}`), "rtf"); got != want {
			t.Errorf("%s: got %q, want %q", field, got, want)
		}
	}
}

// Formulas that fetch external data are reported as links, in all elements that contain formulas.
func TestFormulasThatFetch(t *testing.T) {
	xml := strings.NewReplacer("&", "&amp;", "<", "&lt;")
	for formula, want := range map[string]string{
		`WEBSERVICE("http://a/b?c=1&d=2")`:               "webService http://a/b?c=1&d=2",
		`1+_xlfn.WEBSERVICE ( "http://a" )`:              "webService http://a",
		`IF(A1<1,_xlfn.IMAGE("http://a/b.png","c",1),2)`: "image http://a/b.png",
		`WEBSERVICE(A1&"/b)"&SUM(1,2))+1`:                `webService WEBSERVICE(A1&"/b)"&SUM(1,2))`,
		`WEBSERVICE("http://a"&B1)`:                      `webService WEBSERVICE("http://a"&B1)`,
		`DDE("soffice";"/a.ods";"b")`:                    `ddeLink DDE("soffice";"/a.ods";"b")`,
		`RTD("a.b",,"c")`:                                `realTimeData RTD("a.b",,"c")`,
		`'file:///a/b''s.ods'#$Sheet.A1`:                 "externalLinkPath file:///a/b's.ods",
		`SUM('C:\a\[b.xlsx]Sheet 1'!A1:A9)`:              `externalLinkPath C:\a\b.xlsx`,
		`WEBSERVICE("http://a`:                           "webService http://a",
		`"WEBSERVICE(""http://a"")"`:                     "",
		`MYWEBSERVICE("http://a")`:                       "",
		`'WEBSERVICE("a")'!A1+'[1]Sheet'!B2`:             "",
		`HYPERLINK("http://a")`:                          "",
	} {
		for place, content := range map[string][]byte{
			"a cell": ooxmltest.XlsxOf("", "", `<sheetData><row r="1"><c r="A1"><f>`+xml.Replace(formula)+`</f></c></row></sheetData>`),
			"a format": ooxmltest.XlsxOf("", "", `<sheetData/><conditionalFormatting sqref="A1"><cfRule type="expression" priority="1"><formula>`+
				xml.Replace(formula)+`</formula></cfRule></conditionalFormatting>`),
			"a name": ooxmltest.XlsxOf(`<definedNames><definedName name="a">`+xml.Replace(formula)+`</definedName></definedNames>`, "",
				`<sheetData/>`),
		} {
			if got := linksOf(t, content, "xlsx"); got != want {
				t.Errorf("%s in %s: got %q, want %q", formula, place, got, want)
			}
		}
	}
}

// A workbook that gets data from another program (DDE) has a link to it.
func TestWorkbookThatAsksAProgram(t *testing.T) {
	content := ooxmltest.WithParts(t, ooxmltest.XlsxOf("", "", "<sheetData/>"), map[string]string{
		"xl/externalLinks/externalLink1.xml": `<externalLink><ddeLink ddeService="cmd" ddeTopic="/c calc"><ddeItems/></ddeLink></externalLink>`,
		"xl/_rels/a.xml.rels":                ooxmltest.Relations("externalLink", "externalLinks/externalLink1.xml"),
	})
	if got := linksOf(t, content, "xlsx"); got != "ddeLink cmd /c calc" {
		t.Errorf("got %q", got)
	}
}

// External links in SVG images are reported in every kind of package.
func TestPicturesThatLink(t *testing.T) {
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">`
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	fmt.Fprint(w, svg+`<image href="http://a/b.png"/></svg>`)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for picture, want := range map[string]string{
		svg + `<image xlink:href="file:///a/b.png"/></svg>`:                                      "image file:///a/b.png",
		svg + `<use href='http://a/b.svg#c'/></svg>`:                                             "image http://a/b.svg#c",
		svg + `<rect fill="url(http://a/b.svg#c)"/></svg>`:                                       "image http://a/b.svg#c",
		svg + `<rect style="fill: url( 'b.svg#c' )"/></svg>`:                                     "image b.svg#c",
		svg + `<style>@import "http://a/b.css";</style></svg>`:                                   "image http://a/b.css",
		svg + `<style><![CDATA[a { b: url("c.png"), url(d.png) }]]></style></svg>`:               "image c.png\nimage d.png",
		`<!DOCTYPE svg [<!ENTITY a "http://b">] >` + svg + `<image href="&a;"/></svg>`:           "image &a;",
		string(ooxmltest.UTF16(binary.LittleEndian, svg+`<image href="http://a/b.png"/></svg>`)): "image http://a/b.png",
		packed.String(): "image http://a/b.png",
		svg + `<a href="http://a"><use href="#b"/><image href="data:image/png;base64,AA"/><rect fill="url(#c)"/></a></svg>`: "",
		"\x89PNG <image href='http://a'/>": "",
	} {
		docx := ooxmltest.DocxOf("", []string{"image", "media/image1.bin"}, ooxmltest.Part{Name: "word/media/image1.bin", Content: picture})
		for kind, content := range map[string][]byte{
			"docx": docx,
			"pptx": ooxmltest.WithParts(t, ooxmltest.Pptx(1), map[string]string{"ppt/media/image9.svg": picture}),
			"xlsx": ooxmltest.WithParts(t, ooxmltest.XlsxOf("", "", "<sheetData/>"), map[string]string{"xl/media/image9.svg": picture}),
		} {
			if got := linksOf(t, content, kind); got != want {
				t.Errorf("%.200q in a %s: got %q, want %q", picture, kind, got, want)
			}
		}
	}
}

// Inserted documents that LibreOffice draws are searched for links. Other inserted documents are listed as left out.
func TestChunks(t *testing.T) {
	inner := string(ooxmltest.DocxOf(ooxmltest.Field("INCLUDETEXT a.txt", "b"), nil))
	deep := string(ooxmltest.DocxOf("", []string{"aFChunk", "c.docx"}, ooxmltest.Part{Name: "word/c.docx", Content: inner}))
	const left = `{"inserted":[%s]}`
	part := func(name, content string) ooxmltest.Part {
		return ooxmltest.Part{Name: "word/" + name, Content: content}
	}
	tests := map[string]struct {
		content []byte
		want    string
	}{
		"elsewhere": {ooxmltest.DocxOf("", nil, ooxmltest.Part{Name: "word/_rels/a.xml.rels", Content: external("aFChunk", "http://a/b.docx")}),
			`{"links":[{"kind":"aFChunk","target":"http://a/b.docx"}]}`},
		"a web page": {ooxmltest.DocxOf("", []string{"aFChunk", "c.html"}, part("c.html", "<html/>")), fmt.Sprintf(left, `"c.html"`)},
		"a workbook": {ooxmltest.DocxOf("", []string{"aFChunk", "c.docx"}, part("c.docx", string(ooxmltest.XlsxOf("", "", "<sheetData/>")))),
			fmt.Sprintf(left, `"c.docx"`)},
		"none": {ooxmltest.DocxOf("", []string{"aFChunk", "gone.docx"}), fmt.Sprintf(left, `"gone.docx"`)},
		"many": {ooxmltest.DocxOf("", []string{"aFChunk", "7.txt", "aFChunk", "6.txt", "aFChunk", "5.txt", "aFChunk", "4.txt", "aFChunk", "3.txt",
			"aFChunk", "2.txt", "aFChunk", "1.txt"}),
			fmt.Sprintf(left, `"1.txt","2.txt","3.txt","4.txt","5.txt","6.txt","7.txt"`)},
		"a text": {ooxmltest.DocxOf("", []string{"aFChunk", "c.docx"}, part("c.docx", inner)),
			`{"links":[{"kind":"subDocument","target":"a.txt"}]}`},
		"a text in a text": {ooxmltest.DocxOf("", []string{"aFChunk", "c.docx"}, part("c.docx", deep)),
			`{"links":[{"kind":"subDocument","target":"a.txt"}]}`},
	}
	for name, test := range tests {
		if got := factsJSON(t, test.content, "docx"); got != test.want {
			t.Errorf("%s: got %s, want %s", name, got, test.want)
		}
	}
}

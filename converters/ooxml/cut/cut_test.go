package cut

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/converters/ooxml/ooxmltest"
	"lectern/converters/ooxml/opc"
)

// cut returns the parts of the cut copy of a document by name, or nil if it is not cut.
func cut(t testing.TB, content []byte, kind string, by Limits) (parts map[string]string, err error) {
	t.Helper()
	out := ooxmltest.TempFile(t, nil)
	if err := Cut(ooxmltest.TempFile(t, content), kind, by, out); err != nil {
		return nil, err
	}
	copied, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(copied), int64(len(copied)))
	if err != nil {
		t.Fatal(err)
	}
	parts = map[string]string{}
	for _, file := range archive.File {
		parts[file.Name] = partText(t, file)
	}
	return parts, nil
}

func partText(t testing.TB, file *zip.File) string {
	t.Helper()
	part, err := file.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer part.Close()
	text, err := io.ReadAll(part)
	if err != nil {
		t.Fatalf("%s: %v", file.Name, err)
	}
	return string(text)
}

func paragraphs(from, to int) string {
	var out strings.Builder
	for i := from; i < to; i++ {
		out.WriteString(ooxmltest.Paragraph(fmt.Sprintf("paragraph %d", i)))
	}
	return out.String()
}

// textAfter returns the text after a mark.
func textAfter(text, mark string) string {
	_, rest, _ := strings.Cut(text, mark)
	return rest
}

func TestCutText(t *testing.T) {
	const section = `<w:sectPr><w:headerReference r:id="r1"/><w:pgSz w:h="16838"/></w:sectPr>`
	const last = "paragraph 79</w:t></w:r></w:p>"
	tests := map[string]struct{ body, end string }{
		"between paragraphs": {paragraphs(0, 100) + section, `<w:p></w:p>` + section + `</w:body></w:document>`},
		"before the end of a section": {paragraphs(0, 100) + `<w:p><w:pPr><w:sectPr><w:type w:val="first"/></w:sectPr></w:pPr></w:p>` + section,
			`<w:p></w:p><w:sectPr><w:type w:val="first"/></w:sectPr></w:body></w:document>`},
		"within a control": {`<w:sdt><w:sdtContent>` + paragraphs(0, 100) + `</w:sdtContent></w:sdt>` + section,
			`</w:sdtContent></w:sdt><w:p></w:p>` + section + `</w:body></w:document>`},
		"within a table": {`<w:tbl>` + strings.ReplaceAll(strings.ReplaceAll(paragraphs(0, 100), `<w:p>`, `<w:tr><w:tc><w:p>`), `</w:p>`,
			`</w:p></w:tc></w:tr>`) + `</w:tbl>` + section,
			`</w:tc></w:tr></w:tbl><w:p></w:p>` + section + `</w:body></w:document>`},
		"within a field": {`<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>TOC</w:instrText><w:fldChar w:fldCharType="separate"/>` +
			`</w:r></w:p>` + paragraphs(1, 100) + section,
			`<w:p><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>` + section + `</w:body></w:document>`},
		"where text is referred to": {`<w:p><w:bookmarkStart w:name="near"/>` + ooxmltest.Field("REF near", "kept") +
			ooxmltest.Field(`PAGEREF far \h`, "9") + `<w:fldSimple w:instr="REF &quot;far&quot;"/></w:p>` + paragraphs(1, 100),
			`<w:p></w:p></w:body></w:document>`},
		"without a section": {paragraphs(0, 100), `<w:p></w:p></w:body></w:document>`},
		"where comments are named": {`<w:p><w:commentRangeStart w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>` + paragraphs(1, 100) +
			section, `<w:p></w:p>` + section + `</w:body></w:document>`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			header := ooxmltest.Part{Name: "word/header1.xml", Content: ooxmltest.Header("")}
			parts, err := cut(t, ooxmltest.DocxOf(test.body, []string{"header", "header1.xml", "image", "media/none.png"}, header), "docx",
				SmallLimits())
			if err != nil {
				t.Fatal(err)
			}
			text := parts["word/document.xml"]
			if got := textAfter(text, last); got != test.end {
				t.Errorf("it ends with %q, want %q", got, test.end)
			}
			if strings.Contains(text, "far") || strings.Contains(test.body, "REF near") != strings.Contains(text, "REF near") {
				t.Errorf("references are %.600q", text)
			}
			if strings.Contains(text, "comment") || strings.Contains(parts["word/_rels/document.xml.rels"], "media/none") {
				t.Errorf("something is kept that is not there: %v", parts)
			}
			if named := strings.Contains(test.end, "headerReference"); named != (parts["word/header1.xml"] != "") {
				t.Error("the header is kept where none is named, or the other way")
			}
		})
	}
}

func TestCutTextRefuses(t *testing.T) {
	margin := func(content string) []byte {
		return ooxmltest.DocxOf(paragraphs(0, 100)+`<w:sectPr><w:headerReference r:id="r1"/></w:sectPr>`, []string{"header", "header1.xml"},
			ooxmltest.Part{Name: "word/header1.xml", Content: ooxmltest.Header(content)})
	}
	for why, content := range map[string][]byte{
		"it shows the page count": ooxmltest.DocxOf(`<w:p>`+ooxmltest.Field("NUMPAGES", "9")+
			`</w:p>`+paragraphs(0, 100), nil),
		"its margins show the page count": margin(`<w:p>` +
			ooxmltest.Field(`NUM</w:instrText><w:instrText>PAGES \* Arabic`, "9") + `</w:p>`),
		"it includes other documents": ooxmltest.DocxOf(`<w:altChunk r:id="r1"/>`+
			paragraphs(0, 100), nil),
		"its text ends too soon": ooxmltest.DocxOf(paragraphs(0, 70), nil),
		"its text has comments in its markup": ooxmltest.DocxOf(paragraphs(0, 100)+
			`<!-- <w:sectPr/> -->`, nil),
		"it has 3 columns":    ooxmltest.DocxOf(paragraphs(0, 100)+`<w:sectPr><w:cols w:num="3"/></w:sectPr>`, nil),
		"its pages are large": ooxmltest.DocxOf(paragraphs(0, 100)+`<w:sectPr><w:pgSz w:w="9" w:h="30000"/></w:sectPr>`, nil),
		"broken markup: an element ends that is not open": ooxmltest.DocxOf(`</w:body></w:document></w:x>`, nil),
		"elements nested too deeply":                      ooxmltest.DocxOf(strings.Repeat("<w:p>", 300), nil),
		"a document type declaration, which is not allowed in parts": ooxmltest.DocxOf(
			`<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>`+paragraphs(0, 100), nil),
		"/word/header1.xml: a document type declaration, which is not allowed in parts": margin(`<!DOCTYPE a>`), // promise 20 (XML bombs)
	} {
		var not *NotCutError
		if _, err := cut(t, content, "docx", SmallLimits()); !errors.As(err, &not) || not.Reason != why {
			t.Errorf("got %v, want %q", err, why)
		}
	}
}

func TestCutFootnotes(t *testing.T) {
	var notes strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&notes, `<w:footnote w:id="%d">%s</w:footnote>`, i, ooxmltest.Paragraph(ooxmltest.Sentence(i, 40)))
	}
	body := `<w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p>` + paragraphs(0, 100)
	parts, err := cut(t, ooxmltest.DocxOf(body, []string{"footnotes", "footnotes.xml"},
		ooxmltest.Part{Name: "word/footnotes.xml", Content: `<w:footnotes xmlns:w="w">` + notes.String() + `</w:footnotes>`}), "docx",
		SmallLimits())
	if err != nil {
		t.Fatal(err)
	}
	if text := parts["word/footnotes.xml"]; strings.Count(text, "<w:footnote ") != 3 ||
		!strings.HasSuffix(text, "</w:footnote></w:footnotes>") {
		t.Errorf("the footnotes are %d, and end with %q", strings.Count(text, "<w:footnote "), text[max(0, len(text)-50):])
	}
}

func TestCutSlides(t *testing.T) {
	for hidden := range 3 {
		parts, err := cut(t, ooxmltest.PptxHidden(20, hidden), "pptx", DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i <= 20; i++ {
			_, kept := parts[fmt.Sprintf("ppt/slides/slide%d.xml", i)]
			if want := i <= hidden+1; kept != want {
				t.Errorf("%d hidden: slide %d is kept: %v", hidden, i, kept)
			}
		}
		if n := strings.Count(parts["ppt/presentation.xml"], "<p:sldId "); n != hidden+1 {
			t.Errorf("%d hidden: %d slides are listed", hidden, n)
		}
		if parts["ppt/theme/theme1.xml"] == "" || strings.Contains(parts["[Content_Types].xml"], "slide20.xml") {
			t.Error("the theme is missing, or what is left out has a type")
		}
	}
	var not *NotCutError
	if _, err := cut(t, ooxmltest.PptxHidden(20, 10), "pptx", DefaultLimits()); !errors.As(err, &not) {
		t.Errorf("ten hidden slides: %v", err)
	}
}

// rows returns rows of a sheet with the given cells. Each %d in cells is replaced by the number of the row.
func rows(count int, cells string) string {
	var out strings.Builder
	for row := 1; row <= count; row++ {
		fmt.Fprintf(&out, `<row r="%d">%s</row>`, row, strings.ReplaceAll(cells, "%d", fmt.Sprint(row)))
	}
	return out.String()
}

func TestCutSheet(t *testing.T) {
	const cells = `<c r="A%d" t="s"><v>%d</v></c><c r="B%d"><f>A%d+1</f><v>2</v></c>`
	sheet := `<cols><col min="1" max="1" width="10"/></cols><sheetData>` + rows(200, cells) +
		`<row r="201"><c r="D201"><v>1</v></c></row></sheetData>` +
		`<mergeCells count="2"><mergeCell ref="A1:B2"/><mergeCell ref="A190:B191"/></mergeCells>`
	names :=
		`<definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">Sheet1!$1:$2</definedName><definedName ` +
			`name="other">Sheet2!$A$1</definedName></definedNames>`
	shared := strings.Repeat(`<si><t>`+ooxmltest.Sentence(1, 20)+`</t></si>`, 1000)
	parts, err := cut(t, ooxmltest.XlsxOf(names, shared, sheet, "<sheetData/>"), "xlsx", SmallLimits())
	if err != nil {
		t.Fatal(err)
	}
	text := parts["xl/worksheets/sheet1.xml"]
	// The last column of the rows that are cut off (D) is kept, because the width of the sheet affects the layout.
	for want, there := range map[string]bool{`r="A1"`: true, `r="A61"`: true, `r="A190"`: false, "<f>": false,
		`<mergeCell ref="A1:B2"/>`: true, `"A190:B191"`: false, `r="D62" t="str"`: true} {
		if strings.Contains(text, want) != there {
			t.Errorf("the sheet has %s: %v; it ends with %q", want, !there, text[max(0, len(text)-300):])
		}
	}
	if _, kept := parts["xl/worksheets/sheet2.xml"]; kept || strings.Contains(parts["xl/workbook.xml"], "Sheet2") {
		t.Error("the second sheet is kept")
	}
	if !strings.Contains(parts["xl/workbook.xml"], `localSheetId="0">Sheet1!$1:$2<`) {
		t.Errorf("the titles are gone: %s", parts["xl/workbook.xml"])
	}
	if strings := parts["xl/sharedStrings.xml"]; !bytes.Contains([]byte(strings), []byte("<si/><si><t>")) {
		t.Errorf("the strings are %.300q", strings)
	}
}

func TestCutSheetRefuses(t *testing.T) {
	const cells = `<c r="A%d"><v>1</v></c>`
	area := func(reference string) string {
		return `<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">` + reference + `</definedName></definedNames>`
	}
	long := `<sheetData>` + rows(500, cells) + `</sheetData>`
	for _, test := range []struct{ why, extra, sheet string }{
		{"its margins show the page count", "", long + `<headerFooter><oddFooter>&amp;P of &amp;N</oddFooter></headerFooter>`},
		{"its first sheet is scaled to a number of pages", "", `<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>` + long +
			`<pageSetup fitToHeight="3"/>`},
		{"its first sheet is printed at 20 %", "", long + `<pageSetup scale="20"/>`},
		{"it has formulas without a result", "", `<sheetData>` + rows(500, `<c r="A%d"><f>B1</f></c>`) + `</sheetData>`},
		{"its formulas must be calculated", `<calcPr fullCalcOnLoad="1"/>`, `<sheetData>` + rows(500, `<c r="A%d"><f>TODAY()</f><v>1</v></c>`) +
			`</sheetData>`},
		{"its colors depend on other sheets", "",
			long + `<conditionalFormatting><cfRule><formula>Sheet2!A1</formula></cfRule></conditionalFormatting>`},
		{"its first rows are empty", "", `<sheetData>` + rows(500, `<c r="A%d"/>`) + `</sheetData>`},
		{"its first sheet grows wide", "", `<sheetData>` + rows(500, cells) + `<row r="501"><c r="ZZ501"><v>1</v></c></row></sheetData>`},
		{"the print area of its first sheet is not in the first rows", area("Sheet1!$A$300:$B$310"), long},
		{"the print area of its first sheet is not in the first rows", area("OFFSET(Sheet1!$A$1,0,0,COUNTA(Sheet1!$A:$A),5)"), long},
	} {
		var not *NotCutError
		if _, err := cut(t, ooxmltest.XlsxOf(test.extra, "", test.sheet, "<sheetData/>"), "xlsx", SmallLimits()); !errors.As(err, &not) ||
			not.Reason != test.why {
			t.Errorf("got %v, want %q", err, test.why)
		}
	}
}

func TestReferences(t *testing.T) {
	for reference, want := range map[string]int{
		"Sheet1!$A$3:$F$9": 3, "'A ! sheet'!$B$12": 12, "Sheet1!$A:$F": 1, "Sheet1!$1:$2": 1, "#REF!": -1, "": -1, "Sheet1!$A$1+1": -1,
		"OFFSET(Sheet1!$A$1": -1, "Sheet1!$A:$A),5)": -1,
	} {
		if got := firstRow(reference); got != want {
			t.Errorf("firstRow(%q) is %d, want %d", reference, got, want)
		}
	}
	for _, test := range []struct {
		references string
		last       int
		own        bool
	}{
		{"'It''s'!$A$1:$A$20", 20, true}, {"('It''s'!$A$1,'It''s'!$B$7)", 7, true}, {"Other!$A$1", 0, false}, {"name", 0, false},
		{"'It''s'!$A:$A", 0, false},
	} {
		if last, own := lastRow(test.references, "It's"); last != test.last || own != test.own {
			t.Errorf("lastRow(%q) is %d, %v", test.references, last, own)
		}
	}
	for number, name := range map[int]string{1: "A", 26: "Z", 27: "AA", 702: "ZZ", 703: "AAA"} {
		if got := columnName(number); got != name || columnOf([]byte(name+"12")) != number {
			t.Errorf("column %d is %q, %d", number, got, columnOf([]byte(name+"12")))
		}
	}
}

// For every markup, the parts of a cut copy are well-formed, or the document is not cut.
func FuzzCut(f *testing.F) {
	f.Add(uint8(0), paragraphs(0, 100)+`<w:sectPr><w:pgSz/></w:sectPr>`)
	f.Add(uint8(0), `<w:tbl><w:tr><w:tc>`+paragraphs(0, 3)+`</w:tc></w:tr></w:tbl>`+paragraphs(0, 100))
	f.Add(uint8(1), `<sheetData>`+rows(100, `<c r="A%d" t="s"><f>B1</f><v>%d</v></c>`)+`</sheetData><pageSetup scale="90"/>`)
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, kind uint8, text string) {
		content, name := ooxmltest.DocxOf(text, nil), "docx"
		if kind%2 == 1 {
			content, name = ooxmltest.XlsxOf("", "<si><t>a</t></si>", text, "<sheetData/>"), "xlsx"
		}
		path := filepath.Join(folder, fmt.Sprint(os.Getpid()))
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		in, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		p, err := opc.Open(in)
		if err != nil {
			t.Fatal(err)
		}
		main, _ := p.Main()
		var c *partCopy
		if name == "docx" {
			c, err = cutText(p, main, Limits{KeptLines: 3, MinHeight: 40, MaxShare: 9})
		} else {
			c, err = cutSheets(p, main, Limits{KeptLines: 3, MinHeight: 40, MaxShare: 9})
		}
		if err != nil {
			return
		}
		for key, changed := range c.changed {
			if got, err := scanAll(changed); err != nil {
				t.Errorf("%s: %v: %.500q", key, err, got)
			}
		}
	})
}

func scanAll(content []byte) (string, error) {
	var out strings.Builder
	for s := opc.NewScanner(bytes.NewReader(content)); ; {
		token, err := s.Next()
		if errors.Is(err, io.EOF) {
			return out.String(), nil
		}
		if err != nil {
			return out.String(), err
		}
		out.Write(token.Raw)
		out.WriteByte(' ')
	}
}

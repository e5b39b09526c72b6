package facts

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/converters/corpustest"
	"lectern/converters/ooxml/ooxmltest"
	"lectern/converters/wire"
)

func factsJSON(t testing.TB, content []byte, kind string) string {
	t.Helper()
	facts, err := Facts(ooxmltest.TempFile(t, content), kind)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(facts)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// external returns a relationships part with external targets.
func external(pairs ...string) string {
	return strings.ReplaceAll(ooxmltest.Relations(pairs...), `Target=`, `TargetMode="External" Target=`)
}

// inUTF16 returns a copy of a package with all its XML parts in UTF-16.
func inUTF16(t *testing.T, order binary.AppendByteOrder, content []byte) []byte {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, file := range archive.File {
		part, err := fs.ReadFile(archive, file.Name)
		if err != nil {
			t.Fatal(err)
		}
		entry, _ := w.Create(file.Name) // writing to a bytes.Buffer does not fail
		_, _ = entry.Write([]byte(ooxmltest.UTF16(order, strings.Replace(string(part), `encoding="UTF-8"`, `encoding="UTF-16"`, 1))))
	}
	_ = w.Close()
	return out.Bytes()
}

const theme = `<a:theme xmlns:a="a"><a:majorFont><a:latin typeface="Major"/></a:majorFont><a:minorFont><a:latin typeface="Minor"/><a:ea ` +
	`typeface="Minor EA"/></a:minorFont></a:theme>`

func TestFacts(t *testing.T) {
	styles := ooxmltest.Part{Name: "word/styles.xml",
		Content: `<w:styles xmlns:w="w"><w:docDefaults><w:rFonts w:asciiTheme="minorHAnsi" w:ascii="Not" w:eastAsia="Song" ` +
			`w:cs="Naskh"/></w:docDefaults>` +
			`<w:style w:styleId="a" w:default="1"><w:rFonts w:ascii="Default"/></w:style><w:style w:styleId="b"><w:basedOn w:val="c"/></w:style>` +
			`<w:style w:styleId="c"><w:rFonts w:ascii="Based"/></w:style><w:style w:styleId="d"><w:rFonts w:ascii="Unused"/></w:style></w:styles>`}
	text := []string{"styles", "styles.xml", "theme", "theme/theme1.xml"}
	wideText := ooxmltest.DocxOf(ooxmltest.Paragraph("漢字"), text, styles, ooxmltest.Part{Name: "word/_rels/settings.xml.rels",
		Content: external("image", "http://c/ü.png")})
	const wideFacts = `{"fonts":["Default","Song"],"links":[{"kind":"image","target":"http://c/ü.png"}]}`
	themePart := ooxmltest.Part{Name: "word/theme/theme1.xml", Content: theme}
	tests := map[string]struct {
		content []byte
		kind    string
		want    string
	}{
		"fonts of a text": {ooxmltest.DocxOf(
			`<w:p><w:pPr><w:pStyle w:val="b"/></w:pPr><w:r><w:rPr><w:rFonts w:ascii="Own &amp; more"/></w:rPr><w:t>a</w:t></w:r></w:p>`, text,
			styles, themePart),
			"docx", `{"fonts":["Based","Default","Minor","Own \u0026 more"]}`},
		"fonts of a script": {ooxmltest.DocxOf(ooxmltest.Paragraph("漢字"), text, styles, themePart), "docx",
			`{"fonts":["Default","Minor","Song"]}`},
		"fonts right to left": {ooxmltest.DocxOf(ooxmltest.Paragraph("شمس"), text, styles, themePart), "docx",
			`{"fonts":["Default","Minor","Naskh"]}`},
		"what is linked": {ooxmltest.DocxOf("", nil, ooxmltest.Part{Name: "word/_rels/settings.xml.rels", Content: external("attachedTemplate",
			"http://a/b.dotm", "image", "file:///c.png", "hyperlink", "http://d")}),
			"docx", `{"links":[{"kind":"attachedTemplate","target":"http://a/b.dotm"},{"kind":"image","target":"file:///c.png"}]}`},
		"what is in it": {ooxmltest.DocxOf("", []string{"vbaProject", "vbaProject.bin", "oleObject", "embeddings/a.bin", "package",
			"embeddings/b.xlsx", "comments", "comments.xml"},
			ooxmltest.Part{Name: "word/comments.xml", Content: `<w:comments xmlns:w="w"><w:comment/><w:comment></w:comment></w:comments>`}), "docx",
			`{"macros":true,"embedded":2,"comments":2}`},
		"films": {ooxmltest.PptxOf([]int{1, 2}, ooxmltest.Slide{Related: []string{"video", "../media/a.mp4", "media", "../media/a.mp4"}},
			ooxmltest.Slide{Related: []string{"audio", "../media/b.wav"}}),
			"pptx", `{"films":2}`},
		"a chart that is not drawn": {ooxmltest.PptxOf([]int{1}, ooxmltest.Slide{Related: []string{"chartEx", "../charts/chartEx1.xml"}}),
			"pptx", `{"charts":1}`},
		"sparklines": {ooxmltest.XlsxOf("", "",
			`<sheetData/><extLst><ext><x14:sparklineGroups xmlns:x14="a" xmlns:xm="b"><x14:sparklineGroup><x14:sparklines><x14:sparkline>`+
				`<xm:f>S!A1:D1</xm:f></x14:sparkline></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst>`),
			"xlsx", `{"fonts":["Calibri"],"sparklines":true}`},
		"tracked changes": {ooxmltest.DocxOf(`<w:p><w:ins><w:r><w:t>a</w:t></w:r></w:ins></w:p>`, nil),
			"docx", `{"changes":true}`},
		"slides":                   {ooxmltest.PptxHidden(4, 2), "pptx", `{"hiddenSlides":2}`},
		"text in UTF-16":           {inUTF16(t, binary.LittleEndian, wideText), "docx", wideFacts},
		"text in UTF-16, reversed": {inUTF16(t, binary.BigEndian, wideText), "docx", wideFacts},
		"sheets": {[]byte(strings.Clone(string(ooxmltest.XlsxOf("", "", "<sheetData/>", "<sheetData/>")))), "xlsx",
			`{"fonts":["Calibri"]}`},
		// SECURITY.md, promise 20 (XML bombs)
		"an entity bomb": {ooxmltest.DocxOf(`<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><w:p>&b;</w:p>`, nil), "docx",
			`{"unread":["/word/document.xml: a document type declaration, which is not allowed in parts"]}`},
		"a broken package":     {[]byte("PK\x03\x04"), "docx", `{"unread":["zip: not a valid zip file"]}`},
		"an encrypted package": {[]byte(oleMagic + "........"), "docx", `{"unread":["it is encrypted"]}`},
		"a broken compound":    {[]byte(oleMagic + "........"), "doc", `{"unread":["its compound file is broken: EOF"]}`},
		"a damaged object": {[]byte(`{\rtf1{\object\objemb{\*\objdata 01050000 02000000 ffffffff 00}}}`), "rtf",
			`{"embedded":1,"brokenObjects":1}`},
		"a sound object": {[]byte(`{\rtf1{\object\objemb{\*\objdata 010500000200000008000000` +
			"\n5061636b61676500000000000000000004000000" + `61626364}}}`), "rtf", `{"embedded":1}`},
		"rich text": {[]byte(
			`{\rtf1{\*\template C:\\a\\b.dot}{\field{\*\fldinst INCLUDEPICTURE "http://c/d.png" \\d}}{\object\objautlink}{\object\objemb}` +
				strings.Repeat("x", 300<<10) + `{\object\objemb}}`),
			"rtf",
			`{"links":[{"kind":"oleObject"},{"kind":"attachedTemplate","target":"C:\\a\\b.dot"},{"kind":"image","target":"http://c/d.png"}],` +
				`"embedded":2}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := factsJSON(t, test.content, test.kind); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// The number of entries in lists and the length of names are limited.
func TestFactsBounds(t *testing.T) {
	var pairs []string
	for i := range 3000 {
		pairs = append(pairs, "image", strings.Repeat("é", i))
	}
	facts, err := Facts(ooxmltest.TempFile(t, ooxmltest.DocxOf("", nil,
		ooxmltest.Part{Name: "word/_rels/a.xml.rels", Content: external(pairs...)})),
		"docx")
	if err != nil || len(facts.Links) != wire.MaxFacts || len(facts.Links[wire.MaxFacts-1].Target) > wire.MaxTarget {
		t.Errorf("%d links, %v", len(facts.Links), err)
	}
}

// The facts of documents of all formats, written by various programs, are found.
func TestFactsCorpus(t *testing.T) {
	corpus := corpustest.Folder(t)
	for path, want := range map[string]string{
		"tika/testWORD_macros.doc":     `"macros":true`,
		"tika/testEXCEL_macro.xls":     `"macros":true`,
		"tika/testPPT_macros.ppt":      `{"macros":true}`,
		"tika/testPPT_embedded2.ppt":   `{"embedded":2}`,
		"tika/testWORD_embeded.doc":    `"embedded":3`,
		"tika/testEXCEL_embeded.xls":   `"embedded":2`,
		"tika/testEXCEL_signed.xlsx":   `"signed":true`,
		"tika/testPPT_various2.pptx":   `"comments":7,"notes":3,"hiddenSlides":1`,
		"tika/testRTFEmbeddedLink.rtf": `"kind":"oleObject"`,
	} {
		content, err := os.ReadFile(filepath.Join(corpus, path))
		if err != nil {
			t.Error(err)
			continue
		}
		if got := factsJSON(t, content, strings.TrimPrefix(filepath.Ext(path), ".")); !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}

func FuzzFacts(f *testing.F) {
	f.Add("docx", ooxmltest.DocxOf(ooxmltest.Paragraph("a"), nil))
	f.Add("xlsx", ooxmltest.XlsxOf("", "", "<sheetData/>"))
	f.Add("rtf", []byte(`{\rtf1{\*\template a}INCLUDEPICTURE "b"}`))
	if presentation, err := os.ReadFile("../../backend/cmd/lectern/test/conversion/testdata/macro.ppt"); err == nil {
		f.Add("ppt", presentation)
	}
	f.Add("xls", slices.Concat(ooxmltest.Record(0x0409, 0, 0, 0x40, 0, 0, 0), ooxmltest.Record(0x17, []byte("\x06cmd\x03/c")...)))
	f.Add("xls", xls(ooxmltest.Record(0xEB,
		slide(0xF, 0xF000, slide(2, 0xF007, append(make([]byte, 36), packedMetafile(0xF01A, 0x3D4, ooxmltest.EMF(108))...)))...)))
	f.Add("doc", oldNames("", "a.dot"))
	f.Add("doc", ooxmltest.Compound(ooxmltest.Stream{Name: "Data",
		Content: inlinePicture(0x66, "\x01a", art(0xF01F, ooxmltest.BitmapHeader(24)))}))
	f.Add("doc", append([]byte(oleMagic), make([]byte, 3000)...))
	f.Fuzz(func(t *testing.T, kind string, content []byte) {
		in := ooxmltest.TempFile(t, content)
		defer in.Close()
		facts, err := Facts(in, kind)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(facts)
		if err != nil || len(text) > wire.MaxFactsJSON {
			t.Errorf("%d bytes, %v", len(text), err)
		}
	})
}

package facts

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lectern/converters/ooxml/ooxmltest"
)

// alternative returns alternative content: an empty choice for programs that support a namespace, and a fallback with
// an image whose relationship is id.
func alternative(requires, id string) string {
	return `<mc:AlternateContent xmlns:mc="m"><mc:Choice Requires="` + requires +
		`"><w:p/></mc:Choice><mc:Fallback><w:p><a:blip xmlns:a="a" r:embed="` + id + `"/></w:p></mc:Fallback></mc:AlternateContent>`
}

// floating returns a .doc with a floating image and further streams.
func floating(content []byte, more ...ooxmltest.Stream) []byte {
	const place = 0x300
	le := binary.LittleEndian
	text, entry := make([]byte, place), make([]byte, 36)
	list := slide(0xF, 0xF000, slide(0xF, 0xF001, slide(2, 0xF007, entry)))
	le.PutUint32(list[8+8+8+20:], 99)
	le.PutUint32(list[8+8+8+24:], 1)
	le.PutUint32(list[8+8+8+28:], place)
	text[2] = 0xC1
	le.PutUint16(text[0x0A:], 1<<9)
	le.PutUint32(text[0x22A:], 4)
	le.PutUint32(text[0x22E:], uint32(len(list)))
	return ooxmltest.Compound(append([]ooxmltest.Stream{{Name: "WordDocument", Content: append(text, art(0xF01E, content)...)},
		{Name: "1Table", Content: append(make([]byte, 4), list...)}}, more...)...)
}

// art returns an OfficeArt record with an image (MS-ODRAW 2.2.23).
func art(kind uint16, content []byte) []byte {
	return slide(0, kind, append(make([]byte, 17), content...))
}

// TestFactsOfPictures checks that images that LibreOffice cannot draw are reported, in every document type.
//
// SECURITY.md, promise 58 (complete reports)
func TestFactsOfPictures(t *testing.T) {
	good, text := ooxmltest.EncodedImage(t, "png"), []byte("this is no picture")
	half := good[:len(good)/2]
	blip := func(id string) string { return `<w:p><a:blip xmlns:a="a" r:embed="` + id + `"/></w:p>` }
	docx := func(id string, content []byte) []byte {
		return ooxmltest.DocxOf(blip(id), []string{"image", "media/image1.png"}, ooxmltest.Part{Name: "word/media/image1.png",
			Content: string(content)})
	}
	id := strings.SplitN(strings.SplitN(partOf(t, docx("", good), "word/_rels/document.xml.rels"), `media/image1.png`, 2)[0], `Id="`, 99)
	known, _, _ := strings.Cut(id[len(id)-1], `"`)
	for name, test := range map[string]struct {
		content []byte
		kind    string
		want    string
	}{
		"none is wrong":      {docx(known, good), "docx", ""},
		"text for a picture": {docx(known, text), "docx", `[{"name":"image1.png","fault":"unreadable"}]`},
		"an empty part":      {docx(known, nil), "docx", `[{"name":"image1.png","fault":"damaged"}]`},
		"half a picture":     {docx(known, half), "docx", `[{"name":"image1.png","fault":"damaged"}]`},
		"too many pixels":    {docx(known, ooxmltest.ResizedPNG(good, 40000, 40000)), "docx", `[{"name":"image1.png","fault":"large"}]`},
		"no part": {ooxmltest.DocxOf(blip(known), []string{"image", "media/image1.png"}), "docx",
			`[{"name":"image1.png","fault":"missing"}]`},
		"another relationship": {ooxmltest.DocxOf(blip("r1"), []string{"hyperlink", "media/image1.png"},
			ooxmltest.Part{Name: "word/media/image1.png", Content: string(text)}), "docx", `[{"name":"image1.png","fault":"unreadable"}]`},
		"a reference to nothing": {docx("", good), "docx", `[{"name":"unknown","fault":"missing"}]`},
		"no relationship":        {docx("rId99", good), "docx", `[{"name":"rId99","fault":"missing"}]`},
		"none of an old drawing": {ooxmltest.DocxOf(`<w:p><v:imagedata xmlns:v="v" r:id="rId98"/></w:p>`, nil), "docx",
			`[{"name":"rId98","fault":"missing"}]`},
		"one that nothing uses": {ooxmltest.DocxOf("", []string{"image", "media/image1.png"}), "docx", ""},
		"one that a text within has": {ooxmltest.DocxOf("", []string{"image", "media/image1.png", "aFChunk", "c.docx"},
			ooxmltest.Part{Name: "word/c.docx", Content: string(docx(known, good))}), "docx", ""},
		"one that a text within lacks, too": {ooxmltest.DocxOf(blip("r1")+blip("r1"), []string{"image", "media/image1.png", "aFChunk", "c.docx"},
			ooxmltest.Part{Name: "word/c.docx", Content: string(ooxmltest.DocxOf(blip("r1"), []string{"image", "media/image1.png"}))}), "docx",
			`"pictures":[{"name":"image1.png","fault":"missing"},{"name":"image1.png","fault":"missing"}]`},
		"a link to none": {ooxmltest.DocxOf(`<w:p><a:blip xmlns:a="a" r:link="rId97"/></w:p>`, nil), "docx",
			`[{"name":"rId97","fault":"missing"}]`},
		"none that fills": {ooxmltest.DocxOf(`<w:p><v:fill xmlns:v="v" r:id="rId96"/></w:p>`, nil), "docx",
			`[{"name":"rId96","fault":"missing"}]`},
		"one that is elsewhere": {ooxmltest.DocxOf(`<w:p><v:imagedata xmlns:v="v" src="http://a/b.png"/></w:p>`, nil), "docx",
			`[{"name":"b.png","fault":"missing"}]`},
		"one for other programs": {ooxmltest.DocxOf(alternative("wps", "rId95"), nil), "docx", ""},
		"one instead of others":  {ooxmltest.DocxOf(alternative("new", "rId95"), nil), "docx", `[{"name":"rId95","fault":"missing"}]`},
		"the background of a sheet": {ooxmltest.XlsxOf("", "", `<sheetData/><picture r:id="rId94"/>`), "xlsx",
			`[{"name":"rId94","fault":"missing"}]`},
		"slides": {ooxmltest.PptxOf([]int{1}, ooxmltest.Slide{Shapes: `<a:blip xmlns:a="a" r:embed="rId94"/>`,
			Related: []string{"image", "../media/a.png"}}), "pptx",
			`[{"name":"rId94","fault":"missing"}]`},
		"sheets": {ooxmltest.WithParts(t, ooxmltest.XlsxOf("", "", "<sheetData/>"), map[string]string{
			"xl/drawings/_rels/drawing1.xml.rels": ooxmltest.Relations("image", "../media/a.png"), "xl/media/a.png": string(text)}), "xlsx",
			`[{"name":"a.png","fault":"unreadable"}]`},
		"old slides": {ooxmltest.Compound(ooxmltest.Stream{Name: "Pictures", Content: slices.Concat(art(0xF01E, good),
			art(0xF01E, half), art(0xF01D, text))}), "ppt", `[{"name":"picture 2","fault":"damaged"},{"name":"picture 3","fault":"unreadable"}]`},
		"an old book": {xls(ooxmltest.Record(0xEB,
			slide(0xF, 0xF000, slide(2, 0xF007, append(make([]byte, 36), art(0xF01E, half)...)))...)), "xls",
			`[{"name":"picture 1","fault":"damaged"}]`},
		"an old text around it": {floating(half), "doc", `[{"name":"floating picture 1","fault":"damaged"}]`},
		"one that is whole":     {floating(good), "doc", ""},
		"an old text with others in it": {floating(half, ooxmltest.Stream{Name: "WordDocument", Content: text},
			ooxmltest.Stream{Name: "WordDocument", Content: text}), "doc",
			`"pictures":[{"name":"floating picture 1","fault":"damaged"}]`},
		"rich text": {fmt.Appendf(nil, `{\rtf1{\pict\pngblip\picw9{\*\blipuid 00}`+"\n"+`%x}{\pict{\*\picprop}\jpegblip %x}}`, good, half), "rtf",
			`[{"name":"picture 2","fault":"damaged"}]`},
		"rich text, bitmap": {[]byte(`{\rtf1{\pict\dibitmap0 2800}{\pict\wbitmap0\wbmwidthbytes40\pich100 00}{\pict\wmetafile8 0100}}`), "rtf",
			`[{"name":"picture 1","fault":"damaged"},{"name":"picture 2","fault":"damaged"},{"name":"picture 3","fault":"unreadable"}]`},
		"rich text, in a form of the Macintosh": {[]byte(`{\rtf1{\pict\macpict 00}}`), "rtf", `"uncheckedPictures":1`},
		"rich text, with many words": {[]byte(`{\rtf1{` + `\pict` + strings.Repeat(`\a0`, 30_000) + `\pngblip 00}}`), "rtf",
			`"uncheckedPictures":`},
		"rich text, empty": {[]byte(`{\rtf1{\pict\pngblip}}`), "rtf", `[{"name":"picture 1","fault":"damaged"}]`},
		"rich text, plain": {fmt.Appendf(nil, `{\rtf1{\pict\pngblip\bin%d %s}}`, len(half), half), "rtf",
			`[{"name":"picture 1","fault":"damaged"}]`},
	} {
		t.Run(name, func(t *testing.T) {
			got := factsJSON(t, test.content, test.kind)
			if test.want == "" && strings.Contains(got, "pictures") || !strings.Contains(got, test.want) {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// Package pdftest makes small PDF documents for tests.
package pdftest

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"
)

// Protected is an encrypted PDF that can only be opened with the password "secret" or with [OwnerPassword]. It was made
// with qpdf.
//
//go:embed protected.pdf
var Protected []byte

// Locked is an encrypted PDF that has an owner password but opens without a password. It was made with qpdf.
//
//go:embed locked.pdf
var Locked []byte

// OwnerPassword is the owner password of [Protected].
const OwnerPassword = "owner"

// Page is one page. Empty fields are left out of the page's dictionary.
type Page struct {
	// Box is the media box, such as "0 0 200 100"; A4 if empty.
	Box string
	// Extra is added to the page's dictionary, such as "/Rotate 90".
	Extra string
	// Content is the page's content stream. The font /F is Helvetica.
	Content string
	// Compressed reports whether Content is the output of [Compressed].
	Compressed bool
	// Resources is added to the page's resources. The font /F is added too, unless Resources contains fonts.
	Resources string
}

func (p Page) resources() string {
	if strings.Contains(p.Resources, "/Font") {
		return p.Resources
	}
	return fmt.Sprintf("/Font<</F %d 0 R>>%s", font, p.Resources)
}

func (p Page) filter() string {
	if p.Compressed {
		return "/Filter/FlateDecode"
	}
	return ""
}

// Text returns a page of 200 × 100 points with one line of text.
func Text(line string) Page {
	return Page{Box: "0 0 200 100", Content: fmt.Sprintf("BT /F 12 Tf 20 50 Td (%s) Tj ET", line)}
}

const (
	catalog = 1 + iota
	tree
	font
	info
	firstFree
)

// Build returns a PDF of the pages with the title "A tiny PDF". Further objects are numbered from [Object](0).
func Build(pages []Page, further ...string) []byte {
	return WithCatalog("", pages, further...)
}

// PageObject returns the object number of page n (numbered from 0) in a PDF of [Build]. The parameter further is the
// number of further objects of that PDF.
func PageObject(further, n int) int { return firstFree + further + 2*n }

// WithCatalog is like [Build] with additional entries in the catalog.
func WithCatalog(entries string, pages []Page, further ...string) []byte {
	f := &file{}
	firstPage := firstFree + len(further)
	var kids strings.Builder
	for i := range pages {
		fmt.Fprintf(&kids, "%d 0 R ", firstPage+2*i)
	}
	f.object("<</Type/Catalog/Pages %d 0 R%s>>", tree, entries)
	f.object("<</Type/Pages/Kids[%s]/Count %d>>", kids.String(), len(pages))
	f.object("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>")
	f.object("<</Title(A tiny PDF)>>")
	for _, object := range further {
		f.object("%s", object)
	}
	for i, page := range pages {
		box := page.Box
		if box == "" {
			box = "0 0 595 842"
		}
		f.object("<</Type/Page/Parent %d 0 R/MediaBox[%s]/Contents %d 0 R/Resources<<%s>>%s>>",
			tree, box, firstPage+2*i+1, page.resources(), page.Extra)
		f.object("%s", Stream(page.filter(), page.Content))
	}
	return f.finish()
}

// Object returns the object number of the nth further object of [Build]; n counts from 0.
func Object(n int) int { return firstFree + n }

// Stream returns a stream object with the given entries in its dictionary.
func Stream(entries, data string) string {
	return fmt.Sprintf("<<%s/Length %d>>stream\n%s\nendstream", entries, len(data), data)
}

// CJK returns a PDF with the Chinese text "中文字", whose font is not embedded.
func CJK() []byte { return CJKIn("SimSun") }

// CJKIn is like [CJK] with another font name.
func CJKIn(font string) []byte { return farEast(font, "UniGB-UCS2-H", "GB1", "4E2D65875B57", "") }

// Korean returns a PDF with the word "한국어", whose font is not embedded.
func Korean() []byte { return KoreanIn("HYSMyeongJo-Medium") }

// KoreanIn is like [Korean] with another font name.
func KoreanIn(font string) []byte {
	return farEast(font, "UniKS-UCS2-H", "Korea1", "D55CAD6DC5B4", "")
}

// Mapped returns a PDF with the given text, which must not contain characters beyond U+FFFF. The font of the text is
// not embedded and has a character collection of Adobe with the given ordering. The codes in the text are glyph
// numbers. The font has a ToUnicode map unless noToUnicode is true.
func Mapped(font, ordering, text string, noToUnicode bool) []byte {
	var codes, table strings.Builder
	for i, r := range []rune(text) {
		fmt.Fprintf(&codes, "%04X", i+1)
		fmt.Fprintf(&table, "<%04X> <%04X>\n", i+1, r)
	}
	if noToUnicode {
		return farEast(font, "Identity-H", ordering, codes.String(), "")
	}
	return farEast(font, "Identity-H", ordering, codes.String(), fmt.Sprintf("/CIDInit /ProcSet findresource begin 12 dict begin begincmap "+
		"1 begincodespacerange <0000> <FFFF> endcodespacerange %d beginbfchar %s endbfchar endcmap end end", len([]rune(text)), &table))
}

// farEast returns a PDF with text in this encoding. The font is not embedded and has a character collection of Adobe
// with this ordering. table is its ToUnicode map, or "" for none.
func farEast(font, encoding, ordering, codes, table string) []byte {
	unicode := ""
	if table != "" {
		unicode = fmt.Sprintf("/ToUnicode %d 0 R", Object(3))
	}
	return Build([]Page{{
		Content:   "BT /C 24 Tf 20 100 Td <" + codes + "> Tj ET",
		Resources: fmt.Sprintf("/Font<</C %d 0 R>>", Object(0)),
	}},
		fmt.Sprintf("<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/%s/DescendantFonts[%d 0 R]%s>>", font, encoding, Object(1), unicode),
		fmt.Sprintf("<</Type/Font/Subtype/CIDFontType2/BaseFont/%s/DW 1000/FontDescriptor %d 0 R"+
			"/CIDSystemInfo<</Registry(Adobe)/Ordering(%s)/Supplement 2>>>>", font, Object(2), ordering),
		fmt.Sprintf("<</Type/FontDescriptor/FontName/%s/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 859/Descent -140"+
			"/CapHeight 680/StemV 80>>", font),
		Stream("", table),
	)
}

// NotEmbedded returns a PDF with the word "Agy" in a font of this name that is not embedded.
func NotEmbedded(name string) []byte {
	return Build([]Page{{
		Content:   "BT /A 24 Tf 20 100 Td (Agy) Tj ET",
		Resources: fmt.Sprintf("/Font<</A %d 0 R>>", Object(1)),
	}},
		fmt.Sprintf("<</Type/FontDescriptor/FontName/%s/Flags 32/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 900"+
			"/Descent -200/CapHeight 700/StemV 80>>", name),
		fmt.Sprintf("<</Type/Font/Subtype/TrueType/BaseFont/%s/Encoding/WinAnsiEncoding/FontDescriptor %d 0 R>>", name, Object(0)),
	)
}

// EmptyPages returns a PDF of n empty pages, every tenth of them landscape.
func EmptyPages(n int) []byte {
	pages := make([]Page, n)
	for i := range pages {
		if i%10 == 9 {
			pages[i].Box = "0 0 842 595"
		}
	}
	return Build(pages)
}

// Bomb returns a PDF whose second page draws nested forms: 10^levels rectangles. The first page is harmless.
func Bomb(levels int) []byte {
	const draw = "/X Do /X Do /X Do /X Do /X Do /X Do /X Do /X Do /X Do /X Do "
	var forms []string
	for level := range levels {
		forms = append(forms, Stream(fmt.Sprintf(
			"/Type/XObject/Subtype/Form/BBox[0 0 200 200]/Resources<</XObject<</X %d 0 R>>>>", Object(level+1)), draw))
	}
	forms = append(forms, Stream("/Type/XObject/Subtype/Form/BBox[0 0 200 200]", "0 0 9 9 re f"))
	return Build([]Page{Text("Harmless"), {
		Content:   "/X Do",
		Resources: fmt.Sprintf("/XObject<</X %d 0 R>>", Object(0)),
	}}, forms...)
}

// HugeImage returns a PDF whose page has an image that declares side × side pixels but has only a few bytes of data.
func HugeImage(side int) []byte {
	image := Stream(fmt.Sprintf(
		"/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/ASCIIHexDecode",
		side, side), "00>")
	return Build([]Page{{
		Content:   "595 0 0 842 0 0 cm /X Do",
		Resources: fmt.Sprintf("/XObject<</X %d 0 R>>", Object(0)),
	}}, image)
}

type file struct {
	bytes.Buffer
	offsets []int
}

func (f *file) object(format string, args ...any) {
	if f.Len() == 0 {
		f.WriteString("%PDF-1.7\n")
	}
	f.offsets = append(f.offsets, f.Len())
	fmt.Fprintf(f, "%d 0 obj\n", len(f.offsets))
	fmt.Fprintf(f, format, args...)
	f.WriteString("\nendobj\n")
}

func (f *file) finish() []byte {
	table := f.Len()
	fmt.Fprintf(f, "xref\n0 %d\n0000000000 65535 f \n", len(f.offsets)+1)
	for _, offset := range f.offsets {
		fmt.Fprintf(f, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(f, "trailer\n<</Size %d/Root %d 0 R/Info %d 0 R>>\nstartxref\n%d\n%%%%EOF\n",
		len(f.offsets)+1, catalog, info, table)
	return f.Bytes()
}

// Package pdftest makes small PDF documents for tests.
package pdftest

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"
)

// Protected opens with the password "secret" and with [OwnerPassword] only; qpdf encrypted it.
//
//go:embed protected.pdf
var Protected []byte

// Locked opens without a password, but is encrypted and has an owner's password; qpdf encrypted it.
//
//go:embed locked.pdf
var Locked []byte

// OwnerPassword is the password of the owner of [Protected].
const OwnerPassword = "owner"

// Page is one page; what is empty is left out of the page's dictionary.
type Page struct {
	// Box is the media box, such as "0 0 200 100"; A4 if empty.
	Box string
	// Extra is put into the page's dictionary, such as "/Rotate 90".
	Extra string
	// Content is the page's content stream. The font /F is Helvetica.
	Content string
	// Compressed reports whether Content is the output of [Compressed].
	Compressed bool
	// Resources is put into the page's resources, beside the font unless it has fonts of its own.
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

// Text is a page of 200 × 100 points with one line of text.
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

// Build is a PDF of those pages with the title "A tiny PDF". Further objects
// are numbered from [Object] on.
func Build(pages []Page, further ...string) []byte {
	return WithCatalog("", pages, further...)
}

// PageObject is the number of page n, from 0, of a [Build] with so many further objects.
func PageObject(further, n int) int { return firstFree + further + 2*n }

// WithCatalog is [Build] with those entries in the catalog.
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

// Object is the number of the nth further object of [Build], from 0.
func Object(n int) int { return firstFree + n }

// Stream is a stream object with those entries in its dictionary.
func Stream(entries, data string) string {
	return fmt.Sprintf("<<%s/Length %d>>stream\n%s\nendstream", entries, len(data), data)
}

// CJK is a PDF of the Chinese words "中文字", whose font is not embedded.
func CJK() []byte { return CJKIn("SimSun") }

// CJKIn is [CJK] in a font of another name.
func CJKIn(font string) []byte { return farEast(font, "UniGB-UCS2-H", "GB1", "4E2D65875B57", "") }

// Korean is a PDF of the word "한국어", whose font is not embedded.
func Korean() []byte { return KoreanIn("HYSMyeongJo-Medium") }

// KoreanIn is [Korean] in a font of another name.
func KoreanIn(font string) []byte {
	return farEast(font, "UniKS-UCS2-H", "Korea1", "D55CAD6DC5B4", "")
}

// Mapped is a PDF of a text, without characters beyond U+FFFF, in a font of an ordering of
// Adobe's that is not embedded. Its codes are glyphs of that font; unless it is silent, it
// says which characters they are.
func Mapped(font, ordering, text string, silent bool) []byte {
	var codes, table strings.Builder
	for i, r := range []rune(text) {
		fmt.Fprintf(&codes, "%04X", i+1)
		fmt.Fprintf(&table, "<%04X> <%04X>\n", i+1, r)
	}
	if silent {
		return farEast(font, "Identity-H", ordering, codes.String(), "")
	}
	return farEast(font, "Identity-H", ordering, codes.String(), fmt.Sprintf("/CIDInit /ProcSet findresource begin 12 dict begin begincmap "+
		"1 begincodespacerange <0000> <FFFF> endcodespacerange %d beginbfchar %s endbfchar endcmap end end", len([]rune(text)), &table))
}

// farEast is a PDF of characters in the code of an encoding, in a font of an
// ordering of Adobe's that is not embedded, with a table to Unicode or none.
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

// Foreign is a PDF with the word "Agy" in a font that it names and does not embed.
func Foreign(name string) []byte {
	return Build([]Page{{
		Content:   "BT /A 24 Tf 20 100 Td (Agy) Tj ET",
		Resources: fmt.Sprintf("/Font<</A %d 0 R>>", Object(1)),
	}},
		fmt.Sprintf("<</Type/FontDescriptor/FontName/%s/Flags 32/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 900"+
			"/Descent -200/CapHeight 700/StemV 80>>", name),
		fmt.Sprintf("<</Type/Font/Subtype/TrueType/BaseFont/%s/Encoding/WinAnsiEncoding/FontDescriptor %d 0 R>>", name, Object(0)),
	)
}

// Many is a PDF of n empty pages, every tenth of them landscape.
func Many(n int) []byte {
	pages := make([]Page, n)
	for i := range pages {
		if i%10 == 9 {
			pages[i].Box = "0 0 842 595"
		}
	}
	return Build(pages)
}

// Bomb is a PDF whose second page draws forms in forms: 10^levels rectangles. The first page is harmless.
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

// Greedy is a PDF whose page has an image of side × side pixels, all in a few bytes.
func Greedy(side int) []byte {
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

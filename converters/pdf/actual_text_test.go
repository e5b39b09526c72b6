package pdf

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"lectern/converters/pdf/pdftest"
)

// glyphs maps the character codes of the test font to their text in the font's ToUnicode map. A code with an empty text
// has no entry in that map. Each glyph is half an em wide; codes from 0x40 have the width 0.
var glyphs = map[int]string{
	1: "a", 2: "b", 3: "c", 4: " ", 5: "-", 6: "", 7: "1", 8: "2", 9: ".",
	0x11: "ש", 0x12: "ל", 0x13: "ו", 0x14: "ם", 0x15: "שָׁ", 0x16: "לֹ",
	0x21: "س", 0x22: "م", 0x23: "لا", 0x31: "١", 0x32: "٢", 0x33: "٣",
	0x40: "", 0x41: "ָ",
}

func inHex(text string) string {
	var hex strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&hex, "%04X", unit)
	}
	return hex.String()
}

// written returns a PDF with one page per content stream. The test font is available as /L.
func written(contents ...string) []byte {
	var table strings.Builder
	said := 0
	for code, text := range glyphs {
		if text != "" {
			fmt.Fprintf(&table, "<%02X> <%s>\n", code, inHex(text))
			said++
		}
	}
	var pages []pdftest.Page
	for _, content := range contents {
		pages = append(pages, pdftest.Page{Content: content, Box: "0 0 500 200", Resources: fmt.Sprintf("/Font<</L %d 0 R>>", pdftest.Object(1))})
	}
	return pdftest.Build(pages,
		pdftest.Stream("", fmt.Sprintf("/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <FF> "+
			"endcodespacerange "+
			"%d beginbfchar %s endbfchar endcmap end end", said, &table)),
		fmt.Sprintf("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 0/LastChar 79/Widths[%s%s]/ToUnicode %d 0 R>>",
			strings.Repeat("500 ", 64), strings.Repeat("0 ", 16), pdftest.Object(0)))
}

// actual wraps content in a marked-content sequence with this ActualText.
func actual(text, content string) string {
	return "/Span<</ActualText<FEFF" + inHex(text) + ">>>BDC " + content + " EMC "
}

// line returns operators that write text at height y, from x = 20. With the font size 20, each letter is 10 wide.
func line(y int, content string) string {
	return fmt.Sprintf("BT /L 20 Tf 20 %d Td %s ET ", y, content)
}

// The ActualText of a PDF replaces the text of its glyphs, once and in reading order.
func TestActualText(t *testing.T) {
	const word = "<40>Tj <15>Tj" // a mark without Unicode text, and a glyph for the letter with its mark
	tests := []struct{ name, content, want string }{
		{"none", line(100, "<010203>Tj"), "abc\n"},
		{"another character", line(100, "<01>Tj "+actual("ä", "<02>Tj")+"<03>Tj"), "aäc\n"},
		{"a soft hyphen", line(100, "<01>Tj "+actual("\u00ad", "<05>Tj")+"<03>Tj"), "a\u00adc\n"},
		{"more characters", line(100, "<01>Tj "+actual("ßéü", "<02>Tj")+"<03>Tj"), "aßéüc\n"},
		{"fewer", line(100, "<01>Tj "+actual("é", "<020202>Tj")+"<03>Tj"), "aéc\n"},
		{"none of several", line(100, "<01>Tj "+actual("", "<0202>Tj")+"<03>Tj"), "ac\n"},
		{"the last of which are known", line(100, actual("éèb", "<400102>Tj")), "éèb\n"},
		{"words", line(100, actual("one and two", "<0602040601>Tj")), "one and two\n"},
		{"words of several texts", line(100, actual("élan vital", "<060201>Tj ET BT /L 20 Tf 60 100 Td <0602>Tj")), "élan vital\n"},
		{"behind a gap", line(100, "[<01>-400]TJ "+actual("éè", "<0602>Tj")), "a éè\n"},
		{"two lines", line(100, actual("élan vital", "<060201>Tj 0 -20 Td <060201>Tj")), "éla\nn vital\n"},
		{"in two places", line(100, actual("éèê", "<060606>Tj 200 0 Td <060606>Tj")), "éèê\n"},
		{"filled and stroked", line(100, "2 Tr "+actual("éè", "<0102>Tj")), "éè\n"},
		{"invisible", line(100, "3 Tr "+actual("éè", "<0102>Tj")), "éè\n"},
		{"of a picture", line(100, "<01>Tj") + actual("é", "q 20 0 0 20 40 100 cm BI /W 1/H 1/CS/G/BPC 8 ID x EI Q"), "a é\n"},
		{"Hebrew", line(100, "<14131211>Tj"), "שלום\n"},
		{"a vowel", line(100, "<1413>Tj <12>Tj "+actual("שָׁ", word)), "שָׁלום\n"},
		{"two vowels", line(100, "<14>Tj "+actual("לֹ", "<40>Tj <16>Tj")+actual("שָׁ", word)), "שָׁלֹם\n"},
		{"a vowel above the line", line(100, "<14>Tj 10 0 Td "+actual("שָׁ", "1 0 0 1 33 103 Tm <40>Tj 1 0 0 1 30 100 Tm <15>Tj")), "שָׁם\n"},
		{"a vowel that is known", line(100, "<14>Tj "+actual("שָ", "<41>Tj <11>Tj")), "שָם\n"},
		{"a letter without its vowel", line(100, "<14>Tj "+actual("ש", "<15>Tj")), "שם\n"},
		{"several characters of a glyph", line(100, "<1415>Tj"), "שָׁם\n"},
		{"a ligature", line(100, "<222321>Tj"), "سلام\n"},
		{"a ligature in the order of reading", line(100, "<21>Tj -10 0 Td <23>Tj -10 0 Td <22>Tj"), "سلام\n"},
		{"between Latin", line(100, "<010203>Tj "+actual("שָׁ", word)+"<0102>Tj"), "abcשָׁab\n"},
		{"an Arabic number", line(100, "<2204313233042221>Tj"), "سم ١٢٣ م\n"},
		{"a Hebrew word", line(100, actual("שלום", "<06060606>Tj")), "שלום\n"},
		{"Hebrew words", line(100, actual("ש לו לום ם", "<14041413120413120411>Tj")), "ש לו לום ם\n"},
		{"no letter of its own", line(100, "<1412>Tj "+actual("ש", "<06>Tj")), "שלם\n"},
	}
	for _, test := range tests {
		doc, _ := open(t, written(test.content))
		if got, err := doc.Text(1); err != nil || got != test.want {
			t.Errorf("%s: %q, want %q; %v", test.name, got, test.want, err)
		}
	}
}

// The box of a word encloses its glyphs, regardless of their ActualText.
func TestBoxesOfActualText(t *testing.T) {
	for name, content := range map[string]string{
		"none":                "<01020302>Tj",
		"a mark":              "<0102>Tj " + actual("é", "<40>Tj <06>Tj") + "<02>Tj",
		"a mark behind":       "<0102>Tj " + actual("é", "<0640>Tj") + "<02>Tj",
		"more characters":     "<0102>Tj " + actual("éè", "<03>Tj") + "<02>Tj",
		"fewer characters":    actual("é", "<01020302>Tj"),
		"a long word":         actual("a word-of-so-many-characters", "<01>Tj <040203020102>Tj"),
		"Hebrew":              "<14>Tj " + actual("לֹ", "<40>Tj <16>Tj") + actual("שָׁ", "<40>Tj <15>Tj") + "<11>Tj",
		"more Hebrew letters": "<1413>Tj " + actual("שלום", "<06>Tj") + "<11>Tj",
	} {
		doc, _ := open(t, written(line(100, content)))
		words, err := doc.Words(1)
		if err != nil || len(words.Lines) != 1 {
			t.Fatalf("%s: %+v, %v", name, words, err)
		}
		box := words.Lines[0].Words[len(words.Lines[0].Words)-1].Box
		if name == "a long word" {
			box[0] -= 20
			box[2] -= 30
		}
		if box[0] != 20 || box[2] != 60 {
			t.Errorf("%s: from %v to %v, want 20 to 60: %+v", name, box[0], box[2], words.Lines[0].Words)
		}
	}
}

// If an ActualText encloses several tagged paragraphs, its characters are distributed over them. Paragraphs outside
// keep their text.
func TestTagsInActualText(t *testing.T) {
	const span = "/Span<</ActualText(%s)>>BDC %sEMC "
	within := tagged(0, "(abc)Tj") + tagged(1, "(def)Tj")
	tests := []struct{ name, content, want string }{
		{"fewer characters", fmt.Sprintf(span, "x", within) + "(ghi)Tj", "paragraph: x\nparagraph: ghi\n"},
		{"none", fmt.Sprintf(span, "", within) + "(ghi)Tj", "paragraph: ghi\n"},
		{"more", fmt.Sprintf(span, "one and two", within) + "(ghi)Tj", "paragraph: one\nparagraph: and twoghi\n"},
		{"others", fmt.Sprintf(span, "uvwxyz", within) + tagged(2, "(ghi)Tj"), "paragraph: uvw\nparagraph: xyz\nparagraph: ghi\n"},
		{"and two lines behind", fmt.Sprintf(span, "x", within) + "(ghi)Tj 0 -100 Td (jkl)Tj", "paragraph: x\nparagraph: ghi / jkl\n"},
		{"a paragraph that goes on", tagged(0, "(abc)Tj "+fmt.Sprintf(span, "x", "(def)Tj ")+"(ghi)Tj"), "paragraph: abcxghi\n"},
	}
	for _, test := range tests {
		doc, _ := open(t, inParagraphs(3, "BT /F 20 Tf 60 600 Td "+test.content+" ET"))
		words, err := doc.Words(1)
		if got := describe(words); err != nil || got != test.want {
			t.Errorf("%s: got\n%swant\n%s%v", test.name, got, test.want, err)
		}
	}
}

// Broken or hostile ActualText does not remove other text of the page or the next page.
func TestHostileActualText(t *testing.T) {
	const text, short, plain = "<010203>Tj", "<</ActualText(x)>>", "abc\n"
	long := "<</ActualText(" + strings.Repeat("x", 1<<20) + ")>>"
	opened := strings.Repeat("/Span"+short+"BDC ", 1000)
	tests := []struct{ name, content, want string }{
		{"never closed", "/Span" + short + "BDC " + line(150, text) + line(100, text) + line(50, text), "abc\n\nabc\n\nabc\n"},
		{"never closed in a text", line(150, "/Span"+short+"BDC "+text) + line(100, text), "abc\n\nabc\n"},
		{"never opened", "EMC EMC " + line(100, text) + "EMC", plain},
		{"without text", "/Span" + short + "BDC EMC " + line(100, text), plain},
		{"an empty one of several lines", "/Span<</ActualText()>>BDC " + line(150, text) + line(100, text) + "EMC", "abc\n\nabc\n"},
		{"a huge one", line(150, "/Span"+long+"BDC "+text+" EMC") + line(100, text), "abc\n\nabc\n"},
		{"a huge one of a picture", "/Span" + long + "BDC BI /W 1/H 1/CS/G/BPC 8 ID x EI EMC " + line(100, text), plain},
		{"one within another", line(100, "/Span"+short+"BDC "+actual("é", "<01>Tj")+"<02>Tj EMC <03>Tj"), "xc\n"},
		{"another kind within", line(100, "/Span<</ActualText(x)/Alt(y)/E(z)>>BDC /Span<</Alt(y)>>BDC <01>Tj EMC <02>Tj EMC <03>Tj"), "xc\n"},
		{"a thousand that are left open", opened + line(100, text), "x\n"},
		{"a text that is no text", line(100, "/Span<</ActualText[1 2]>>BDC "+text+" EMC"), ""},
		{"half a character", line(100, "<01>Tj /Span<</ActualText<FEFFD800>>>BDC <02>Tj EMC <03>Tj"), "a\uFFFDc\n"},
		{"a line break", line(100, "<01>Tj /Span<</ActualText<FEFF000A>>>BDC <02>Tj EMC <03>Tj"), "a c\n"},
		{"clipped away", line(100, text) + "q 0 0 1 1 re W n " + line(50, actual("é", text)) + "Q", plain},
		{"partly clipped away", "q 0 0 35 200 re W n " + line(100, actual("éèê", text)) + "Q", "éèê\n"},
	}
	for _, test := range tests {
		doc, _ := open(t, written(test.content, line(100, text)))
		if got, err := doc.Text(1); err != nil || got != test.want {
			t.Errorf("%s: %.100q, want %q; %v", test.name, got, test.want, err)
		}
		if got, err := doc.Text(2); err != nil || got != plain {
			t.Errorf("%s: the next page is %.100q, %v", test.name, got, err)
		}
	}
}

// If many glyphs have a long ActualText, the texts beyond the limit of the page are ignored, so that memory is bounded.
func TestActualTextIsBounded(t *testing.T) {
	glyph := "/Span<</ActualText(" + strings.Repeat("x", 60000) + ")>>BDC <01>Tj EMC "
	doc, _ := open(t, written(line(100, strings.Repeat(glyph, 30)+"<02>Tj")))
	got, err := doc.Text(1)
	if want := strings.Repeat("x", 60000) + strings.Repeat("a", 29) + "b\n"; err != nil || got != want {
		t.Errorf("%d bytes, want %d; %v", len(got), len(want), err)
	}
}

package typeset

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lectern/converters/pdf/typeset/opentype"
)

var update = flag.Bool("update", false, "write the golden files anew")

// boxOutline is the outline of a glyph, half an em wide.
const boxOutline = "M.1 0H.5V.7H.1Z"

// page builds the SVG of a page in the form that MuPDF writes.
type page struct{ strings.Builder }

func newPage() *page {
	p := &page{}
	p.WriteString(
		`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" width="200" height="100" viewBox="0 ` +
			`0 200 100">` + "\n")
	return p
}

// outlines defines glyphs with an outline, and the glyph 99 without an outline. count is the number of glyphs with an
// outline.
func (p *page) outlines(count int) *page {
	p.WriteString("<defs>\n")
	for i := range count {
		fmt.Fprintf(p, `<path id="font_1_%d" d="%s"/>`+"\n", i, boxOutline)
	}
	p.WriteString(`<path id="font_1_99" d=""/>` + "\n</defs>\n")
	return p
}

// glyph draws a glyph at x, y. matrix contains the first four numbers of its transformation.
func (p *page) glyph(text string, outline int, matrix string, x, y float64, paint string) *page {
	fmt.Fprintf(p, `<use data-text="%s" xlink:href="#font_1_%d" transform="matrix(%s,%g,%g)"%s/>`+"\n", text, outline, matrix, x, y, paint)
	return p
}

const upright = "10,0,0,-10"

// word draws letters. step is the distance between two letters in points. The outline of a letter is its index in the
// alphabet.
func (p *page) word(text string, x, y, step float64) *page {
	for _, char := range text {
		p.glyph(string(char), int(char-'a'), upright, x, y, "")
		x += step
	}
	return p
}

func (p *page) String() string { return p.Builder.String() + "</svg>\n" }

var fontPattern = regexp.MustCompile(
	`^<svg [^>]* style="font:1px (t[0-9a-f]{12});[^"]*"><style>@font-face\{font-family:(t[0-9a-f]{12});src:url\(data:font/woff2;base64,` +
		`[A-Za-z0-9+/]+=*\)\}</style>`)

// set typesets a page, checks its font and its style, and returns the SVG that follows the font.
func set(t *testing.T, svg string) string {
	t.Helper()
	var setter Setter
	page, styleAt, styleEnd := setter.Append([]byte("before"), []byte(svg))
	out, ok := strings.CutPrefix(string(page), "before")
	font := fontPattern.FindStringSubmatch(out)
	if !ok || font == nil || font[1] != font[2] {
		t.Fatalf("no font in %.400s", out)
	}
	if style := string(page[styleAt:styleEnd]); !strings.HasSuffix(font[0], style) || !strings.HasPrefix(style, "<style>") {
		t.Fatalf("the style is not at %d to %d of %.400s", styleAt, styleEnd, page)
	}
	if err := wellFormed(out); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	return out[len(font[0]):]
}

func wellFormed(svg string) error {
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func TestText(t *testing.T) {
	const twelve = "abcdefghijkl"
	tests := map[string]struct {
		page *page
		want string
	}{
		"a line is one text": {newPage().outlines(26).word(twelve, 20, 50, 6), `<text x="20" y="50" font-size="10">abcdefghijkl</text>`},
		"a line below is another": {
			newPage().outlines(26).word(twelve, 20, 50, 6).word("abc", 20, 62.5, 6),
			`<text x="20" y="50" font-size="10">abcdefghijkl</text>` + "\n" + `<text x="20" y="62.5" font-size="10">abc</text>`,
		},
		"three share what they have in common": {
			newPage().outlines(26).word(twelve, 20, 50, 6).word("abc", 20, 60, 6).word("abc", 20, 70, 6),
			`<g font-size="10">` + "\n" + `<text x="20" y="50">abcdefghijkl</text>` + "\n" + `<text x="20" y="60">abc</text>` + "\n" +
				`<text x="20" y="70">abc</text>` + "\n</g>",
		},
		"room between words is a space": {
			newPage().outlines(26).word(twelve, 20, 50, 6).word("abc", 20+12*6+2.5, 50, 6),
			`<text x="20" y="50" font-size="10">abcdefghijkl abc</text>`,
		},
		"another room on another line is spacing": {
			newPage().outlines(26).word(twelve, 20, 50, 6).word("abc", 20+12*6+2.5, 50, 6).word("abc", 20, 60, 6).word("def", 20+18+4, 60, 6),
			`<text x="20" y="60" font-size="10" word-spacing="1.1">abc def</text>`,
		},
		"a kerned pair": {
			newPage().outlines(26).word(twelve, 20, 50, 6).word("ab", 20, 60, 6).word("ba", 20, 70, 5.5),
			`<text x="20" y="70">ba</text>`,
		},
		"letter spacing": {
			newPage().outlines(26).word(twelve, 20, 50, 6).word("abcdefgh", 20, 60, 6).word("abcdefgh", 20, 70, 6.3),
			`<text x="20" y="70" letter-spacing=".3">abcdefgh</text>`,
		},
		"paint": {
			newPage().outlines(26).word(twelve, 20, 50, 6).glyph("a", 0, upright, 20, 60, ` fill="#ff0000" fill-opacity=".5"`),
			`<text x="20" y="60" font-size="10" fill="#ff0000" fill-opacity=".5">a</text>`,
		},
		"turned": {
			newPage().outlines(26).word(twelve, 20, 50, 6).glyph("a", 0, "0,-10,-10,-0", 20, 60, "").glyph("b", 1, "0,-10,-10,-0", 20, 54, ""),
			`<text transform="matrix(0 -1 1 0 20 60)" font-size="10">ab</text>`,
		},
		"stretched": {
			newPage().outlines(26).word(twelve, 20, 50, 6).glyph("a", 0, "5,0,0,-10", 20, 60, ""),
			`<text transform="matrix(.5 0 0 1 20 60)" font-size="10">a</text>`,
		},
		"one glyph below the other": {
			newPage().outlines(26).word(twelve, 20, 50, 6).glyph("a", 0, upright, 20, 60, "").glyph("b", 1, upright, 20, 70, ""),
			`<text x="20 20" y="60 70" font-size="10" style="font-kerning:none">ab</text>`,
		},
		"from right to left": {
			newPage().outlines(26).word(twelve, 20, 50, 6).word("cba", 132, 60, -6),
			`<text x="120" y="60" font-size="10">abc</text>`,
		},
		"reserved characters": {
			newPage().outlines(26).word(twelve, 20, 50, 6).glyph("&lt;", 20, upright, 20, 60, "").glyph("&#x0026;", 21, upright, 26, 60, ""),
			`&lt;&amp;</text>`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := set(t, test.page.String()); !strings.Contains(got, test.want) || strings.Contains(got, "<use") ||
				strings.Contains(got, "<defs") {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestCodes(t *testing.T) {
	for text, want := range map[string]string{
		"x": "x", "é": "é", "Ж": "Ж", "Ω": "Ω", "語": "語", "가": "가", "ﬁ": "ﬁ", "&#x2019;": "’",
		"a":        "\ue000", // another outline has this character
		"א":        "\ue000", // right-to-left
		"ب":        "\ue000", // joins with other letters
		"क":        "\ue000", // combines with other letters
		"&#x0301;": "\ue000", // combining mark
		"&#x00ad;": "\ue000", // soft hyphen, not displayed
		"&#x200b;": "\ue000",
		"&#x0001;": "\ue000", // not allowed in XML
		"&#xd800;": "\ue000",
		"&#xzz;":   "\ue000",
		"⌚":        "\ue000", // may be drawn as an emoji
		"𝑉":        "\ue000", // beyond the Basic Multilingual Plane
		"ab":       "\ue000", // two characters
		"":         "\ue000",
	} {
		t.Run(text, func(t *testing.T) {
			svg := newPage().outlines(26).word("abcdefghijkla", 20, 50, 6).glyph(text, 25, upright, 20, 60, "").String()
			if got := set(t, svg); !strings.Contains(got, ">"+want+"</text>") {
				t.Errorf("%q is not in %s", want, got)
			}
		})
	}
}

func TestStays(t *testing.T) {
	const twelve = "abcdefghijkl"
	for name, test := range map[string]struct{ before, tag, after string }{
		"stroked": {"",
			`<use data-text="a" xlink:href="#font_1_0" stroke-width=".1" transform="matrix(10,0,0,-10,20,60)" fill="none" stroke="#000"/>`, ""},
		"in a clip": {"<clipPath id=\"c\">\n", `<use data-text="a" xlink:href="#font_1_0" transform="matrix(10,0,0,-10,20,60)"/>`,
			"</clipPath>\n"},
		"in a mask": {"<mask id=\"c\">\n", `<use data-text="a" xlink:href="#font_1_0" transform="matrix(10,0,0,-10,20,60)"/>`, "</mask>\n"},
		"singular":  {"", `<use data-text="a" xlink:href="#font_1_0" transform="matrix(10,0,0,0,20,60)"/>`, ""},
		"too large": {"", `<use data-text="a" xlink:href="#font_1_0" transform="matrix(9000,0,0,-9000,20,60)"/>`, ""},
		"far away":  {"", `<use data-text="a" xlink:href="#font_1_0" transform="matrix(10,0,0,-10,1e9,60)"/>`, ""},
		"a drawing": {"<symbol id=\"font_2_0\">\n</symbol>\n",
			`<use data-text="a" xlink:href="#font_2_0" transform="matrix(10,0,0,-10,20,60)"/>`, ""},
		"not a matrix": {"", `<use data-text="a" xlink:href="#font_1_0" transform="matrix(10,0,0,-10,20)"/>`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPage().outlines(26).word(twelve, 20, 50, 6)
			p.WriteString(test.before + test.tag + "\n" + test.after)
			got := set(t, p.String())
			if !strings.Contains(got, test.before+test.tag+"\n"+test.after) {
				t.Errorf("%s is not in %s", test.tag, got)
			}
			if kept := strings.Contains(got, `id="font_1_0"`); kept != strings.Contains(test.tag, "font_1_0") {
				t.Errorf("its outline is kept: %v, in %s", kept, got)
			}
		})
	}
}

// A glyph whose outline cannot be in a font stays in the SVG, between the text elements of its neighbours.
func TestOutlineThatFitsNoFont(t *testing.T) {
	p := newPage()
	p.WriteString("<defs>\n" + `<path id="font_1_30" d="M0 0A1 1 0 0 0 1 1Z"/>` + "\n</defs>\n")
	svg := p.outlines(26).word("abcdef", 20, 50, 6).glyph("x", 30, upright, 60, 50, "").word("ghijkl", 70, 50, 6).String()
	got := set(t, svg)
	order := regexp.MustCompile(`(?s)font_1_30" d=.*>abcdef</text>.*<use data-text="x" xlink:href="#font_1_30".*>ghijkl</text>`)
	if !order.MatchString(got) {
		t.Errorf("got %s", got)
	}
}

// If a page has more characters than a font can have, the remaining glyphs stay in the SVG.
func TestTooManyChars(t *testing.T) {
	const first, more = 100, 50
	p := newPage().outlines(first + opentype.MaxChars + more)
	for i := range opentype.MaxChars + more {
		p.glyph(string(rune(0x4E00+2*i)), first+i, upright, float64(20+10*(i%100)), float64(20+10*(i/100)), "")
	}
	if got, want := strings.Count(set(t, p.String()), "<use "), more+1; got != want { // the font also has a space
		t.Errorf("%d glyphs stay, want %d", got, want)
	}
}

func TestLittleTextStays(t *testing.T) {
	svg := newPage().outlines(26).word("abc", 20, 50, 6).String()
	var setter Setter
	if got, styleAt, styleEnd := setter.Append(nil, []byte(svg)); string(got) != svg || styleAt != 0 || styleEnd != 0 {
		t.Errorf("got %s", got)
	}
}

// appended returns a page that a setter has typeset.
func appended(setter *Setter, svg []byte) string {
	page, _, _ := setter.Append(nil, svg)
	return string(page)
}

// The result for a page does not depend on the pages that the setter converted before. Each page has its own font
// family.
func TestAgain(t *testing.T) {
	one := []byte(newPage().outlines(26).word("abcdefghijkl", 20, 50, 6).String())
	other := bytes.ReplaceAll(one, []byte("font_1_"), []byte("font_2_"))
	var setter Setter
	first := appended(&setter, one)
	second := appended(&setter, other)
	if again := appended(&setter, one); again != first {
		t.Errorf("first %s\nthen %s", first, again)
	}
	if fontPattern.FindStringSubmatch(first)[1] == fontPattern.FindStringSubmatch(second)[1] {
		t.Error("two pages have the same font")
	}
}

func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.mupdf.svg")
	if err != nil || len(files) == 0 {
		t.Fatal("no pages", err)
	}
	for _, path := range files {
		svg, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var setter Setter
		got, _, _ := setter.Append(nil, svg)
		golden := strings.TrimSuffix(path, ".mupdf.svg") + ".svg"
		if *update {
			if err := os.WriteFile(golden, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs (-update writes it anew)", golden)
		}
	}
}

// For every input, Append terminates, the size of the output is bounded, and well-formed input gives well-formed
// output.
func FuzzAppend(f *testing.F) {
	f.Add(newPage().outlines(26).word("abcdefghijklmnop", 20, 50, 6).glyph("&#x0;", 99, upright, 20, 60, ` fill="#fff"`).String())
	f.Add(newPage().outlines(3).word("abcabcabcabcabc", 20, 50, -6.5).glyph("a", 2, "1,2,3,4", 20, 60, "").String())
	f.Add(`<svg a=""><path id="font_1_1" d="M0 0Q1 1 2 2C1 1 1 1-1e3-.5.5 7"/>` +
		strings.Repeat(`<use data-text="" xlink:href="#font_1_1" transform="matrix(1,0,0,1,0,0)"/>`, 12))
	f.Fuzz(func(t *testing.T, svg string) {
		var setter Setter
		out := appended(&setter, []byte(svg))
		if len(out) > 40*len(svg)+10_000 {
			t.Errorf("%d bytes of %d", len(out), len(svg))
		}
		if wellFormed(svg) == nil {
			if err := wellFormed(out); err != nil {
				t.Errorf("%v: %q became %q", err, svg, out)
			}
		}
	})
}

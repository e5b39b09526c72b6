// Package layout finds what the text of a page makes up: lines of words, headings, paragraphs, lists and tables, in the
// order of reading. It uses the structure tree of a tagged PDF, and of others the outline, sizes and places.
package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/converters/wire"
)

// Char is a character of a page where MuPDF found it.
type Char struct {
	Rune        rune
	Block, Line int
	Element     int // of the structure tree, by number; 0 for none
	Bold        bool
	Size        float64 // of its font, in points
	Box         wire.Box
}

// Page is what was read of a page.
type Page struct {
	Width, Height float64
	Chars         []Char
	Elements      []Element
}

// textLine is a line of words, and what it looks like.
type textLine struct {
	wire.Line
	role  role
	block int     // of MuPDF's
	size  float64 // of the font of most of it
	bold  bool    // all of it
	count int     // of its characters
}

// lines groups characters into lines of words; what is white space parts words
// and is in none of them. A line ends where another block of the structure begins.
func (p *Page) lines() []textLine {
	all := []textLine{}
	roles := make([]role, len(p.Elements)+1)
	for number := range roles {
		roles[number] = roleOf(p.Elements, number)
	}
	for start := skipSpace(p.Chars, 0); start < len(p.Chars); {
		end := lineEnd(p.Chars, roles, start)
		line := newLine(p.Chars[start:end])
		line.role = roles[p.Chars[start].Element]
		all = append(all, line)
		start = skipSpace(p.Chars, end)
	}
	return all
}

// skipSpace returns the place of the first character from start on that is no white space.
func skipSpace(chars []Char, start int) int {
	for start < len(chars) && unicode.IsSpace(chars[start].Rune) {
		start++
	}
	return start
}

// lineEnd returns where a line ends that begins at start, with a word.
func lineEnd(chars []Char, roles []role, start int) int {
	role, end := roles[chars[start].Element], start
	for end < len(chars) && chars[end].Line == chars[start].Line &&
		(roles[chars[end].Element] == role || unicode.IsSpace(chars[end].Rune)) {
		end++
	}
	return end
}

func newLine(chars []Char) textLine {
	line := textLine{block: chars[0].Block, bold: true}
	sizes := map[float64]int{}
	for start := 0; start < len(chars); {
		if unicode.IsSpace(chars[start].Rune) {
			start++
			continue
		}
		end := start
		for end < len(chars) && !unicode.IsSpace(chars[end].Rune) {
			sizes[wire.Hundredths(chars[end].Size)]++
			line.bold = line.bold && chars[end].Bold
			end++
			if len(line.Words) == 0 && isBulletWithoutSpace(chars[start:]) {
				break
			}
		}
		word := newWord(chars[start:end])
		if len(line.Words) == 0 {
			line.Box = word.Box
		}
		line.Box = line.Box.Join(word.Box)
		line.Words = append(line.Words, word)
		line.count += end - start
		start = end
	}
	line.size = mostFrequent(sizes)
	return line
}

// mostFrequent is the size that most characters have, the larger of two.
func mostFrequent(sizes map[float64]int) (size float64) {
	most := 0
	for s, count := range sizes {
		if count > most || count == most && s > size {
			size, most = s, count
		}
	}
	return size
}

func newWord(chars []Char) wire.Word {
	var text strings.Builder
	box := chars[0].Box
	for _, c := range chars {
		text.WriteRune(printable(c.Rune))
		box = box.Join(c.Box)
	}
	for i := range box {
		box[i] = wire.Hundredths(box[i])
	}
	return wire.Word{Text: text.String(), Box: box}
}

// printable returns r, or the replacement character if r is not a character that a
// person could read: fonts without a Unicode map bring control characters.
func printable(r rune) rune {
	if !utf8.ValidRune(r) || unicode.IsControl(r) {
		return unicode.ReplacementChar
	}
	return r
}

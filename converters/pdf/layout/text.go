// Package layout finds the structure of a page's text: lines, headings, paragraphs, lists and tables in reading order.
// It uses the structure tree of a tagged PDF. For other PDFs it uses the outline, font sizes and positions.
package layout

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/converters/wire"
)

// Char is a character of a page as MuPDF read it.
type Char struct {
	Rune        rune
	Block, Line int
	Element     int // number of its structure element; 0 for none
	Bold        bool
	Size        float64 // of its font, in points
	Box         wire.Box
}

// Page is the content of a page.
type Page struct {
	Width, Height float64
	Chars         []Char
	Elements      []Element
}

// textLine is a line of words with its style.
type textLine struct {
	wire.Line
	role      role
	block     int     // number of MuPDF's block
	size      float64 // most frequent font size
	bold      bool    // whether all characters are bold
	charCount int     // number of characters
}

// lines groups characters into lines of words. White space separates words. A line also ends where another block of the
// structure tree begins.
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

// skipSpace returns the index of the first character at or after the index start that is not white space.
func skipSpace(chars []Char, start int) int {
	for start < len(chars) && unicode.IsSpace(chars[start].Rune) {
		start++
	}
	return start
}

// lineEnd returns the end of a line. The first word of the line begins at the index start.
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
		line.charCount += end - start
		start = end
	}
	line.size = mostFrequent(sizes)
	return line
}

// mostFrequent returns the most frequent size. If two sizes are equally frequent, it returns the larger one.
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
	fixed := dividesEvenly(chars, box)
	for i := range box {
		box[i] = wire.Hundredths(box[i])
	}
	return wire.Word{Text: text.String(), Box: box, Fixed: fixed}
}

// maxPitchDeviation is the maximum distance between an edge of a character and its place in an even division of the
// word, as a part of the average width of a character.
const maxPitchDeviation = 0.05

// dividesEvenly reports whether several characters divide the box of their word evenly, in any direction of writing.
func dividesEvenly(chars []Char, box wire.Box) bool {
	first, last := chars[0].Box, chars[len(chars)-1].Box
	start, end := 0, 2 // indexes of the edges along the line
	if math.Abs(last[1]-first[1]) > math.Abs(last[0]-first[0]) {
		start, end = 1, 3
	}
	pitch := (box[end] - box[start]) / float64(len(chars))
	for i, c := range chars {
		place := i
		if last[start] < first[start] {
			place = len(chars) - 1 - i
		}
		want := box[start] + float64(place)*pitch
		if max(math.Abs(c.Box[start]-want), math.Abs(c.Box[end]-want-pitch)) > maxPitchDeviation*pitch {
			return false
		}
	}
	return len(chars) > 1
}

// printable returns r, or the replacement character if r is invalid or a control character. Fonts without a Unicode map
// may yield control characters.
func printable(r rune) rune {
	if !utf8.ValidRune(r) || unicode.IsControl(r) {
		return unicode.ReplacementChar
	}
	return r
}

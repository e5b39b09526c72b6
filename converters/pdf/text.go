package pdf

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/converters/wire"
)

// char is a character of a page where MuPDF found it.
type char struct {
	rune        rune
	block, line int
	element     int // of the structure tree, by number; 0 for none
	bold        bool
	size        float64 // of its font, in points
	box         wire.Box
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
func (p *pageText) lines() []textLine {
	all := []textLine{}
	roles := make([]role, len(p.elements)+1)
	for number := range roles {
		roles[number] = roleOf(p.elements, number)
	}
	for start := skipSpace(p.chars, 0); start < len(p.chars); {
		end := lineEnd(p.chars, roles, start)
		line := newLine(p.chars[start:end])
		line.role = roles[p.chars[start].element]
		all = append(all, line)
		start = skipSpace(p.chars, end)
	}
	return all
}

// skipSpace gives the place of the first character from start on that is no white space.
func skipSpace(chars []char, start int) int {
	for start < len(chars) && unicode.IsSpace(chars[start].rune) {
		start++
	}
	return start
}

// lineEnd gives where a line ends that begins at start, with a word.
func lineEnd(chars []char, roles []role, start int) int {
	role, end := roles[chars[start].element], start
	for end < len(chars) && chars[end].line == chars[start].line &&
		(roles[chars[end].element] == role || unicode.IsSpace(chars[end].rune)) {
		end++
	}
	return end
}

func newLine(chars []char) textLine {
	line := textLine{block: chars[0].block, bold: true}
	sizes := map[float64]int{}
	for start := 0; start < len(chars); {
		if unicode.IsSpace(chars[start].rune) {
			start++
			continue
		}
		end := start
		for end < len(chars) && !unicode.IsSpace(chars[end].rune) {
			sizes[wire.Hundredths(chars[end].size)]++
			line.bold = line.bold && chars[end].bold
			end++
			if len(line.Words) == 0 && isGlued(chars[start:]) {
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
	line.size = mostOf(sizes)
	return line
}

// mostOf is the size that most characters have, the larger of two.
func mostOf(sizes map[float64]int) (size float64) {
	most := 0
	for s, count := range sizes {
		if count > most || count == most && s > size {
			size, most = s, count
		}
	}
	return size
}

func newWord(chars []char) wire.Word {
	var text strings.Builder
	box := chars[0].box
	for _, c := range chars {
		text.WriteRune(printable(c.rune))
		box = box.Join(c.box)
	}
	for i := range box {
		box[i] = wire.Hundredths(box[i])
	}
	return wire.Word{Text: text.String(), Box: box}
}

// printable gives the replacement character for what is no character that a
// person could read: fonts without a Unicode map bring control characters.
func printable(r rune) rune {
	if !utf8.ValidRune(r) || unicode.IsControl(r) {
		return unicode.ReplacementChar
	}
	return r
}

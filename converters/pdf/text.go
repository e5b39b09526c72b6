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
	box         wire.Box
}

// lines groups characters into lines of words; what is white space parts words
// and is in none of them.
func lines(chars []char) []wire.Line {
	all := []wire.Line{}
	for start := 0; start < len(chars); {
		end := lineEnd(chars, start)
		if line := newLine(chars[start:end]); len(line.Words) > 0 {
			all = append(all, line)
		}
		start = end
	}
	return all
}

func lineEnd(chars []char, start int) int {
	end := start
	for end < len(chars) && chars[end].line == chars[start].line {
		end++
	}
	return end
}

func newLine(chars []char) wire.Line {
	var line wire.Line
	for start := 0; start < len(chars); {
		if unicode.IsSpace(chars[start].rune) {
			start++
			continue
		}
		end := start
		for end < len(chars) && !unicode.IsSpace(chars[end].rune) {
			end++
		}
		word := newWord(chars[start:end])
		if len(line.Words) == 0 {
			line.Box = word.Box
		}
		line.Box = line.Box.Join(word.Box)
		line.Words = append(line.Words, word)
		start = end
	}
	return line
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

func plainText(chars []char) string {
	var text strings.Builder
	for i, c := range chars {
		switch {
		case i == 0:
		case c.block != chars[i-1].block:
			text.WriteString("\n\n")
		case c.line != chars[i-1].line:
			text.WriteByte('\n')
		}
		if unicode.IsSpace(c.rune) {
			text.WriteByte(' ')
			continue
		}
		text.WriteRune(printable(c.rune))
	}
	if text.Len() > 0 {
		text.WriteByte('\n')
	}
	return text.String()
}

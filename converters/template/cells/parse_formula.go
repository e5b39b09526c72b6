package cells

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Parse parses a formula without its leading equals sign. Text that is not a known reference is copied unchanged.
func Parse(text string) *Formula {
	p := parser{text: text}
	for p.at < len(text) {
		p.next()
	}
	p.flush()
	return &Formula{p.parts}
}

// WithGrowingReferences permits every reference of f to expand to several cells, as in the formulas of charts. It
// returns f.
func (f *Formula) WithGrowingReferences() *Formula {
	for _, p := range f.parts {
		if p.ref != nil {
			p.ref.canGrow = true
		}
	}
	return f
}

type parser struct {
	text  string
	at    int // the text before this offset has been parsed
	from  int // the text before this offset is already in parts
	parts []part
	calls []string // functions whose arguments are being parsed; "" stands for parentheses without a function
}

func (p *parser) next() {
	c := p.text[p.at]
	switch {
	case c == '"':
		p.at = quotedEnd(p.text, p.at)
	case c == '\'':
		p.quotedSheet()
	case c == '[':
		p.bracket()
	case c == '{':
		p.array()
	case c == '#':
		p.at++
		p.at += len(prefixOf(p.text[p.at:], func(c byte) bool { return isLetter(c) || c == '/' || c == '!' || c == '?' || '0' <= c && c <= '9' }))
	case c == '(':
		p.calls = append(p.calls, "")
		p.at++
	case c == ')':
		p.calls = p.calls[:max(0, len(p.calls)-1)]
		p.at++
	case isWord(c):
		p.word()
	default:
		p.at++
	}
}

func (p *parser) flush() {
	if p.from < p.at {
		p.parts = append(p.parts, part{text: p.text[p.from:p.at]})
	}
	p.from = p.at
}

func (p *parser) add(one part, end int) {
	p.flush()
	p.parts = append(p.parts, one)
	p.at, p.from = end, end
}

// quotedEnd returns the offset after the quoted text that starts at the given offset. A doubled quote within the text
// is an escaped quote.
func quotedEnd(text string, at int) int {
	quote := text[at]
	for i := at + 1; i < len(text); i++ {
		if text[i] != quote {
			continue
		}
		if i+1 == len(text) || text[i+1] != quote {
			return i + 1
		}
		i++
	}
	return len(text)
}

// quotedSheet parses a quoted sheet name and the reference after it, such as 'My Sheet'!B2.
func (p *parser) quotedSheet() {
	end := quotedEnd(p.text, p.at)
	if end >= len(p.text) || p.text[end] != '!' {
		p.at = end
		return
	}
	p.sheet(strings.ReplaceAll(p.text[p.at+1:end-1], "''", "'"), end+1)
}

// sheet parses the reference after one or two names of sheets, such as the B2 in Jan:Dec!B2. The parameter end is the
// offset after the "!", where the reference starts.
func (p *parser) sheet(names string, end int) {
	first, last, _ := strings.Cut(names, ":")
	if first == "" || strings.ContainsAny(names, "[]") { // a reference to another workbook
		p.at = end
		p.at += len(prefixOf(p.text[end:], func(c byte) bool { return isWord(c) || c == ':' }))
		return
	}
	ref := &reference{prefix: p.text[p.at:end], first: first, last: last}
	if size := ref.read(p.text[end:]); size > 0 {
		end += size
	} else {
		ref.name = prefixOf(p.text[end:], isWord)
		end += len(ref.name)
	}
	if ref.name == "" && ref.a == (corner{}) {
		p.at = end
		return
	}
	p.reference(ref, end)
}

func (p *parser) reference(ref *reference, end int) {
	before := strings.TrimRight(p.text[:p.at], " \n")
	after := strings.TrimLeft(p.text[end:], " \n")
	ref.canGrow = ref.name == "" && p.acceptsRanges() &&
		(strings.HasSuffix(before, "(") || strings.HasSuffix(before, ",")) && (strings.HasPrefix(after, ")") || strings.HasPrefix(after, ","))
	ref.canSpanSheets = ref.canGrow
	p.add(part{ref: ref}, end)
}

// acceptsRanges reports whether the parser is in an argument of a function that accepts any number of cells, such as
// SUM.
func (p *parser) acceptsRanges() bool {
	return len(p.calls) > 0 && slices.Contains(rangeFunctions(), p.calls[len(p.calls)-1])
}

// rangeFunctions returns the names of the functions whose arguments each accept any number of cells.
func rangeFunctions() []string {
	return []string{"AND", "AVERAGE", "AVERAGEA", "CONCAT", "COUNT", "COUNTA", "COUNTBLANK", "GEOMEAN", "HARMEAN", "MAX", "MAXA", "MEDIAN",
		"MIN", "MINA", "MODE", "OR", "PRODUCT", "STDEV", "STDEV.P", "STDEV.S", "STDEVP", "SUM", "SUMSQ", "TEXTJOIN", "VAR", "VAR.P",
		"VAR.S", "VARP",
		"SUBTOTAL", "AGGREGATE", "XOR", "_XLFN.CONCAT", "_XLFN.TEXTJOIN"}
}

// read parses the cells of a reference and returns the length of its text. It returns 0 if text does not begin with a
// reference.
func (r *reference) read(text string) int {
	a, size, ok := readCorner(text)
	if !ok {
		return 0
	}
	if rest, two := strings.CutPrefix(text[size:], ":"); two {
		b, more, ok := readCorner(rest)
		if ok && (a.row > 0) == (b.row > 0) && (a.column > 0) == (b.column > 0) && isReferenceEnd(rest[more:]) {
			r.a, r.b, r.area = a, b, true
			return size + 1 + more
		}
	}
	if a.row == 0 || a.column == 0 || !isReferenceEnd(text[size:]) {
		return 0
	}
	r.a = a
	return size
}

// isReferenceEnd reports whether a reference can end directly before the text in rest.
func isReferenceEnd(rest string) bool {
	return rest == "" || !isWord(rest[0]) && rest[0] != '(' && rest[0] != '!' && rest[0] != '['
}

// bracket skips text in brackets. This is either the columns of a table, such as [Name], or the number of another
// workbook, such as [1]. After such a number, bracket also skips the reference to the other workbook.
func (p *parser) bracket() {
	depth := 0
	for ; p.at < len(p.text); p.at++ {
		switch p.text[p.at] {
		case '\'':
			p.at++ // skip the escaped character
		case '[':
			depth++
		case ']':
			depth--
		}
		if depth == 0 {
			break
		}
	}
	p.at = min(p.at+1, len(p.text))
	if name := prefixOf(p.text[p.at:], isWord); strings.HasPrefix(p.text[p.at+len(name):], "!") {
		p.at += len(name) + 1
		p.at += len(prefixOf(p.text[p.at:], func(c byte) bool { return isWord(c) || c == ':' }))
	}
}

// array skips an array constant, such as {1,2}.
func (p *parser) array() {
	for p.at++; p.at < len(p.text) && p.text[p.at] != '}'; {
		if p.text[p.at] == '"' {
			p.at = quotedEnd(p.text, p.at)
		} else {
			p.at++
		}
	}
	p.at = min(p.at+1, len(p.text))
}

// word parses a name, a number, a function or a reference.
func (p *parser) word() {
	rest := p.text[p.at:]
	ref := &reference{}
	if size := ref.read(rest); size > 0 {
		p.reference(ref, p.at+size)
		return
	}
	word := prefixOf(rest, isWord)
	tail := rest[len(word):]
	end := p.at + len(word)
	switch {
	case strings.HasPrefix(tail, "!"):
		p.sheet(word, end+1)
	case strings.HasPrefix(tail, "("):
		p.calls = append(p.calls, strings.ToUpper(word))
		p.at = end + 1
	case strings.HasPrefix(tail, "["):
		p.add(part{table: word}, end)
		p.bracket()
	case strings.HasPrefix(tail, ":"):
		if last := prefixOf(tail[1:], isWord); last != "" && strings.HasPrefix(tail[1+len(last):], "!") {
			p.sheet(word+":"+last, end+1+len(last)+1)
			return
		}
		p.at = end
	default:
		p.at = end
	}
}

// isWord reports whether a byte can be part of a name, a number or a reference.
func isWord(c byte) bool {
	return isLetter(c) || '0' <= c && c <= '9' || c == '_' || c == '.' || c == '\\' || c == '?' || c == '$' || c >= utf8.RuneSelf
}

func prefixOf(text string, matches func(byte) bool) string {
	for i := range len(text) {
		if !matches(text[i]) {
			return text[:i]
		}
	}
	return text
}

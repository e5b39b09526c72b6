package template

import (
	"maps"
	"strings"
	"unicode"

	"lectern/converters/template/expression"
	"lectern/converters/wire"
)

// tagKind is what a tag is for.
type tagKind uint8

const (
	valueTag    tagKind = iota // {x}
	loopTag                    // {#x}
	invertedTag                // {^x}
	endTag                     // {/x}
	branchTag                  // {:else}, {:elseif x}
	rawTag                     // {@x}
	commandTag                 // {:name x}, and the signs that stand for one
)

// tag is what stands between delimiters.
type tag struct {
	kind   tagKind
	source string // with its delimiters
	body   string // the expression, as it is written
	// expand is the element that a loop repeats, where the tag says so: {-w:p x}.
	expand string
	// isIf says that a loop is a condition: it does not go into its value.
	isIf bool
	// command names what a command does.
	command   string
	expr      *expression.Expression
	part      string
	paragraph string
	cell      string // the address of its cell; empty where it is in none
}

// signs are what commands begin with that have a sign instead of a name, longer ones first.
func signs() [][2]string {
	return [][2]string{{"%%", "imageblock"}, {"%", "image"}, {"~~", "htmlblock"}, {"~", "html"}}
}

// read takes a tag's content apart.
func (t *tag) read(inner string) {
	inner = strings.TrimFunc(inner, unicode.IsSpace)
	rest := func(size int) string { return strings.TrimFunc(inner[size:], unicode.IsSpace) }
	switch {
	case strings.HasPrefix(inner, "#"):
		t.kind, t.body = loopTag, rest(1)
		if word, condition, ok := cutWord(t.body); ok && word == "if" {
			t.isIf, t.body = true, condition
		}
	case strings.HasPrefix(inner, "^"):
		t.kind, t.body = invertedTag, rest(1)
	case strings.HasPrefix(inner, "/"):
		t.kind, t.body = endTag, rest(1)
	case strings.HasPrefix(inner, "@"):
		t.kind, t.body = rawTag, rest(1)
	case strings.HasPrefix(inner, ":"):
		t.readCommand(rest(1))
	case strings.HasPrefix(inner, "-") && t.readDash(inner[1:]):
	default:
		t.readSign(inner)
	}
}

func (t *tag) readCommand(text string) {
	t.kind = commandTag
	t.command, t.body, _ = cutWord(text)
	if t.command == "else" || t.command == "elseif" {
		t.kind = branchTag
	}
	if t.command == "else" && t.body != "" {
		if word, condition, _ := cutWord(t.body); word == "if" {
			t.command, t.body = "elseif", condition
		}
	}
}

// readDash reads a loop that names the element that it repeats.
func (t *tag) readDash(text string) bool {
	element, body, ok := cutWord(text)
	if !ok || element != "row" && element != "col" && !strings.Contains(element, ":") {
		return false
	}
	t.kind, t.expand, t.body = loopTag, element, body
	return true
}

func (t *tag) readSign(inner string) {
	for _, sign := range signs() {
		if body, ok := strings.CutPrefix(inner, sign[0]); ok {
			t.kind, t.command, t.body = commandTag, sign[1], strings.TrimFunc(body, unicode.IsSpace)
			return
		}
	}
	t.kind, t.body = valueTag, inner
}

// cutWord cuts a text at its first space; ok says whether there was one.
func cutWord(text string) (word, rest string, ok bool) {
	at := strings.IndexFunc(text, unicode.IsSpace)
	if at < 0 {
		return text, "", false
	}
	return text[:at], strings.TrimFunc(text[at:], unicode.IsSpace), true
}

// problem gives a problem of the tag.
func (t *tag) problem(code string, values ...string) wire.TemplateProblem {
	p := wire.TemplateProblem{Code: code, Part: t.part, Paragraph: t.paragraph, Tag: t.source}
	if t.cell != "" {
		values = append(values, "cell", t.cell)
	}
	for i := 0; i+1 < len(values); i += 2 {
		if p.Values == nil {
			p.Values = make(map[string]string)
		}
		p.Values[values[i]] = values[i+1]
	}
	return p
}

// problemWith gives a problem of the tag that has values already.
func (t *tag) problemWith(code string, values map[string]string) wire.TemplateProblem {
	p := t.problem(code)
	if p.Values == nil {
		p.Values = values
		return p
	}
	maps.Copy(p.Values, values)
	return p
}

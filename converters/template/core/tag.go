package core

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
	ValueTag    tagKind = iota // {x}
	LoopTag                    // {#x}
	InvertedTag                // {^x}
	EndTag                     // {/x}
	BranchTag                  // {:else}, {:elseif x}
	rawTag                     // {@x}
	CommandTag                 // {:name x}, and the signs that stand for one
)

// Tag is what stands between delimiters.
type Tag struct {
	Kind   tagKind
	Source string // with its delimiters
	Body   string // the expression, as it is written
	// expand is the element that a loop repeats, where the tag says so: {-w:p x}.
	expand string
	// IsIf says that a loop is a condition: it does not go into its value.
	IsIf bool
	// Command names what a command does.
	Command   string
	Expr      *expression.Expression
	Part      string
	Paragraph string
	Cell      string // the address of its cell; empty where it is in none
}

// signs are what commands begin with that have a sign instead of a name, longer ones first.
func signs() [][2]string {
	return [][2]string{{"%%", "imageblock"}, {"%", "image"}, {"~~", "htmlblock"}, {"~", "html"}}
}

// Parse takes a tag's content apart.
func (t *Tag) Parse(inner string) {
	inner = strings.TrimFunc(inner, unicode.IsSpace)
	rest := func(size int) string { return strings.TrimFunc(inner[size:], unicode.IsSpace) }
	switch {
	case strings.HasPrefix(inner, "#"):
		t.Kind, t.Body = LoopTag, rest(1)
		if word, condition, ok := cutFirstWord(t.Body); ok && word == "if" {
			t.IsIf, t.Body = true, condition
		}
	case strings.HasPrefix(inner, "^"):
		t.Kind, t.Body = InvertedTag, rest(1)
	case strings.HasPrefix(inner, "/"):
		t.Kind, t.Body = EndTag, rest(1)
	case strings.HasPrefix(inner, "@"):
		t.Kind, t.Body = rawTag, rest(1)
	case strings.HasPrefix(inner, ":"):
		t.parseCommand(rest(1))
	case strings.HasPrefix(inner, "-") && t.parseNamedElement(inner[1:]):
	default:
		t.parseSign(inner)
	}
}

func (t *Tag) parseCommand(text string) {
	t.Kind = CommandTag
	t.Command, t.Body, _ = cutFirstWord(text)
	if t.Command == "else" || t.Command == "elseif" {
		t.Kind = BranchTag
	}
	if t.Command == "else" && t.Body != "" {
		if word, condition, _ := cutFirstWord(t.Body); word == "if" {
			t.Command, t.Body = "elseif", condition
		}
	}
}

// parseNamedElement reads a loop that names the element that it repeats.
func (t *Tag) parseNamedElement(text string) bool {
	element, body, ok := cutFirstWord(text)
	if !ok || element != "row" && element != "col" && !strings.Contains(element, ":") {
		return false
	}
	t.Kind, t.expand, t.Body = LoopTag, element, body
	return true
}

func (t *Tag) parseSign(inner string) {
	for _, sign := range signs() {
		if body, ok := strings.CutPrefix(inner, sign[0]); ok {
			t.Kind, t.Command, t.Body = CommandTag, sign[1], strings.TrimFunc(body, unicode.IsSpace)
			return
		}
	}
	t.Kind, t.Body = ValueTag, inner
}

// cutFirstWord cuts a text at its first space; ok says whether there was one.
func cutFirstWord(text string) (word, rest string, ok bool) {
	at := strings.IndexFunc(text, unicode.IsSpace)
	if at < 0 {
		return text, "", false
	}
	return text[:at], strings.TrimFunc(text[at:], unicode.IsSpace), true
}

// Problem gives a problem of the tag.
func (t *Tag) Problem(code string, values ...string) wire.TemplateProblem {
	p := wire.TemplateProblem{Code: code, Part: t.Part, Paragraph: t.Paragraph, Tag: t.Source}
	if t.Cell != "" {
		values = append(values, "cell", t.Cell)
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
func (t *Tag) problemWith(code string, values map[string]string) wire.TemplateProblem {
	p := t.Problem(code)
	if p.Values == nil {
		p.Values = values
		return p
	}
	maps.Copy(p.Values, values)
	return p
}

package core

import (
	"maps"
	"strings"
	"unicode"

	"lectern/converters/template/expression"
	"lectern/converters/wire"
)

// tagKind states what a [Tag] does. The comment after each kind shows such a tag.
type tagKind uint8

const (
	ValueTag    tagKind = iota // {x}
	LoopTag                    // {#x}
	InvertedTag                // {^x}
	EndTag                     // {/x}
	BranchTag                  // {:else}, {:elseif x}
	rawTag                     // {@x}
	CommandTag                 // {:name x}, or a sign that stands for a name, such as {%x}
)

// Tag is a template tag: the text between two delimiters.
type Tag struct {
	Kind   tagKind
	Source string // the complete text of the tag with its delimiters
	Body   string // the source of the expression
	// repeatElement is the element to repeat, if the tag of a loop names it, as in {-w:p x}.
	repeatElement string
	// IsIf states that the loop is a condition, such as {#if x}. Names in the body of a condition are looked up in the
	// scope of the tag, and not in the value of x.
	IsIf bool
	// Command is the name of the command or branch, such as "qr" or "else". It is empty for other tags.
	Command   string
	Expr      *expression.Expression
	Part      string
	Paragraph string
	Cell      string // the address of the sheet's cell that contains the tag; otherwise empty
}

// signs returns pairs of a sign and the name of the command for which the sign stands. Longer signs come first.
func signs() [][2]string {
	return [][2]string{{"%%", "imageblock"}, {"%", "image"}, {"~~", "htmlblock"}, {"~", "html"}}
}

// Parse parses the content of a tag, without its delimiters.
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

// parseNamedElement parses a loop tag that names the element to repeat, such as {-w:p x}. It returns false for any
// other text.
func (t *Tag) parseNamedElement(text string) bool {
	element, body, ok := cutFirstWord(text)
	if !ok || element != "row" && element != "col" && !strings.Contains(element, ":") {
		return false
	}
	t.Kind, t.repeatElement, t.Body = LoopTag, element, body
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

// cutFirstWord splits a text at its first space. ok is false if it has none.
func cutFirstWord(text string) (word, rest string, ok bool) {
	at := strings.IndexFunc(text, unicode.IsSpace)
	if at < 0 {
		return text, "", false
	}
	return text[:at], strings.TrimFunc(text[at:], unicode.IsSpace), true
}

// IsPartOfLoop reports whether the tag starts or ends a loop or a branch of a loop.
func (t *Tag) IsPartOfLoop() bool {
	return t.Kind == LoopTag || t.Kind == InvertedTag || t.Kind == BranchTag || t.Kind == EndTag
}

// Problem returns a problem at the location of the tag. The arguments after code are the parameters of the problem's
// message: each name is followed by its value.
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

// problemWith is like [Tag.Problem], but takes the parameters of the message as a map.
func (t *Tag) problemWith(code string, values map[string]string) wire.TemplateProblem {
	p := t.Problem(code)
	if p.Values == nil {
		p.Values = values
		return p
	}
	maps.Copy(p.Values, values)
	return p
}

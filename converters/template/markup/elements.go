package markup

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// WithoutIDs returns the start tag of a paragraph or row without the unique ids that editors assign.
func WithoutIDs(t *Token) []byte {
	raw := t.Raw
	for _, name := range []string{"w14:paraId", "w14:textId"} {
		if value, ok := t.Attribute(name); ok {
			raw = bytes.Replace(raw, fmt.Appendf(nil, ` %s="%s"`, name, value), nil, 1)
		}
	}
	return raw
}

// Element is a child of an XML element, with its complete markup.
type Element struct {
	Name string
	Raw  []byte
}

// Elements returns the children of the element that starts at a token, and the index of its end tag.
func Elements(tokens []Token, start int) (all []Element, end int) {
	depth := 0
	for i := start + 1; ; i++ {
		t := &tokens[i]
		if t.Kind == End && depth == 0 {
			return all, i
		}
		if depth == 0 && (t.Kind == Start || t.Kind == Empty) {
			all = append(all, Element{Name: t.Name})
		}
		if len(all) > 0 {
			all[len(all)-1].Raw = append(all[len(all)-1].Raw, t.Raw...)
		}
		switch t.Kind {
		case Start:
			depth++
		case End:
			depth--
		}
	}
}

// SplitAttribute returns the markup of an XML tag in two parts: before and after the value of an attribute. If the
// attribute is missing, it is added.
func SplitAttribute(t *Token, attribute string) (before, after []byte) {
	before, after, _ = bytes.Cut(t.With(attribute, attributeMark), []byte(attributeMark))
	return before, after
}

// attributeMark is a value that does not occur in attributes.
const attributeMark = "lectern-id"

// RootElements returns the index of the start tag of the root element and the root's children. The index is -1 if there
// is no root.
func RootElements(tokens []Token) (root int, elements []Element) {
	root = slices.IndexFunc(tokens, func(t Token) bool { return t.Kind == Start })
	if root < 0 {
		return -1, nil
	}
	elements, _ = Elements(tokens, root)
	return root, elements
}

// NumberIn returns the number in the first attribute with the given name in some markup. It returns 0 if there is no
// such attribute.
func NumberIn(raw []byte, attribute string) int {
	_, after, _ := bytes.Cut(raw, []byte(attribute+`="`))
	text, _, _ := bytes.Cut(after, []byte(`"`))
	number, err := strconv.Atoi(string(text))
	if err != nil {
		return 0
	}
	return number
}

// MaxNumber returns the largest number in an attribute of the elements with the given name.
func MaxNumber(elements []Element, name, attribute string) (maximum int) {
	for _, c := range elements {
		if c.Name == name {
			maximum = max(maximum, NumberIn(c.Raw, attribute))
		}
	}
	return maximum
}

// Raw returns the concatenated markup of tokens.
func Raw(tokens []Token) []byte { return AppendTokens(nil, tokens) }

// DropElements returns the tokens without the elements that have one of the given names.
func DropElements(tokens []Token, names []string) (remaining []Token) {
	if !slices.ContainsFunc(tokens, func(t Token) bool { return slices.Contains(names, t.Name) }) {
		return tokens
	}
	for i := 0; i < len(tokens); i++ {
		if slices.Contains(names, tokens[i].Name) {
			i = EndOf(tokens, i)
			continue
		}
		remaining = append(remaining, tokens[i])
	}
	return remaining
}

// ContentOf returns the tokens within the first element with the given name, or nil if there is no such element.
func ContentOf(tokens []Token, name string) []Token {
	at := slices.IndexFunc(tokens, func(t Token) bool { return t.Name == name })
	if at < 0 || tokens[at].Kind != Start {
		return nil
	}
	return tokens[at+1 : EndOf(tokens, at)]
}

// EndOf returns the index of the last token of the element that starts at a token.
func EndOf(tokens []Token, at int) int {
	if tokens[at].Kind != Start {
		return at
	}
	depth := 0
	for i := at; i < len(tokens); i++ {
		switch tokens[i].Kind {
		case Start:
			depth++
		case End:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(tokens) - 1
}

// TextOf returns the unescaped text within tokens.
func TextOf(tokens []Token) string {
	if len(tokens) == 1 {
		return Unescape(tokens[0].Raw)
	}
	var text strings.Builder
	for _, t := range tokens {
		if t.Kind == Text {
			text.WriteString(Unescape(t.Raw))
		}
	}
	return text.String()
}

// AppendTokens appends the markup of tokens to dst and returns the extended slice.
func AppendTokens(dst []byte, tokens []Token) []byte {
	for i := range tokens {
		dst = append(dst, tokens[i].Raw...)
	}
	return dst
}

// ScanOrNil returns the tokens of markup that should be well-formed. It returns nil if the markup is not well-formed.
func ScanOrNil(raw []byte) []Token {
	tokens, err := Scan(raw)
	if err != nil {
		return nil
	}
	return tokens
}

// DepthChange returns by how much a token changes the nesting depth: 1 for a start tag, -1 for an end tag, and 0 for
// other tokens.
func DepthChange(t *Token) int {
	switch t.Kind {
	case Start:
		return 1
	case End:
		return -1
	}
	return 0
}

package richtext

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxLevel is the largest level of a list. Lists that are nested more deeply also get this level.
const maxLevel = 8

// list reads a ul, ol or similar element.
func (r *reader) list(n *html.Node, d declarations, s style) {
	kind := []ListKind{Disc, Circle, Square}[min(s.lists, 2)]
	start := 1
	if n.DataAtom == atom.Ol {
		kind = Decimal
		start = numberOf(attribute(n, "start"), start)
	}
	s.list = &listState{&List{kindOf(n, d, kind), start}, start}
	s.lists++
	s.indent -= d.leftIndent() // lists have their own indent
	r.children(n, s)
}

// numberOf parses the number of a list item. It returns the default value if the text is not a valid number.
func numberOf(text string, fallback int) int {
	const limit = 30_000 // the largest number in Word
	number, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || number < 0 || number > limit {
		return fallback
	}
	return number
}

// kindOf returns the kind of bullets or numbers that the attribute type or the style declares. If neither declares one,
// it returns the default value.
func kindOf(n *html.Node, d declarations, fallback ListKind) ListKind {
	text := attribute(n, "type")
	if kind, ok := map[string]ListKind{"1": Decimal, "a": LowerAlpha, "A": UpperAlpha, "i": LowerRoman, "I": UpperRoman}[text]; ok {
		return kind
	}
	for _, word := range slices.Concat(split(d.word("list-style-type"), ' '), split(d.word("list-style"), ' '),
		[]string{strings.ToLower(text)}) {
		switch word {
		case "lower-latin":
			return LowerAlpha
		case "upper-latin":
			return UpperAlpha
		}
		if kind := ListKind(word); slices.Contains([]ListKind{Disc, Circle, Square, Plain, Decimal, LowerAlpha, UpperAlpha, LowerRoman,
			UpperRoman}, kind) {
			return kind
		}
	}
	return fallback
}

// item reads a list item. An item outside of a list has a bullet.
func (r *reader) item(n *html.Node, d declarations, s style) {
	if s.list == nil {
		s.list, s.lists = &listState{list: &List{Kind: Disc}}, s.lists+1
	}
	state := s.list
	if text := attribute(n, "value"); text != "" && state.list.Kind.IsNumbered() {
		if number := numberOf(text, state.next); number != state.next {
			state.list, state.next = &List{state.list.Kind, number}, number
		}
	}
	if kind := kindOf(n, d, state.list.Kind); kind != state.list.Kind {
		state.list = &List{kind, state.next}
	}
	s.item = &itemState{list: state.list, level: min(s.lists-1, maxLevel), number: state.next}
	state.next++
	s.indent -= d.leftIndent()
	if begins := beginsWithListOrTable(n); begins && state.list.Kind.IsNumbered() {
		r.openParagraph(&s) // the number gets its own line
		r.endParagraph()
	}
	r.children(n, s)
	r.endParagraph()
	if !s.item.begun && !holdsList(n) {
		r.openParagraph(&s)
	}
}

// beginsWithListOrTable reports whether an item begins with a list or a table. A list or a table cannot be on the same
// line as the number of the item.
func beginsWithListOrTable(n *html.Node) bool {
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		if child.Type == html.TextNode && strings.Trim(child.Data, " \t\r\n\f") == "" || child.Type == html.CommentNode {
			continue
		}
		return isList(child) || child.DataAtom == atom.Table
	}
	return false
}

func holdsList(n *html.Node) bool {
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		if isList(child) {
			return true
		}
	}
	return false
}

func isList(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Ul, atom.Ol, atom.Menu, atom.Dir:
		return true
	}
	return false
}

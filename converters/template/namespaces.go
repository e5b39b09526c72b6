package template

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"lectern/converters/template/markup"
)

// spaces are the addresses of namespaces by their prefixes (Namespaces in XML 1.0, 3).
type spaces map[string]string

// declare adds those that a tag declares, but for what has an address already.
func (s spaces) declare(t *markup.Token) {
	for name, address := range t.Attributes() {
		space, prefix, _ := strings.Cut(name, ":") // the one that holds without a prefix is declared without one, too
		if space == "xmlns" && s[prefix] == "" {
			s[prefix] = address
		}
	}
}

// portable gives the tokens of a part of the guest with the elements that lie right in one of a name,
// or in the root where that is empty, as they can stand in a part of the host: each declares the
// prefixes that it uses. Ids that editors give each paragraph are left out.
func portable(tokens []markup.Token, within string) []markup.Token {
	root, _ := top(tokens)
	at := slices.IndexFunc(tokens, func(t markup.Token) bool {
		return t.Kind == markup.Start && (within == "" || t.Name == within)
	})
	if at < 0 {
		return tokens
	}
	known := spaces{}
	known.declare(&tokens[root])
	ignorable, _ := tokens[root].Attribute("mc:Ignorable")
	tokens = slices.Clone(tokens)
	for i := at + 1; i < len(tokens); {
		end := elementEnd(tokens, i)
		known.carry(tokens[i:end], strings.Fields(ignorable))
		i = end
	}
	return tokens
}

// elementEnd gives what is behind the element, or the other token, at i.
func elementEnd(tokens []markup.Token, i int) int {
	for depth := depthChange(&tokens[i]); depth > 0; depth += depthChange(&tokens[i]) {
		i++
	}
	return i + 1
}

// carry has the first tag of an element declare the prefixes that the element uses, and those of
// them that a program may pass over where it does not know them (ECMA-376, part 3, 7.2).
func (s spaces) carry(element []markup.Token, ignorable []string) {
	first := &element[0]
	if first.Kind != markup.Start && first.Kind != markup.Empty {
		return
	}
	var used, ignored []string
	for i := range element {
		t := &element[i]
		if t.Kind == markup.Start || t.Kind == markup.Empty {
			t.Raw = withoutIDs(t)
			used = usedPrefixes(used, t)
		}
	}
	own := spaces{}
	own.declare(first)
	for _, prefix := range used {
		if slices.Contains(ignorable, prefix) {
			ignored = append(ignored, prefix)
		}
	}
	if len(ignored) > 0 {
		first.Raw = first.With("mc:Ignorable", strings.Join(ignored, " "))
		used = usedPrefixes(used, first)
	}
	for _, prefix := range used {
		if address := s[prefix]; address != "" && own[prefix] == "" && prefix != "w" { // which all parts of text documents have
			first.Raw = first.With("xmlns:"+prefix, address)
		}
	}
}

// usedPrefixes adds the prefixes that a tag uses: of its name, of its attributes, and those that it
// names for programs that know more or less than others (ECMA-376, part 3, 7).
func usedPrefixes(used []string, t *markup.Token) []string {
	add := func(prefix string) {
		if !slices.Contains(used, prefix) {
			used = append(used, prefix)
		}
	}
	if prefix, _, ok := strings.Cut(t.Name, ":"); ok {
		add(prefix)
	}
	for name, value := range t.Attributes() {
		if prefix, _, ok := strings.Cut(name, ":"); ok && prefix != "xmlns" && prefix != "xml" {
			add(prefix)
		}
		if name == "Requires" || name == "mc:Ignorable" || name == "mc:MustUnderstand" {
			for _, prefix := range strings.Fields(value) {
				add(prefix)
			}
		}
	}
	return used
}

// spacesAt gives the namespaces that are declared where a piece is: around it, and at the root of its
// part, which what is compiled by itself lacks.
func (b *builder) spacesAt(i int) spaces {
	known := spaces{}
	for at := b.pieces[i].parent; at >= 0; at = b.pieces[at].parent {
		known.declare(&b.pieces[at].token)
	}
	document, part := b.refers.document, b.part
	if document == nil {
		return known
	}
	if b.foreign {
		part = document.main
	}
	if root, err := rootOf(document.Package, part); err == nil {
		known.declare(&root)
	}
	return known
}

// check says why markup cannot stand where these namespaces are declared: it is not well-formed, is
// text, uses a prefix that stands for nothing, or has an element that may not be there. Each element, what
// is declared in it, and in how many others it lies, is shown to allows.
func (s spaces) check(text string, allows func(t *markup.Token, declared spaces, depth int) error) error {
	if err := wellFormed(text); err != nil {
		return err
	}
	tokens, err := markup.Scan([]byte(text))
	if err != nil {
		return err
	}
	around := []spaces{s}
	for i := range tokens {
		t := &tokens[i]
		scope := around[len(around)-1]
		switch t.Kind {
		case markup.Text, markup.Other:
			if len(around) == 1 && strings.TrimSpace(string(t.Raw)) != "" && !strings.HasPrefix(string(t.Raw), "<!--") {
				return errors.New("it has text outside of all elements")
			}
		case markup.Start, markup.Empty:
			scope = scope.within(t)
			if err := cmp.Or(scope.knows(t), allows(t, scope, len(around)-1)); err != nil {
				return err
			}
			if t.Kind == markup.Start {
				around = append(around, scope)
			}
		case markup.End:
			around = around[:len(around)-1]
		}
	}
	return nil
}

// wellFormed says why a text is no content of an element (XML 1.0, 3.1).
func wellFormed(text string) error {
	decoder := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// within gives those that are declared in an element.
func (s spaces) within(t *markup.Token) spaces {
	own := spaces{}
	own.declare(t)
	if len(own) == 0 {
		return s
	}
	all := maps.Clone(s)
	maps.Copy(all, own)
	return all
}

// knows says which prefix of a tag stands for nothing.
func (s spaces) knows(t *markup.Token) error {
	if _, has := t.Attribute("xmlns"); !has && !strings.Contains(t.Name, ":") && s[""] == "" {
		return fmt.Errorf("the element %s is of no namespace", t.Name)
	}
	for _, prefix := range usedPrefixes(nil, t) {
		if s[prefix] == "" {
			return fmt.Errorf("the prefix %s stands for nothing", prefix)
		}
	}
	return nil
}

// name gives the address of the namespace, and the name in it, of an element.
func (s spaces) name(of string) (address, local string) {
	prefix, local, prefixed := strings.Cut(of, ":")
	if !prefixed {
		prefix, local = "", of
	}
	return s[prefix], local
}

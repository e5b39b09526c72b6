package core

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

// Namespaces are the addresses of namespaces by their prefixes (Namespaces in XML 1.0, 3).
type Namespaces map[string]string

// Declare adds those that a tag declares, but for what has an address already.
func (s Namespaces) Declare(t *markup.Token) {
	for name, address := range t.Attributes() {
		space, prefix, _ := strings.Cut(name, ":") // the one that holds without a prefix is declared without one, too
		if space == "xmlns" && s[prefix] == "" {
			s[prefix] = address
		}
	}
}

// UsedPrefixes adds the prefixes that a tag uses: of its name, of its attributes, and those that it
// names for programs that know more or less than others (ECMA-376, part 3, 7).
func UsedPrefixes(used []string, t *markup.Token) []string {
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
func (b *Builder) spacesAt(i int) Namespaces {
	known := Namespaces{}
	for at := b.Pieces[i].parent; at >= 0; at = b.Pieces[at].parent {
		known.Declare(&b.Pieces[at].Token)
	}
	document, part := b.References.Document, b.Part
	if document == nil {
		return known
	}
	if b.Included {
		part = document.Main
	}
	if root, err := rootOf(document.Package, part); err == nil {
		known.Declare(&root)
	}
	return known
}

// check says why markup cannot stand where these namespaces are declared: it is not well-formed, is
// text, uses a prefix that stands for nothing, or has an element that may not be there. Each element, what
// is declared in it, and in how many others it lies, is shown to allows.
func (s Namespaces) check(text string, allows func(t *markup.Token, declared Namespaces, depth int) error) error {
	if err := wellFormed(text); err != nil {
		return err
	}
	tokens, err := markup.Scan([]byte(text))
	if err != nil {
		return err
	}
	around := []Namespaces{s}
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
			if err := cmp.Or(scope.checkPrefixes(t), allows(t, scope, len(around)-1)); err != nil {
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
func (s Namespaces) within(t *markup.Token) Namespaces {
	own := Namespaces{}
	own.Declare(t)
	if len(own) == 0 {
		return s
	}
	all := maps.Clone(s)
	maps.Copy(all, own)
	return all
}

// checkPrefixes says which prefix of a tag stands for nothing.
func (s Namespaces) checkPrefixes(t *markup.Token) error {
	if _, has := t.Attribute("xmlns"); !has && !strings.Contains(t.Name, ":") && s[""] == "" {
		return fmt.Errorf("the element %s is of no namespace", t.Name)
	}
	for _, prefix := range UsedPrefixes(nil, t) {
		if s[prefix] == "" {
			return fmt.Errorf("the prefix %s stands for nothing", prefix)
		}
	}
	return nil
}

// resolve gives the address of the namespace, and the name in it, of an element.
func (s Namespaces) resolve(of string) (address, local string) {
	prefix, local, prefixed := strings.Cut(of, ":")
	if !prefixed {
		prefix, local = "", of
	}
	return s[prefix], local
}

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

// Namespaces maps prefixes to namespace URIs (Namespaces in XML 1.0, 3).
type Namespaces map[string]string

// Declare adds the namespaces that the element t declares. Prefixes that are already declared do not change.
func (s Namespaces) Declare(t *markup.Token) {
	for name, address := range t.Attributes() {
		space, prefix, _ := strings.Cut(name, ":") // xmlns without a prefix declares the default namespace
		if space == "xmlns" && s[prefix] == "" {
			s[prefix] = address
		}
	}
}

// UsedPrefixes appends the prefixes that an XML tag uses in its name and in the names of its attributes. It also
// appends the prefixes in attributes that list namespaces, such as mc:Ignorable (ECMA-376, part 3, 7).
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

// namespacesAt returns the namespaces that are declared at the piece i, by the elements around it and by the root of
// the part. The root is read separately because the pieces may be only a fragment of the part.
func (b *Builder) namespacesAt(i int) Namespaces {
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

// check returns an error if text is not valid markup in the scope of the namespaces: it is not well-formed, has text
// outside of elements, or uses an undeclared prefix. For each element, check calls the function allows with the
// element, the namespaces in its scope and its depth, and returns the error of that call.
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
			scope = scope.scopeOf(t)
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

// wellFormed returns an error if text is not well-formed content of an element (XML 1.0, 3.1).
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

// scopeOf returns the namespaces in the scope of the element t.
func (s Namespaces) scopeOf(t *markup.Token) Namespaces {
	own := Namespaces{}
	own.Declare(t)
	if len(own) == 0 {
		return s
	}
	all := maps.Clone(s)
	maps.Copy(all, own)
	return all
}

// checkPrefixes returns an error if the XML tag uses an undeclared prefix, or if its name has no prefix and no default
// namespace is declared.
func (s Namespaces) checkPrefixes(t *markup.Token) error {
	if _, has := t.Attribute("xmlns"); !has && !strings.Contains(t.Name, ":") && s[""] == "" {
		return fmt.Errorf("the element %s has no namespace", t.Name)
	}
	for _, prefix := range UsedPrefixes(nil, t) {
		if s[prefix] == "" {
			return fmt.Errorf("the prefix %s is not declared", prefix)
		}
	}
	return nil
}

// resolve splits the name of an element into the URI of its namespace and its local name.
func (s Namespaces) resolve(name string) (address, local string) {
	prefix, local, prefixed := strings.Cut(name, ":")
	if !prefixed {
		prefix, local = "", name
	}
	return s[prefix], local
}

package include

import (
	"slices"
	"strings"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
)

// makePortable changes the tokens of a part so that the children of one element can be moved into a part of the host.
// The parameter parent is the name of this element, the first of that name; if it is empty, the element is the root.
// Each child then declares the namespace prefixes that it uses. The unique ids that editors assign to paragraphs are
// removed.
func makePortable(tokens []markup.Token, parent string) []markup.Token {
	root, _ := markup.RootElements(tokens)
	at := slices.IndexFunc(tokens, func(t markup.Token) bool {
		return t.Kind == markup.Start && (parent == "" || t.Name == parent)
	})
	if at < 0 {
		return tokens
	}
	known := core.Namespaces{}
	known.Declare(&tokens[root])
	ignorable, _ := tokens[root].Attribute("mc:Ignorable")
	tokens = slices.Clone(tokens)
	for i := at + 1; i < len(tokens); {
		end := elementEnd(tokens, i)
		declarePrefixes(known, tokens[i:end], strings.Fields(ignorable))
		i = end
	}
	return tokens
}

// elementEnd returns the index after the element, or the single token, that starts at i.
func elementEnd(tokens []markup.Token, i int) int {
	for depth := markup.DepthChange(&tokens[i]); depth > 0; depth += markup.DepthChange(&tokens[i]) {
		i++
	}
	return i + 1
}

// declarePrefixes adds declarations of the namespace prefixes that an element uses to the start tag of the element.
// Prefixes that the map ignorable contains are also listed in the attribute mc:Ignorable of the start tag (ECMA-376,
// part 3, 7.2).
func declarePrefixes(s core.Namespaces, element []markup.Token, ignorable []string) {
	first := &element[0]
	if first.Kind != markup.Start && first.Kind != markup.Empty {
		return
	}
	var used, ignored []string
	for i := range element {
		t := &element[i]
		if t.Kind == markup.Start || t.Kind == markup.Empty {
			t.Raw = markup.WithoutIDs(t)
			used = core.UsedPrefixes(used, t)
		}
	}
	own := core.Namespaces{}
	own.Declare(first)
	for _, prefix := range used {
		if slices.Contains(ignorable, prefix) {
			ignored = append(ignored, prefix)
		}
	}
	if len(ignored) > 0 {
		first.Raw = first.With("mc:Ignorable", strings.Join(ignored, " "))
		used = core.UsedPrefixes(used, first)
	}
	for _, prefix := range used {
		if address := s[prefix]; address != "" && own[prefix] == "" && prefix != "w" { // each part of a text document declares w
			first.Raw = first.With("xmlns:"+prefix, address)
		}
	}
}

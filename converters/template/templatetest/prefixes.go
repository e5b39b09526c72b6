package templatetest

import (
	"bytes"
	"encoding/xml"
	"slices"
	"strings"
)

// checkPrefixes reports prefixes in a part that are not declared. This includes prefixes in lists of namespaces that a
// program may ignore or must understand (ECMA-376, part 3, 7).
func (v *validator) checkPrefixes(part string, content []byte) {
	decoder := xml.NewDecoder(bytes.NewReader(content))
	scopes := [][]string{{"xml", "xmlns", ""}}
	for {
		token, err := decoder.RawToken()
		if err != nil {
			return // checkPart reports the error
		}
		switch token := token.(type) {
		case xml.StartElement:
			scope := slices.Clone(scopes[len(scopes)-1])
			for _, a := range token.Attr {
				if a.Name.Space == "xmlns" {
					scope = append(scope, a.Name.Local)
				}
			}
			scopes = append(scopes, scope)
			for _, prefix := range usedPrefixes(&token) {
				if !slices.Contains(scope, prefix) {
					v.report("%s: undeclared prefix %s in %s", part, prefix, token.Name.Local)
				}
			}
		case xml.EndElement:
			scopes = scopes[:max(1, len(scopes)-1)]
		}
	}
}

// usedPrefixes returns the prefixes in the names and the lists of namespaces of an element.
func usedPrefixes(e *xml.StartElement) []string {
	used := []string{e.Name.Space}
	for _, a := range e.Attr {
		used = append(used, a.Name.Space)
		if a.Name.Local == "Ignorable" || a.Name.Local == "Requires" && e.Name.Local == "Choice" {
			used = append(used, strings.Fields(a.Value)...)
		}
	}
	return used
}

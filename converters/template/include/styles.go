package include

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
)

// addStyles adds styles to the host: the styles that the markup in body uses, and the styles on which these are based.
// Styles that the host already has are not added.
func (g *included) addStyles(body []markup.Token) error {
	name, own, err := core.RelatedPart(g.host.Package, g.host.Main, "styles")
	if own == nil || err != nil {
		return err
	}
	_, tokens, err := core.RelatedPart(g.Package, g.main, "styles")
	if tokens == nil || err != nil {
		return err
	}
	_, there := markup.RootElements(own)
	_, styles := markup.RootElements(makePortable(tokens, ""))
	known, byID := map[string]bool{}, map[string][]byte{}
	for _, c := range there {
		known[styleID(c)] = true
	}
	for _, c := range styles {
		byID[styleID(c)] = c.Raw
	}
	var added []byte
	wanted := usedStyles(body)
	for len(wanted) > 0 {
		id := wanted[0]
		wanted = wanted[1:]
		raw, ok := byID[id]
		if known[id] || !ok {
			continue
		}
		known[id] = true
		tokens, err := markup.Scan(raw)
		if err != nil {
			return err
		}
		for i := range tokens {
			t := &tokens[i]
			if t.Name == "w:style" && t.Kind == markup.Start {
				t.Raw = []byte(strings.Replace(string(t.Raw), ` w:default="1"`, "", 1)) // the host has a default style
			}
			added = append(added, g.token(t)...)
		}
		wanted = append(wanted, usedStyles(tokens)...)
	}
	if len(added) == 0 {
		return nil
	}
	source, err := g.host.Read(name)
	if err != nil {
		return err
	}
	end := bytes.LastIndex(source, []byte("</w:styles>"))
	if end < 0 {
		return fmt.Errorf("%s has no end", name)
	}
	g.host.Write(name, slices.Concat(source[:end], added, source[end:]))
	return nil
}

func styleID(c markup.Element) string {
	if c.Name != "w:style" {
		return ""
	}
	_, after, _ := bytes.Cut(c.Raw, []byte(`w:styleId="`))
	id, _, _ := bytes.Cut(after, []byte(`"`))
	return string(id)
}

// usedStyles returns the ids of the styles that the markup refers to.
func usedStyles(tokens []markup.Token) (ids []string) {
	for i := range tokens {
		switch t := &tokens[i]; t.Name {
		case "w:pStyle", "w:rStyle", "w:tblStyle", "w:basedOn", "w:link", "w:next":
			if id, ok := t.Attribute("w:val"); ok && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

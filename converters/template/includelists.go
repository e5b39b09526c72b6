package template

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/markup"
	"lectern/converters/template/opc"
)

// The parts of lists and styles (ECMA-376, part 1, 11.3.11 and 11.3.12).
const (
	numberingType     = "application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml"
	numberingRelation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering"
	noNumbering       = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:numbering ` +
		`xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"></w:numbering>`
)

// related gives the name and the tokens of the part of a type that a document's main part leads to;
// none where there is no such part.
func related(p *opc.Package, main, kind string) (name string, tokens []markup.Token, err error) {
	relations, err := p.Relations(main)
	if err != nil {
		return "", nil, err
	}
	there := relations.First(kind)
	if there == nil {
		return "", nil, nil
	}
	name = relations.Part(there)
	source, err := p.Read(name)
	if err == nil {
		tokens, err = markup.Scan(source)
	}
	return name, tokens, err
}

// top gives the elements right within the root of tokens, and the tags of the root around them.
func top(tokens []markup.Token) (root int, elements []child) {
	root = slices.IndexFunc(tokens, func(t markup.Token) bool { return t.Kind == markup.Start })
	if root < 0 {
		return -1, nil
	}
	elements, _ = children(tokens, root)
	return root, elements
}

// addLists puts the lists of the guest into the host, and gives their ids there by those here.
func (g *guest) addLists() (map[string]string, error) {
	_, tokens, err := related(g.Package, g.main, "numbering")
	if tokens == nil || err != nil {
		return nil, err
	}
	name, own, err := related(g.host.Package, g.host.main, "numbering")
	if err != nil {
		return nil, err
	}
	if own == nil {
		name = path.Join(path.Dir(g.host.main), "numbering.xml")
		if own, err = markup.Scan([]byte(noNumbering)); err != nil {
			return nil, err
		}
		relations, err := g.host.Relations(g.host.main)
		if err != nil {
			return nil, err
		}
		relations.Add(numberingRelation, name, false)
		g.host.SetType(name, numberingType)
	}
	merged, ids := mergeLists(own, portable(tokens, ""))
	g.host.Write(name, merged)
	return ids, nil
}

// mergeLists puts the lists of a guest behind those of a host. All definitions come before all lists.
func mergeLists(host, guest []markup.Token) (merged []byte, ids map[string]string) {
	_, own := top(host)
	_, added := top(guest)
	lastDefinition, lastList := lastNumber(own, "w:abstractNum", "w:abstractNumId"), lastNumber(own, "w:num", "w:numId")
	ids = make(map[string]string)
	var definitions, lists []byte
	for _, c := range added {
		switch c.name {
		case "w:abstractNum":
			definitions = append(definitions, shifted(c.raw, "w:abstractNum", "w:abstractNumId", lastDefinition+1)...)
		case "w:num":
			before := numberIn(c.raw, "w:numId")
			ids[strconv.Itoa(before)] = strconv.Itoa(before + lastList) // they begin at 1
			raw := shifted(c.raw, "w:num", "w:numId", lastList)
			lists = append(lists, shifted(raw, "w:abstractNumId", "w:val", lastDefinition+1)...)
		}
	}
	return withLists(host, definitions, lists), ids
}

// withLists puts definitions and lists into a part behind those that it has.
func withLists(host []markup.Token, definitions, lists []byte) (merged []byte) {
	root, own := top(host)
	for i := range root + 1 {
		merged = append(merged, host[i].Raw...)
	}
	placed := false
	for _, c := range own {
		if !placed && c.name != "w:abstractNum" && c.name != "w:numPicBullet" {
			merged, placed = append(merged, definitions...), true
		}
		if c.name == "w:numIdMacAtCleanup" {
			merged, lists = append(merged, lists...), nil
		}
		merged = append(merged, c.raw...)
	}
	if !placed {
		merged = append(merged, definitions...)
	}
	return append(append(merged, lists...), "</w:numbering>"...)
}

func numberIn(raw []byte, attribute string) int {
	_, after, _ := bytes.Cut(raw, []byte(attribute+`="`))
	text, _, _ := bytes.Cut(after, []byte(`"`))
	number, err := strconv.Atoi(string(text))
	if err != nil {
		return 0
	}
	return number
}

func lastNumber(elements []child, name, attribute string) (last int) {
	for _, c := range elements {
		if c.name == name {
			last = max(last, numberIn(c.raw, attribute))
		}
	}
	return last
}

// shifted gives an element with the number of an attribute of the first tag of a name made larger.
func shifted(raw []byte, name, attribute string, by int) []byte {
	tokens, err := markup.Scan(raw)
	if err != nil {
		return raw
	}
	var out []byte
	done := false
	for i := range tokens {
		t := &tokens[i]
		if !done && t.Name == name && t.Kind != markup.End {
			text, _ := t.Attribute(attribute)
			if number, err := strconv.Atoi(text); err == nil {
				out, done = append(out, t.With(attribute, strconv.Itoa(number+by))...), true
				continue
			}
		}
		out = append(out, t.Raw...)
	}
	return out
}

// addStyles puts the styles into the host that the guest's body uses and the host lacks, with those
// that they are based on.
func (g *guest) addStyles(body []markup.Token) error {
	name, own, err := related(g.host.Package, g.host.main, "styles")
	if own == nil || err != nil {
		return err
	}
	_, tokens, err := related(g.Package, g.main, "styles")
	if tokens == nil || err != nil {
		return err
	}
	_, there := top(own)
	_, styles := top(portable(tokens, ""))
	known, byID := map[string]bool{}, map[string][]byte{}
	for _, c := range there {
		known[styleID(c)] = true
	}
	for _, c := range styles {
		byID[styleID(c)] = c.raw
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
				t.Raw = []byte(strings.Replace(string(t.Raw), ` w:default="1"`, "", 1)) // the host has its own
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

func styleID(c child) string {
	if c.name != "w:style" {
		return ""
	}
	_, after, _ := bytes.Cut(c.raw, []byte(`w:styleId="`))
	id, _, _ := bytes.Cut(after, []byte(`"`))
	return string(id)
}

// usedStyles gives the ids of the styles that markup refers to.
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

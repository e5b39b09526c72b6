package include

import (
	"path"
	"strconv"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/template/objects"
)

// addLists adds the lists of the inserted document to the host. It returns a map from the original ids of the lists to
// their ids in the host.
func (g *included) addLists() (map[string]string, error) {
	_, tokens, err := core.RelatedPart(g.Package, g.main, "numbering")
	if tokens == nil || err != nil {
		return nil, err
	}
	name, own, err := core.RelatedPart(g.host.Package, g.host.Main, "numbering")
	if err != nil {
		return nil, err
	}
	if own == nil {
		name = path.Join(path.Dir(g.host.Main), "numbering.xml")
		if own, err = markup.Scan([]byte(objects.EmptyNumbering)); err != nil {
			return nil, err
		}
		relations, err := g.host.Relations(g.host.Main)
		if err != nil {
			return nil, err
		}
		relations.Add(objects.NumberingRelation, name, false)
		g.host.SetType(name, objects.NumberingType)
	}
	merged, ids := mergeLists(own, makePortable(tokens, ""))
	g.host.Write(name, merged)
	return ids, nil
}

// mergeLists appends the lists of an inserted document (guest) to the lists of the host. It returns a map from the
// original ids of the lists to their new ids.
func mergeLists(host, guest []markup.Token) (merged []byte, ids map[string]string) {
	_, own := markup.RootElements(host)
	_, added := markup.RootElements(guest)
	lastDefinition, lastList := markup.MaxNumber(own, "w:abstractNum", "w:abstractNumId"), markup.MaxNumber(own, "w:num", "w:numId")
	ids = make(map[string]string)
	var definitions, lists []byte
	for _, c := range added {
		switch c.Name {
		case "w:abstractNum":
			definitions = append(definitions, addToNumber(c.Raw, "w:abstractNum", "w:abstractNumId", lastDefinition+1)...)
		case "w:num":
			before := markup.NumberIn(c.Raw, "w:numId")
			ids[strconv.Itoa(before)] = strconv.Itoa(before + lastList) // ids of lists begin at 1
			raw := addToNumber(c.Raw, "w:num", "w:numId", lastList)
			lists = append(lists, addToNumber(raw, "w:abstractNumId", "w:val", lastDefinition+1)...)
		}
	}
	return objects.AppendLists(host, definitions, lists), ids
}

// addToNumber increases a number by delta. The number is in the given attribute of the first
// element with the given name.
func addToNumber(raw []byte, name, attribute string, delta int) []byte {
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
				out, done = append(out, t.With(attribute, strconv.Itoa(number+delta))...), true
				continue
			}
		}
		out = append(out, t.Raw...)
	}
	return out
}

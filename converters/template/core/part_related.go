package core

import (
	"path"

	"lectern/converters/template/markup"
	"lectern/converters/template/opc"
)

// RelatedPart gives the name and the tokens of the part of a type that a document's main part leads to;
// none where there is no such part.
func RelatedPart(p *opc.Package, main, kind string) (name string, tokens []markup.Token, err error) {
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

// SidePart gives the tokens of a part that belongs to the main one, and is made where there is none, or
// where it has nothing.
func (d *Document) SidePart(kind, file, contentType, relation, empty string) (name string, tokens []markup.Token, err error) {
	name, tokens, err = RelatedPart(d.Package, d.Main, kind)
	if err != nil {
		return "", nil, err
	}
	if root, _ := markup.RootElements(tokens); root >= 0 {
		return name, tokens, nil
	}
	if name == "" {
		name = path.Join(path.Dir(d.Main), file)
		relations, err := d.Relations(d.Main)
		if err != nil {
			return "", nil, err
		}
		relations.Add(relation, name, false)
	}
	d.SetType(name, contentType)
	tokens, err = markup.Scan([]byte(empty))
	return name, tokens, err
}

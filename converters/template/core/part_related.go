package core

import (
	"path"

	"lectern/converters/template/markup"
	"lectern/converters/template/opc"
)

// RelatedPart returns the name and the tokens of a part to which another part refers. main is the name of the referring
// part, whose first relationship of the given kind counts. The returned name is empty if there is no such relationship.
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

// EnsurePart returns the name and the tokens of a part to which the main part refers, such as the styles. If there is
// no such part or it is empty, EnsurePart adds the relationship and the content type, and returns the tokens of the
// markup in the parameter empty. The caller must write the part.
func (d *Document) EnsurePart(kind, file, contentType, relation, empty string) (name string, tokens []markup.Token, err error) {
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

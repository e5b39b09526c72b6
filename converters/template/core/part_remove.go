package core

import (
	"path"
	"strings"

	"lectern/converters/template/markup"
	"lectern/converters/template/opc"
)

// OwnedParts returns a part and all parts that it owns, directly or through other parts.
func (d *Document) OwnedParts(part string, owned func(*opc.Relation) bool) ([]string, error) {
	all, seen := []string{part}, map[string]bool{part: true}
	for i := 0; i < len(all); i++ {
		relations, err := d.Relations(all[i])
		if err != nil {
			return nil, err
		}
		for _, one := range relations.All {
			if next := relations.Part(&one); owned(&one) && !seen[next] {
				all, seen[next] = append(all, next), true
			}
		}
	}
	return all, nil
}

// RemoveParts deletes the given parts, except parts that a remaining part owns. It removes these
// exceptions from the map.
func (d *Document) RemoveParts(parts map[string]bool, owned func(*opc.Relation) bool) error {
	if len(parts) == 0 {
		return nil
	}
	for _, name := range d.Names() {
		if parts[name] {
			continue
		}
		kept, err := d.OwnedParts(name, owned)
		if err != nil {
			return err
		}
		for _, part := range kept {
			delete(parts, part)
		}
	}
	for part := range parts {
		d.Delete(part)
	}
	return nil
}

// RemoveReferences removes the relationships to deleted parts, and the XML elements that refer to them.
func (d *Document) RemoveReferences(deleted map[string]bool) error {
	if len(deleted) == 0 {
		return nil
	}
	for _, name := range d.Names() {
		relations, err := d.Relations(name)
		if err != nil {
			return err
		}
		ids := map[string]bool{}
		for _, one := range relations.All {
			if !one.External() && deleted[relations.Part(&one)] {
				ids[one.ID] = true
			}
		}
		for id := range ids {
			relations.Remove(id)
		}
		if len(ids) == 0 || !strings.EqualFold(path.Ext(name), ".xml") {
			continue
		}
		if err := d.dropReferences(name, ids); err != nil {
			return err
		}
	}
	return nil
}

// dropReferences removes the XML elements of a part that refer to the relationships with these ids.
func (d *Document) dropReferences(part string, ids map[string]bool) error {
	source, err := d.Read(part)
	if err != nil {
		return err
	}
	tokens, err := markup.Scan(source)
	if err != nil {
		return err
	}
	var left []byte
	for i := 0; i < len(tokens); i++ {
		if id, ok := tokens[i].Attribute("r:id"); ok && ids[id] {
			i = markup.EndOf(tokens, i)
			continue
		}
		left = append(left, tokens[i].Raw...)
	}
	d.Write(part, left)
	return nil
}

package opc

import (
	"encoding/xml"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/markup"
)

// Relation leads from a part to another one, or out of the package (ECMA-376, part 2, 9.3).
type Relation struct {
	ID     string `xml:"Id,attr"`
	Type   string `xml:"Type,attr"`
	Target string `xml:"Target,attr"`
	Mode   string `xml:"TargetMode,attr"` // External, or empty
}

// External says whether it leads out of the package.
func (r *Relation) External() bool { return r.Mode == "External" }

// Is says whether the relation is of a type, whose last word is given, such as "image": its
// beginning differs between the editions of the standard.
func (r *Relation) Is(word string) bool { return path.Base(r.Type) == word }

// Relations are those of one part.
type Relations struct {
	All     []Relation
	from    string
	changed bool
	// appended is the number of the relation that was added last by Append.
	appended int
	// added are the ids of relations, by those without theirs, and ids all that are taken; nil where
	// nobody has asked since they have changed otherwise.
	added map[Relation]string
	ids   map[string]bool
}

// relationsName is the name of the part with the relations of another one, "" being the package.
func relationsName(from string) string {
	folder, name := path.Split(from)
	return folder + "_rels/" + name + ".rels"
}

// Relations gives those of a part, or of the package where the name is empty. They belong to the
// package: what is added to them is written with it.
func (p *Package) Relations(from string) (*Relations, error) {
	if found := p.related[from]; found != nil {
		return found, nil
	}
	raw, err := p.Read(relationsName(from))
	if err != nil {
		return nil, err
	}
	all := &Relations{from: from}
	if raw != nil {
		var list struct {
			All []Relation `xml:"Relationship"`
		}
		if err := unmarshal(raw, &list); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrNoPackage, relationsName(from), err)
		}
		all.All = list.All
	}
	p.related[from] = all
	return all, nil
}

// Find gives the relation of an id; nil where there is none.
func (r *Relations) Find(id string) *Relation {
	i := slices.IndexFunc(r.All, func(one Relation) bool { return one.ID == id })
	if i < 0 {
		return nil
	}
	return &r.All[i]
}

// First gives the first relation of a type, as [Relation.Is] has it; nil where there is none.
func (r *Relations) First(word string) *Relation {
	i := slices.IndexFunc(r.All, func(one Relation) bool { return one.Is(word) })
	if i < 0 {
		return nil
	}
	return &r.All[i]
}

// Part gives the name of the part that a relation leads to.
func (r *Relations) Part(one *Relation) string { return resolve(r.from, one.Target) }

// Add adds a relation, and gives its id. One that is there already is taken again. The target is
// the name of a part, or, with external, an address.
func (r *Relations) Add(kind, target string, external bool) string {
	mode := ""
	if external {
		mode = "External"
	} else {
		target = "/" + target
	}
	wanted := Relation{Type: kind, Target: target, Mode: mode}
	if r.added == nil {
		r.index()
	}
	if id, there := r.added[wanted]; there {
		return id
	}
	r.changed = true
	id := r.freeID()
	r.All = append(r.All, Relation{id, kind, target, mode})
	r.added[wanted], r.ids[id] = id, true
	return id
}

// index notes which relations there are.
func (r *Relations) index() {
	r.added, r.ids = make(map[Relation]string), make(map[string]bool)
	for _, one := range slices.Backward(r.All) { // the first of two that are alike
		r.added[Relation{Type: one.Type, Target: one.Target, Mode: one.Mode}], r.ids[one.ID] = one.ID, true
	}
}

// Put adds a relation with the id that it has.
func (r *Relations) Put(one Relation) {
	r.changed, r.added = true, nil
	r.All = append(r.All, one)
}

// Remove removes the relation of an id.
func (r *Relations) Remove(id string) {
	r.changed, r.added = true, nil
	r.All = slices.DeleteFunc(r.All, func(one Relation) bool { return one.ID == id })
}

// Append adds a relation to an address without a look for one that is there already, and gives its
// id: where there are many, that look takes long.
func (r *Relations) Append(kind, address string) string {
	r.changed = true
	if r.appended == 0 {
		r.appended = r.lastLink()
	}
	r.appended++
	id := fmt.Sprintf(linkID+"%d", r.appended)
	r.All = append(r.All, Relation{id, kind, address, "External"})
	return id
}

// linkID begins the ids that Append gives.
const linkID = "rIdLink"

// lastLink gives the largest number of an id that Append has given, also long ago.
func (r *Relations) lastLink() (last int) {
	for _, one := range r.All {
		if text, ok := strings.CutPrefix(one.ID, linkID); ok {
			if number, err := strconv.Atoi(text); err == nil {
				last = max(last, number)
			}
		}
	}
	return last
}

func (r *Relations) freeID() string {
	for number := len(r.All) + 1; ; number++ {
		if id := fmt.Sprintf("rId%d", number); !r.ids[id] {
			return id
		}
	}
}

func (p *Package) writeRelations() {
	for from, all := range p.related {
		if all.changed {
			p.Write(relationsName(from), all.marshal())
		}
	}
}

func (r *Relations) marshal() []byte {
	raw := []byte(xml.Header + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`)
	for _, one := range r.All {
		raw = fmt.Appendf(raw, `<Relationship Id="%s" Type="%s" Target="%s"`, markup.Escape(one.ID), markup.Escape(one.Type),
			markup.Escape(one.Target))
		if one.Mode != "" {
			raw = fmt.Appendf(raw, ` TargetMode="%s"`, markup.Escape(one.Mode))
		}
		raw = append(raw, "/>"...)
	}
	return append(raw, "</Relationships>"...)
}

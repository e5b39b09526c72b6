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

// Relation is a relationship from a part to another part or to an address (ECMA-376, part 2, 9.3).
type Relation struct {
	ID     string `xml:"Id,attr"`
	Type   string `xml:"Type,attr"`
	Target string `xml:"Target,attr"`
	Mode   string `xml:"TargetMode,attr"` // "External" or empty
}

// External reports whether the relationship refers to an address.
func (r *Relation) External() bool { return r.Mode == "External" }

// Is reports whether the type of the relationship ends with a word, such as "image". The rest of the type differs
// between editions of the standard.
func (r *Relation) Is(word string) bool { return path.Base(r.Type) == word }

// Relations are the relationships of one part.
type Relations struct {
	All     []Relation
	from    string
	changed bool
	// appended is the number in the id that AddLink has returned last.
	appended int
	// added maps relationships, without their ids, to their ids. ids contains all used ids. Both are nil if they must
	// be computed again.
	added map[Relation]string
	ids   map[string]bool
}

// relationsName returns the name of the part that stores the relationships of a part, or of the package if from is
// empty.
func relationsName(from string) string {
	folder, name := path.Split(from)
	return folder + "_rels/" + name + ".rels"
}

// Relations returns the relationships of a part, or of the package if from is empty. Changes to them are saved with the
// package.
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

// Find returns the relationship with an id, or nil if there is none.
func (r *Relations) Find(id string) *Relation {
	i := slices.IndexFunc(r.All, func(one Relation) bool { return one.ID == id })
	if i < 0 {
		return nil
	}
	return &r.All[i]
}

// First returns the first relationship whose type ends with a word (see [Relation.Is]), or nil if there is none.
func (r *Relations) First(word string) *Relation {
	i := slices.IndexFunc(r.All, func(one Relation) bool { return one.Is(word) })
	if i < 0 {
		return nil
	}
	return &r.All[i]
}

// Part returns the name of the part that a relationship refers to.
func (r *Relations) Part(one *Relation) string { return resolve(r.from, one.Target) }

// Add adds a relationship, unless an equal one exists, and returns its id. target is the name of a part, or an address
// if external is true.
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

// index computes the fields added and ids.
func (r *Relations) index() {
	r.added, r.ids = make(map[Relation]string), make(map[string]bool)
	for _, one := range slices.Backward(r.All) { // of equal relationships, the first one counts
		r.added[Relation{Type: one.Type, Target: one.Target, Mode: one.Mode}], r.ids[one.ID] = one.ID, true
	}
}

// AddWithID adds a relationship whose ID the caller has set.
func (r *Relations) AddWithID(one Relation) {
	r.changed, r.added = true, nil
	r.All = append(r.All, one)
}

// Remove removes the relationship with an id.
func (r *Relations) Remove(id string) {
	r.changed, r.added = true, nil
	r.All = slices.DeleteFunc(r.All, func(one Relation) bool { return one.ID == id })
}

// AddLink adds a relationship to an address and returns its id. Unlike Add, it does not search for an equal
// relationship, which would be slow for many addresses.
func (r *Relations) AddLink(kind, address string) string {
	r.changed = true
	if r.appended == 0 {
		r.appended = r.maxLinkNumber()
	}
	r.appended++
	id := fmt.Sprintf(linkID+"%d", r.appended)
	r.All = append(r.All, Relation{id, kind, address, "External"})
	return id
}

// linkID is the prefix of the ids that AddLink uses.
const linkID = "rIdLink"

// maxLinkNumber returns the largest number in ids that AddLink has used, possibly in an earlier rendering.
func (r *Relations) maxLinkNumber() (maximum int) {
	for _, one := range r.All {
		if text, ok := strings.CutPrefix(one.ID, linkID); ok {
			if number, err := strconv.Atoi(text); err == nil {
				maximum = max(maximum, number)
			}
		}
	}
	return maximum
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

package template

import (
	"fmt"
	"slices"
	"strconv"

	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
	"lectern/converters/template/opc"
)

// deck repeats slides.
type deck struct {
	*renderer
	programs map[string]*program
	order    []*program // those of slides that are repeated
}

func newDeck(r *renderer, programs []*program) *deck {
	d := &deck{renderer: r, programs: make(map[string]*program)}
	for _, p := range programs {
		d.programs[p.part] = p
		if p.slide != nil {
			d.order = append(d.order, p)
		}
	}
	return d
}

// repeat has each slide there as often as its tag says.
func (d *deck) repeat(top *scope) error {
	for _, p := range d.order {
		value, ok := d.value(p.slide, top)
		if !ok {
			continue
		}
		copies, err := d.copies(p, scopesOf(value, top))
		if err == nil {
			err = d.list(p.part, copies)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// scopesOf gives those in which what is repeated for a value is rendered, as a loop has them.
func scopesOf(value any, outer *scope) (all []*scope) {
	list, isList := value.([]any)
	object, isObject := value.(map[string]any)
	switch {
	case !expression.Truthy(value):
	case isList:
		for i, item := range list {
			all = append(all, &scope{outer: outer, value: item, index: i, count: len(list)})
		}
	case isObject:
		all = append(all, &scope{outer: outer, value: object})
	default:
		all = append(all, outer)
	}
	return all
}

// copies renders a slide in each scope, and gives the names of the parts. The first one is rendered
// last, in the slide's own place, for the others are copied from there.
func (d *deck) copies(p *program, scopes []*scope) (names []string, err error) {
	for i := len(scopes) - 1; i >= 0; i-- {
		name := p.part
		if i > 0 {
			copier := partCopier{from: d.document.Package, to: d.document, owned: owned, made: map[string]string{}}
			if name, err = copier.copy(p.part); err != nil {
				return nil, err
			}
		}
		if err := d.renderTree(p.part, name, scopes[i]); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	slices.Reverse(names)
	return names, nil
}

// owned are the relationships to parts that belong to one slide alone.
func owned(r *opc.Relation) bool {
	return !r.External() && slices.ContainsFunc([]string{"chart", "notesSlide", "diagramData", "diagramDrawing", "package", "comments", "tags"}, r.Is)
}

// renderTree renders a copy of a part, and those that belong to it.
func (d *deck) renderTree(from, to string, s *scope) error {
	relations, err := d.document.Relations(from)
	if err != nil {
		return err
	}
	copied, err := d.document.Relations(to)
	if err != nil {
		return err
	}
	for _, one := range relations.All {
		if owned(&one) {
			if err := d.renderTree(relations.Part(&one), copied.Part(copied.Find(one.ID)), s); err != nil {
				return err
			}
		}
	}
	if p := d.programs[from]; p != nil {
		d.renderPart(p, to, s)
		d.done(p, from == to)
	}
	return nil
}

// done notes that a part was rendered in its own place, in the scope of its slide.
func (d *deck) done(p *program, own bool) {
	if own && p.slide == nil {
		p.nodes = []node{rawNode(d.out)}
	}
}

// list puts the copies of a slide into the list of the presentation in its place; with none the
// slide goes.
func (d *deck) list(slide string, names []string) error {
	relations, err := d.document.Relations(d.document.main)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(relations.All, func(r opc.Relation) bool { return r.Is("slide") && relations.Part(&r) == slide })
	if at < 0 {
		return nil // it is in no list
	}
	original := relations.All[at]
	source, err := d.document.Read(d.document.main)
	if err != nil {
		return err
	}
	tokens, err := markup.Scan(source)
	if err != nil {
		return err
	}
	l := slideList{tokens: tokens, relation: original.ID}
	if len(names) == 0 {
		relations.Remove(original.ID)
		d.document.Delete(slide)
	} else {
		l.relations = append(l.relations, original.ID)
	}
	for _, name := range names[min(1, len(names)):] {
		l.relations = append(l.relations, relations.Add(original.Type, name, false))
	}
	d.document.Write(d.document.main, l.write())
	return nil
}

// slideList writes a presentation with other slides in the place of one (ECMA-376, part 1, 19.2.1.34).
type slideList struct {
	tokens    []markup.Token
	relation  string   // of the slide
	relations []string // of those in its place
}

func (l *slideList) write() (out []byte) {
	last, id := l.ids()
	var ids []string
	for i := range l.relations {
		if i == 0 {
			ids = append(ids, id)
			continue
		}
		last++
		ids = append(ids, strconv.Itoa(last))
	}
	for i := range l.tokens {
		t := &l.tokens[i]
		own, _ := t.Attribute("id")
		relation, listed := t.Attribute("r:id")
		switch {
		case t.Name == "p:sldId" && listed && relation == l.relation:
			for j, one := range l.relations {
				out = fmt.Appendf(out, `<p:sldId id="%s" r:id="%s"/>`, ids[j], one)
			}
		case t.Name == "p14:sldId" && t.Kind == markup.Empty && own == id: // the slide's section
			for _, one := range ids {
				out = append(out, t.With("id", one)...)
			}
		default:
			out = append(out, t.Raw...)
		}
	}
	return out
}

// ids gives the largest id of a slide, and that of the one whose place others take.
func (l *slideList) ids() (last int, id string) {
	last = 255 // ids begin at 256
	for i := range l.tokens {
		t := &l.tokens[i]
		if t.Name != "p:sldId" {
			continue
		}
		text, _ := t.Attribute("id")
		if number, err := strconv.Atoi(text); err == nil {
			last = max(last, number)
		}
		if relation, _ := t.Attribute("r:id"); relation == l.relation {
			id = text
		}
	}
	return last, id
}

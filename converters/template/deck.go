package template

import (
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/expression"
	"lectern/converters/template/opc"
)

// mostSlides bounds the slides that are made of those of a template.
const mostSlides = 5000

// deck repeats slides.
type deck struct {
	*renderer
	programs map[string]*program
	order    []*program          // those of slides that are repeated
	listed   map[string]string   // ids of the presentation's relations to slides, by their parts
	places   map[string][]string // ids of those to what takes the place of a slide, by that of its own
	gone     map[string]bool     // parts
	slides   int                 // that were made
}

func newDeck(r *renderer, programs []*program) *deck {
	d := &deck{renderer: r, programs: make(map[string]*program), listed: map[string]string{}, places: map[string][]string{},
		gone: map[string]bool{}}
	for _, p := range programs {
		d.programs[p.part] = p
		if p.slide != nil {
			d.order = append(d.order, p)
		}
	}
	return d
}

// rewriteSlideTag turns a command that is not known into the command that repeats the slide: docxtemplater has no name for it.
func rewriteSlideTag(c *compiler, t *tag) {
	if t.kind == commandTag && c.format.raw == "p:sp" && !c.language.knows(t.command) {
		t.command, t.body = "slide", t.command+" "+t.body
	}
}

// takeSlideTag handles the tag that repeats the slide, which a slide has once.
func takeSlideTag(b *builder, t *tag) bool {
	if b.slide != nil {
		return false
	}
	b.slide = t
	return true
}

// onlySlides tells that a part says how often it is to be there and is no slide.
func (d *document) onlySlides(p *program) {
	if p.slide != nil && !strings.HasSuffix(d.Type(p.part), "presentationml.slide+xml") {
		d.found.add(p.slide.problem("misplaced-tag", "name", p.slide.command))
	}
}

// repeat has each slide there as often as its tag says.
func (d *deck) repeat(top *scope) error {
	if len(d.order) == 0 {
		return nil
	}
	relations, err := d.document.Relations(d.document.main)
	if err != nil {
		return err
	}
	for _, one := range relations.All {
		if one.Is("slide") {
			d.listed[relations.Part(&one)] = one.ID
		}
	}
	for _, p := range d.order {
		value, ok := d.value(p.slide, top)
		if _, listed := d.listed[p.part]; !ok || !listed {
			continue
		}
		if err := d.place(p, scopesOf(value, top)); err != nil {
			return err
		}
	}
	if err := d.document.remove(d.gone, owned); err != nil {
		return err
	}
	return d.list(relations)
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

// owned are the relationships to parts that belong to one slide alone.
func owned(r *opc.Relation) bool {
	return !r.External() && slices.ContainsFunc([]string{"chart", "notesSlide", "diagramData", "diagramDrawing", "package",
		"comments", "tags"}, r.Is)
}

// place puts what a slide is in each scope into its place; with none the slide goes.
func (d *deck) place(p *program, scopes []*scope) error {
	parts, err := d.document.withOwned(p.part, owned)
	if err != nil {
		return err
	}
	own := d.listed[p.part]
	if len(scopes) == 0 {
		d.places[own] = nil
		for _, part := range parts {
			d.gone[part] = true
		}
		return nil
	}
	copies, err := d.copies(p, len(scopes))
	if err != nil {
		return err
	}
	d.places[own] = append(d.places[own], own)
	relations, err := d.document.Relations(d.document.main)
	if err != nil {
		return err
	}
	kind := relations.Find(own).Type
	for i, names := range copies {
		if i > 0 {
			d.places[own] = append(d.places[own], relations.Add(kind, names[p.part], false))
		}
		d.renderCopy(parts, names, scopes[i])
	}
	d.settle(parts)
	return nil
}

// copies makes the copies of a slide, of which the first one is the slide itself, and gives the names
// of the parts of each by those of the template.
func (d *deck) copies(p *program, count int) (all []map[string]string, err error) {
	if d.slides += count; d.slides > mostSlides {
		d.stopped = true
		d.found.add(p.slide.problem("too-many-slides", "most", strconv.Itoa(mostSlides)))
		return nil, nil
	}
	all, d.part = append(all, nil), p.part
	for len(all) < count && d.goesOn(p.slide) {
		copier := partCopier{from: d.document.Package, to: d.document, owned: owned, made: map[string]string{}}
		if _, err := copier.copy(p.part); err != nil {
			return nil, err
		}
		all = append(all, copier.made)
	}
	return all, nil
}

// renderCopy renders a copy of a slide, after the parts that belong to it.
func (d *deck) renderCopy(parts []string, names map[string]string, s *scope) {
	for _, part := range slices.Backward(parts) {
		p := d.programs[part]
		if p == nil || d.stopped {
			continue
		}
		name := part
		if names != nil {
			name = names[part]
		}
		d.renderPart(p, name, s)
	}
}

// settle has the parts that belong to a slide stay as they are in its own place, where they were
// rendered in its scope, and in further copies.
func (d *deck) settle(parts []string) {
	for _, part := range parts {
		if p := d.programs[part]; p != nil && p.slide == nil {
			d.rendered[part] = true
			delete(d.programs, part)
			delete(d.document.programs, part)
		}
	}
}
